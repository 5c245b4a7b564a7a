import {
  isChanging,
  type ChangingOperation,
  type OperationInput,
  type OperationName,
  type OperationOutput,
} from '../../../shared/bank/catalogue.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { AppError, Outcome } from '../../../shared/errors.ts';
import type { ResemblingRow, SubmissionState } from '../../../shared/ipc/submissions.ts';
import type { PaymentWarning } from '../../../shared/ipc/changes/payments.ts';
import type { BankClient } from '../bank/client.ts';
import type { Context, DeskClock } from '../machine/context.ts';
import type { CacheReader, Journal } from '../store/database.ts';
import type { Submission } from './journal/submission-table.ts';
import type { Approval } from './approval.ts';
import type { Claims } from './claims.ts';
import type { Continuity } from './continuity.ts';
import type { Echo } from './echo.ts';
import type { StatementEvidence } from './evidence.ts';
import type { ListedDebit, RecordedDebit } from './funds/recorded.ts';
import type { NameScreening } from './intent/name-screening.ts';
import type { Sent } from './sent.ts';
import type { AnyIntent } from './intent/intent.ts';
import type { Sequence } from './sequence.ts';

/** The dependencies of a change. */
export type ChangeParts = {
  readonly bank: BankClient;
  readonly journal: Journal;
  readonly reader: CacheReader;
  readonly clock: DeskClock;
  /** Checked before a change is recorded, and again before it is sent. */
  readonly continuity: Continuity;
  /** Absent where the desk has no team; `withClaims` sets it. */
  readonly claims?: Claims;
  /** Called with a submission that was created or whose state changed. */
  readonly announce: (submission: Submission) => void;
  /** Called with a local fault after an acceptance; the acceptance stands. */
  readonly announceLocalFault: (fault: AppError) => void;
  /** Screens payees and recipients; absent where no money is sent to them. */
  readonly screening?: NameScreening;
  /** The bookings in the statements of the local copy. */
  readonly evidence: StatementEvidence;
  /** The definition of every operation that changes the bank. */
  readonly registry: ChangeRegistry;
  /** The sequence that this change belongs to; absent where it is sent alone. */
  readonly sequence?: Sequence;
  /** Receives the intent, which is then neither recorded nor sent. Absent where changes are sent. */
  readonly prepares?: (intent: AnyIntent) => void;
};

/** Adds the local copy's writer to {@link ChangeParts}. `Writes` are the methods that the noun uses. */
export type WritingParts<Writes> = ChangeParts & { readonly cache: Writes };

/** A record at the bank that carries our reference. */
export type Found<N extends ChangingOperation> = {
  readonly recordId: string;
  /** Why it cannot be what was sent, such as another amount; null where it agrees. */
  readonly mismatch: string | null;
  /** The bank's own status and reason; empty where it sends none. */
  readonly status: string;
  readonly reason: string;
  /** In the shape of the operation's own answer. */
  readonly answer: OperationOutput<N>;
};

/** The result of searching the bank's own list. */
export type ListLook<N extends ChangingOperation> = {
  /** The records that are ours by their reference. */
  readonly matches: readonly Found<N>[];
  /** Rows that may be ours; a person has to decide. */
  readonly resembling: readonly ResemblingRow[];
  /**
   * The weight of an absence. proven: another change of ours, sent at about the same time, is found in the same way. whole: the
   * list was read to its end, but no other change is known that it should show. unsure: the list may be incomplete.
   */
  readonly reach: 'proven' | 'whole' | 'unsure';
  /** The result as a sentence. */
  readonly words: string;
};

/** The way to look up the outcome of a change at the bank. */
export type Search<N extends ChangingOperation> =
  /** Searches the bank's own list by reference. */
  | {
      readonly by: 'list';
      readonly operation: OperationName;
      readonly find: (
        parts: ChangeParts,
        sent: Sent<N>,
        context: Context,
      ) => Promise<Outcome<ListLook<N>>>;
    }
  /** Reads the record anew, which settles the submission. */
  | {
      readonly by: 'reading';
      readonly read: (
        parts: ChangeParts,
        sent: Sent<N>,
        context: Context,
      ) => Promise<Outcome<unknown>>;
    }
  /** Relies on its `booking` in the statement: no list and no record shows it. */
  | { readonly by: 'statement' }
  /** Leaves it to a person to ask the bank: nothing that the desk can read shows it. */
  | { readonly by: 'person' };

/** The expected booking of a change, to find it in the statement. */
export type Booking = {
  readonly accountNumber: string;
  readonly direction: 'debit' | 'credit';
  /** Decimal text; null where any amount under our reference matches. */
  readonly amount: string | null;
  /** The currency of that amount; null where any matches. */
  readonly currency: string | null;
};

/**
 * Looks for twins of a change that is sent again: in the journal, in the team's record and in the bank's own list as it is now, by
 * the same rule as at the first sending.
 */
