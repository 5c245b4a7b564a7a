/** A part of a searched text that was understood. */
export type Chip = {
  /** What it is taken for: `amount`, `word`, `month`. */
  readonly label: string;
  /** As it was understood: `6,030.81`, `Nov 2026`. */
  readonly words: string;
  /** Its characters in the text, the end excluded. */
  readonly start: number;
  readonly end: number;
};

/** Why a search for what is unread finds nothing at first. */
export const unreadNote =
  'The entries of an account’s first sync count as read: unread is what came after it.';
