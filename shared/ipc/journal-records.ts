import type { Timestamp } from '../calendar.ts';

/**
 * whole: nothing is missing · unchecked: a first start, or a data folder that came from elsewhere: nothing on this
 * machine could tell · damaged: it could not be read · missing: it was gone · older: this machine knows of sends that
 * are not in it · foreign: it is another folder's or another bank's. With the last four nothing that changes the bank
 * is sent.
 */
export type JournalState = 'whole' | 'unchecked' | LockedJournalState;
export type LockedJournalState = 'damaged' | 'missing' | 'older' | 'foreign';

/** How the record of what was sent compares with what this machine remembers of it. */
export type JournalStanding = {
  readonly state: JournalState;
  /** When it was found to be so; null for `whole` and `unchecked`. */
  readonly since: Timestamp | null;
  /** The last send that both sides know: where reconciling begins. Null when no such moment is known. */
  readonly knownUntil: Timestamp | null;
  /** When the newest send was claimed, by the furthest witness. */
  readonly lastSentAt: Timestamp | null;
  /** Sends in the journal. */
  readonly sends: number;
  /** Sends that the furthest witness knows. */
  readonly expectedSends: number;
};

/** Is sending closed until a person has reconciled the journal with the bank? */
export const isLockedState = (state: JournalState): state is LockedJournalState =>
  state !== 'whole' && state !== 'unchecked';
