/** What the start from the sources offers: two windows of a team in the place of this one. */
export type TeamTrial = {
  /** What to install first, in a sentence; null where nothing is. */
  readonly missing: string | null;
  /** Closes this window for them. */
  readonly start: () => void;
};
