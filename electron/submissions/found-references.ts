import { foldedReference, referenceCuts } from '../../shared/reference-likeness.ts';

/** What is looked for first under one key: equal for references that are the same, or of which one is the other's beginning. */
export const referenceKey = (reference: string): string =>
  foldedReference(reference).slice(0, referenceCuts[0]);
