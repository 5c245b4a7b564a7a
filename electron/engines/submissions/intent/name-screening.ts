import type { PaymentWarning } from '../../../../shared/ipc/changes/payments.ts';
import type { ScreeningNote } from '../../../../shared/ipc/submissions.ts';

/** Whom money goes to, as the lists of sanctions are searched for it. */
export type PartyNames = {
  readonly names: readonly string[];
  /** A code or a name; null where it is not known. */
  readonly country: string | null;
};

/** Screens the names of payees and recipients before money is sent to them. Whatever was not screened blocks, once a list is stored. */
export type NameScreening = {
  /** Screens a party with the lists as they stand; does nothing without a list, or where that was done. */
  readonly prepare: (party: PartyNames | null) => Promise<void>;
  /** Reads the lists, so that `warningsOf` can screen any party. */
  readonly ready: () => Promise<void>;
  /** The warning about a party that was prepared; none without a list. Null stands for a party whose name is not known. */
  readonly warningsOf: (party: PartyNames | null) => readonly PaymentWarning[];
  /** With which lists a party was screened; null without a list. */
  readonly noteOf: (party: PartyNames) => ScreeningNote | null;
};