export type TwinCheck<N extends ChangingOperation> = {
  /** Returns the warnings that the sender has to confirm. Changes nothing. */
  readonly review: (
    parts: ChangeParts,
    sent: Sent<N>,
    context: Context,
  ) => Promise<Outcome<readonly PaymentWarning[]>>;
  /**
   * Returns the references of all twins, each of which the sender confirmed. Fails with `confirmation.required` where one was not
   * confirmed or the list could not be read, and with `input.invalid` where the sender named one that is no twin. Nothing may be
   * sent then.
   */
  readonly confirm: (
    parts: ChangeParts,
    sent: Sent<N>,
    approval: Approval,
    context: Context,
  ) => Promise<Outcome<readonly string[]>>;
};

/** The definition of one operation that changes the bank, in addition to its shape. */
export type Change<N extends ChangingOperation> = {
  /** Compares the answer with what was sent. */
  readonly echo: (sent: Sent<N>, answer: OperationOutput<N>) => Echo;
  /**
   * Returns why an answer that contradicts nothing does not show the requested change; null where it does. The outcome is unknown
   * then, and the bank is asked at once.
   */
  readonly unshown?: (
    parts: ChangeParts,
    sent: Sent<N>,
    answer: OperationOutput<N>,
  ) => string | null;
  /** Reads the bank's identifier from its answer; `none` where the change creates no record. */
  readonly recordId: ((answer: OperationOutput<N>) => string) | 'none';
  /** Saves the answer in the local copy; `not kept` where a sync or the sender does that. */
  readonly keep:
    | ((parts: ChangeParts, answer: OperationOutput<N>, sent: Sent<N>) => Promise<void>)
    | 'not kept';
  readonly search: Search<N>;
  /** Reads the bank's list briefly. Returns `outcome.duplicated` where it has the change more than once under its reference, else null. */
  readonly duplicateOf?: (
    parts: ChangeParts,
    submission: Submission,
    context: Context,
  ) => Promise<AppError | null>;
  /** True where the change takes money from its account. */
  readonly isDebit?: true;
  /** Returns the amounts in the bank's own record of the change; null where there is no record. */
  readonly recorded?: (
    parts: Pick<ChangeParts, 'reader' | 'bank' | 'journal'>,
    sent: { readonly reference: string; readonly recordId: string | null },
  ) => RecordedDebit | null;
  /** Returns the debits that the bank lists since then, from any sender. Only for an operation that takes money. */
  readonly listed?: (
    parts: Pick<ChangeParts, 'reader' | 'bank'>,
    since: Timestamp,
  ) => readonly ListedDebit[];
  /** Returns its expected booking in the statement. */
  readonly booking?: (input: OperationInput<N>) => Booking;
  /** Checks a change again before it is sent again. */
  readonly recheck?: (
    parts: ChangeParts,
    sent: Sent<N>,
    confirmation: {
      /** A person confirms the payee's bank details where the bank does not send them now. */
      readonly payeeChecked: boolean;
      readonly context: Context;
    },
  ) => Promise<Outcome<unknown>>;
  /** Checked before the change is sent again. Every operation that takes money has it, or is sent once only. */
  readonly twins?: TwinCheck<N>;
  /** Returns the values that it replaces at the bank, by the local copy; null where they are unknown. An approval rests on them. */
  readonly basis?: (
    parts: Pick<ChangeParts, 'reader'>,
    input: OperationInput<N>,
  ) => Readonly<Record<string, string>> | null;
  /** True where the change cannot be sent again and has to be made anew. */
  readonly isOnce?: true;
  /** True where the change needs no claim of the team, unless a rule names it: sending it twice moves no money. */
  readonly isUnclaimed?: true;
};

/** Returns the values that a change replaces at the bank, by the local copy; null where there are none, or they are unknown. */
export const basisOf = <N extends ChangingOperation>(
  { registry, reader }: Pick<ChangeParts, 'registry' | 'reader'>,
  operation: N,
  input: OperationInput<N>,
): Readonly<Record<string, string>> | null =>
  registry[operation].basis?.({ reader }, input) ?? null;

/** The changes of one group of the catalogue. */
export type ChangesOf<Names extends ChangingOperation> = { readonly [N in Names]: Change<N> };

/** The definitions of all operations that change the bank. */
export type ChangeRegistry = ChangesOf<ChangingOperation>;

/** Can the desk look up the outcome? If not, only a person can settle it. */
export const isLookedUp = (registry: ChangeRegistry, operation: string): boolean =>
  isChanging(operation) && registry[operation].search.by !== 'person';

/** The states from which a person may send the same again. */
export const repeatable: readonly SubmissionState[] = ['not-sent', 'not-found'];

/** May a person send the same again? */
export const mayRepeat = ({ state, operation }: Submission, registry: ChangeRegistry): boolean =>
  repeatable.includes(state) && isChanging(operation) && !registry[operation].isOnce;

/** Does a desk of a team claim the operation before it is sent? */
export const isClaimed = (registry: ChangeRegistry, operation: string): boolean =>
  isChanging(operation) && registry[operation].isUnclaimed !== true;
