import type { Member } from '../../people/membership.ts';

/** What the fold needs of the team. */
export type FoldParts = {
  /** All desks that were ever enrolled, as the acts so far leave them. */
  readonly members: () => readonly Member[];
  /** Has a desk not confirmed a repaired record yet? */
  readonly isAwaited: (key: string) => boolean;
  /** The keyed digest of a reference or of a payload's digest. */
  readonly nameOf: (of: 'reference' | 'payload', text: string) => string;
};
