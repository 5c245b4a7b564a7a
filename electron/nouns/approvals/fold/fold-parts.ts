import type { Member } from '../../people/membership.ts';

/** The team data that the fold needs. */
export type FoldParts = {
  /** All desks that were ever enrolled, in their state after the acts so far. */
  readonly members: () => readonly Member[];
  /** Has a desk not confirmed a repaired record yet? */
  readonly isAwaited: (key: string) => boolean;
  /** The keyed digest of a reference, of a payload's digest, or of a likeness, which is equal for payments that look the same. */
  readonly nameOf: (of: 'reference' | 'payload' | 'likeness', text: string) => string;
};
