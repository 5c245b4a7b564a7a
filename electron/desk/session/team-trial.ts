/** The offer of a start from the sources: two windows of a team instead of this one. */
export type TeamTrial = {
  /** What to install first, in a sentence; null for nothing. */
  readonly missing: string | null;
  /** Closes this window and opens the two. */
  readonly start: () => void;
};
