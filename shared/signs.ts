/** Where a click on a sentence leads in the window. */
export type SignPlace = 'exceptions' | 'approvals' | 'due';

/** The signs of this program outside its window. */
export type Signs = {
  /** At the program's icon, where the system shows such a number; 0 takes it away. */
  badge(needing: number): void;
  /** Beside the window, unless somebody looks at it; a click brings the window to the front. */
  notify(sentence: string, place: SignPlace): void;
};
