import { getContext, setContext } from 'svelte';

import type { OperationName } from '../../../shared/bank/catalogue.ts';

/** Which operations are closed at the open bank, and the way to their place in its bank file. */
export type ClosedOperations = {
  readonly closed: readonly OperationName[];
  readonly open: (operation: OperationName) => void;
};

const key = Symbol('closed operations');
const none: ClosedOperations = { closed: [], open: () => undefined };

/** Set once at the top, beside the shared state. */
export const provideClosedOperations = (closed: ClosedOperations): ClosedOperations =>
  setContext(key, closed);

/** Called while a component is made. Without a provider nothing is closed. */
export const closedOperations = (): ClosedOperations =>
  getContext<ClosedOperations | undefined>(key) ?? none;

/** Focuses the note about a closed operation, whose button links to the bank file. False if none is shown. */
export function pointToClosedNote(): boolean {
  const button = document.querySelector<HTMLElement>('[data-closed-note] button');
  button?.focus();
  return button !== null;
}

let wording: ((operations: readonly OperationName[]) => string) | null = $state.raw(null);

/** See `closed-words.ts`, which is loaded with the first call: empty until then, and updated afterwards. */
export function closedWords(operations: readonly OperationName[]): string {
  if (wording === null)
    void import('./closed-words.ts').then((module) => (wording = module.closedWords));
  return wording?.(operations) ?? '';
}
