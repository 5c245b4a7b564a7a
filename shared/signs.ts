/** Where a click on a sentence leads in the window. */
export type SignPlace = 'exceptions' | 'approvals' | 'due';

/** The signs of this program outside its window. */
export type Signs = {
  /** Shows the number at the program's icon, where the system can; 0 removes it. */
  badge(needing: number): void;
  /** Shows a sentence outside the window, unless somebody is looking at the window; a click brings it to the front. */
  notify(sentence: string, place: SignPlace): void;
};
