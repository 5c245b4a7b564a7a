import { z } from 'zod';

import type { IsoDate, Timestamp } from '../../calendar/calendar.ts';
import type { AppError } from '../../errors.ts';
import type { Money } from '../../money/money.ts';
import { answers, nothing } from '../route.ts';
import type { SubmissionState, JournalStatus } from '../submissions.ts';

/** Where the bank shows something. */
export type BankSource = 'transfers' | 'trades' | 'statement';

/** How many, and what they add up to. */
export type Tally = { readonly count: number; readonly sum: Money };

/** One day of one account and currency, by both sides. */
export type ReconcileDay = {
  readonly date: IsoDate;
  /** Empty where the bank does not send it. */
  readonly accountNumber: string;
  readonly currency: string;
  /** What the journal had before anything was adopted. */
  readonly journal: Tally;
  /** What the bank shows under a reference. */
  readonly bank: Tally;
  /** Debits without a reference, which nothing explains. */
  readonly unexplained: Tally;
};

/** One payment as one side or both have it. */
export type ReconcileRow = {
  readonly reference: string;
  readonly date: IsoDate;
  readonly accountNumber: string;
  /** The payee, as far as it is known. */
  readonly counterparty: string;
  /** Null where it is not known. */
  readonly amount: Money | null;
  /** The bank's own status; empty where it sends none. */
  readonly status: string;
  /** Where the bank shows it; empty where it does not. */
  readonly sources: readonly BankSource[];
  /** The bank's own identifiers of it. */
  readonly recordIds: readonly string[];
  /** Its state in the journal. */
  readonly state: SubmissionState;
  /** A remark for a person, in one sentence; null where there is none. */
  readonly remark: string | null;
};

/** A debit without a reference. */
export type UnexplainedDebit = {
  readonly accountNumber: string;
  readonly entryId: string;
  readonly date: IsoDate;
  readonly amount: Money;
  readonly narration: string;
};

/** A request to the bank, and how completely it was answered. */
export type ReconcileAnswer = {
  /** In words, such as `the list of transfers`. */
  readonly what: string;
  /**
   * whole: read to its end, and consistent · doubtful: read, but not proven · closed: this bank has none · failed: not answered to its end.
   */
  readonly state: 'whole' | 'doubtful' | 'closed' | 'failed';
  readonly rows: number;
  /** Why it is not whole; null when it is. */
  readonly why: string | null;
};

/**
 * open: sending is open · confirm: a named person may open it · look: the same, once they looked at what could not be asked in
 * the bank's own records · closed: it cannot be opened yet.
 */
export type ReconcileVerdict = 'open' | 'confirm' | 'look' | 'closed';

export type ReconcileKind =
  | 'found'
  | 'corrected'
  | 'different'
  | 'notShown'
  | 'open'
  | 'unexplained';

/** Journal and bank, compared. */
export type ReconcileReport = {
  readonly comparedAt: Timestamp;
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** The state of the journal when the bank was asked. */
  readonly journalStatus: JournalStatus;
  readonly verdict: ReconcileVerdict;
  /** What keeps it closed, or what to look at first; in sentences. */
  readonly reasons: readonly string[];
  /** Next steps, in one sentence. */
  readonly next: string;
  readonly answers: readonly ReconcileAnswer[];
  /** How many there are of each, even where fewer are shown. */
  readonly counts: Readonly<Record<ReconcileKind, number>>;
  /** Newest first, and so are the lists. */
  readonly days: readonly ReconcileDay[];
  /** Both have it, and it agrees. */
  readonly agreeing: number;
  /** The bank has it and the journal lacked it: adopted, now or before. */
  readonly found: readonly ReconcileRow[];
  readonly newlyFound: number;
  /** The journal had it as not sent, but the bank has it: it is accepted now. */
  readonly corrected: readonly ReconcileRow[];
  /** Both have it, with another amount, account or currency. */
  readonly different: readonly ReconcileRow[];
  /** The journal has it, and the bank does not show it. */
  readonly notShown: readonly ReconcileRow[];
  /** Sent, and still without an answer. */
  readonly open: readonly ReconcileRow[];
  readonly unexplained: readonly UnexplainedDebit[];
};

/** The comparison as the window shows it. */
export type ReconcileView = {
  readonly journalStatus: JournalStatus;
  /** The bank is being asked; what for, in words. Null when it is not. */
  readonly asking: string | null;
  /** Of this run of the desk; null before the first. Long lists are cut to `limits.listRowsMax`. */
  readonly report: ReconcileReport | null;
  readonly error: AppError | null;
};

export const reconcileRoutes = {
  'reconcile.get': answers<ReconcileView>().to(nothing),
  /** Reads only; answers at once, progress comes as `reconcile.progressed`. `accountNumbers` are added to the known accounts. */
  'reconcile.ask': answers<ReconcileView>().to(
    z.strictObject({ accountNumbers: z.array(z.string().min(1).max(64)).max(500).optional() }),
  ),
  'reconcile.stop': answers<ReconcileView>().to(nothing),
  /** `confirmation` is the bank's name, typed; `hasLooked`: in the bank's own records, for what could not be asked. */
  'reconcile.open': answers<ReconcileView>().to(
    z.strictObject({
      by: z.string().max(100),
      confirmation: z.string().max(200),
      hasLooked: z.boolean(),
    }),
  ),
};
