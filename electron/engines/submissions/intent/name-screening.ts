import type { PaymentWarning } from '../../../../shared/ipc/changes/payments.ts';
import type { ScreeningNote } from '../../../../shared/ipc/submissions.ts';

/** The recipient of money, as it is screened against the sanctions lists. */
export type PartyNames = {
  readonly names: readonly string[];
  /** A code or a name; null where it is not known. */
  readonly country: string | null;
};

/** Screens the names of payees and recipients before money is sent to them. Once a list is stored, an unscreened name blocks. */
export type NameScreening = {
  /** Screens a party against the present lists. Does nothing without a list, or where that was done. */
  readonly prepare: (party: PartyNames | null) => Promise<void>;
  /** Reads the lists, so that `warningsOf` can screen any party. */
  readonly ready: () => Promise<void>;
  /** The warnings about a prepared party; none without a list. Null means a party whose name is not known. */
  readonly warningsOf: (party: PartyNames | null) => readonly PaymentWarning[];
  /** The lists with which a party was screened; null without a list. */
  readonly noteOf: (party: PartyNames) => ScreeningNote | null;
};
