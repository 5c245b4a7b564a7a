import type { Member } from '../../people/membership.ts';

/** What the fold needs of the team. */
export type FoldParts = {
  /** All desks that were ever enrolled, as the acts so far leave them. */
  readonly members: () => readonly Member[];
  /** Has a desk not confirmed a repaired record yet? */
  readonly isAwaited: (key: string) => boolean;
  /** The keyed digest of a reference, of a payload's digest, or of what payments that look the same have in common. */
  readonly nameOf: (of: 'reference' | 'payload' | 'likeness', text: string) => string;
};
