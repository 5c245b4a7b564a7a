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

/** What a change is carried out with. */
export type ChangeParts = {
  readonly bank: BankClient;
  readonly journal: Journal;
  readonly reader: CacheReader;
  readonly clock: DeskClock;
  /** Asked before anything that changes the bank is written down, and again before it leaves. */
  readonly continuity: Continuity;
  /** Absent where the desk has no team; `withClaims` sets it. */
  readonly claims?: Claims;
  /** Called with a submission that was created or changed its state. */
  readonly announce: (submission: Submission) => void;
  /** Called with a local fault after an acceptance, which it does not change. */
  readonly announceLocalFault: (fault: AppError) => void;
  /** Screens payees and recipients; absent where nothing is sent to them. */
  readonly screening?: NameScreening;
  /** The bookings in the statements of the local copy. */
  readonly evidence: StatementEvidence;
  /** The definition of every operation that changes the bank. */
  readonly registry: ChangeRegistry;
  /** What this one is sent as a part of; absent where it is sent alone. */
  readonly sequence?: Sequence;
  /** Takes what would be sent: nothing is written down or sent then. Absent where changes are sent. */
  readonly prepares?: (intent: AnyIntent) => void;
};

/** The same for a noun that writes into the local copy: `Writes` are its own methods of the writer. */
export type WritingParts<Writes> = ChangeParts & { readonly cache: Writes };

/** Something at the bank that carries our reference. */
export type Found<N extends ChangingOperation> = {
  readonly recordId: string;
  /** Why it cannot be what was sent, such as another amount; null when it agrees. */
  readonly mismatch: string | null;
  /** The bank's own status and reason; empty where it sends none. */
  readonly status: string;
  readonly reason: string;
  /** In the shape of the operation's own answer. */
  readonly answer: OperationOutput<N>;
};

/** What a look at the bank's own list brought. */
export type ListLook<N extends ChangingOperation> = {
  /** What is ours by its reference. */
  readonly matches: readonly Found<N>[];
  /** Rows that may be ours; a person has to decide. */
  readonly resembling: readonly ResemblingRow[];
  /**
   * What it means when neither is there. proven: another change of ours, sent near it, is found in the same way. whole: the
   * list was read to its end, but nothing is known that it should show. unsure: it does not show all it has.
   */
  readonly reach: 'proven' | 'whole' | 'unsure';
  /** The same as a sentence. */
  readonly words: string;
};

/** How the bank is asked what came of a change. */
export type Search<N extends ChangingOperation> =
  /** Its own list, by reference. */
  | {
      readonly by: 'list';
      readonly operation: OperationName;
      readonly find: (
        parts: ChangeParts,
        sent: Sent<N>,
        context: Context,
      ) => Promise<Outcome<ListLook<N>>>;
    }
  /** Reading the record anew, which settles the submission itself. */
  | {
      readonly by: 'reading';
      readonly read: (
        parts: ChangeParts,
        sent: Sent<N>,
        context: Context,
      ) => Promise<Outcome<unknown>>;
    }
  /** No list and no reading shows it: only its `booking` in the statement does. */
  | { readonly by: 'statement' }
  /** Nothing that the desk can read shows it: a person has to ask the bank. */
  | { readonly by: 'person' };

/** Where a change is booked, so that it can be found in the statement. */
export type Booking = {
  readonly accountNumber: string;
  readonly direction: 'debit' | 'credit';
  /** Decimal text; null where any amount under our reference is it. */
  readonly amount: string | null;
  /** Of that amount; null where any is. */
  readonly currency: string | null;
};

/**
 * Looks for what looks the same as something that is sent again: in the journal, in the record of the team and in the bank's own
 * list as it is now, by the rule of the first sending.
 */
export type TwinCheck<N extends ChangingOperation> = {
  /** The warnings that its sender has to confirm; changes nothing. */
  readonly review: (
    parts: ChangeParts,
    sent: Sent<N>,
    context: Context,
  ) => Promise<Outcome<readonly PaymentWarning[]>>;
  /**
   * Ok: the references of all twins, each of which the sender confirmed. `confirmation.required` where one was not, or the list
   * could not be read; `input.invalid` where the sender named what is no twin. Nothing may be sent then.
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
   * Why an answer that contradicts nothing does not show what was asked for, in words; null where it does. Nobody knows what came
   * of it then, and the bank is asked at once.
   */
  readonly unshown?: (
    parts: ChangeParts,
    sent: Sent<N>,
    answer: OperationOutput<N>,
  ) => string | null;
  /** The bank's identifier in its answer; `none` where it makes no record of its own. */
  readonly recordId: ((answer: OperationOutput<N>) => string) | 'none';
  /** Saves the answer in the local copy; `not kept` where a sync brings it, or the sender saves it. */
  readonly keep:
    | ((parts: ChangeParts, answer: OperationOutput<N>, sent: Sent<N>) => Promise<void>)
    | 'not kept';
  readonly search: Search<N>;
  /** `outcome.duplicated` where the bank's list has the change more than once under its reference, by one short reading; else null. */
  readonly duplicateOf?: (
    parts: ChangeParts,
    submission: Submission,
    context: Context,
  ) => Promise<AppError | null>;
  /** It takes money from the account that it is about. */
  readonly isDebit?: true;
  /** What the bank's own record of it shows of its money; null where there is no record. */
  readonly recorded?: (
    parts: Pick<ChangeParts, 'reader' | 'bank' | 'journal'>,
    sent: { readonly reference: string; readonly recordId: string | null },
  ) => RecordedDebit | null;
  /** Debits that the bank lists as made since then, from here or from elsewhere; only of an operation that takes money. */
  readonly listed?: (
    parts: Pick<ChangeParts, 'reader' | 'bank'>,
    since: Timestamp,
  ) => readonly ListedDebit[];
  /** Its booking in the statement. */
  readonly booking?: (input: OperationInput<N>) => Booking;
  /** Judges what is sent again once more, before it leaves. */
  readonly recheck?: (
    parts: ChangeParts,
    sent: Sent<N>,
    confirmation: {
      /** A person confirms the payee's bank details where the bank does not send them now. */
      readonly payeeChecked: boolean;
      readonly context: Context;
    },
  ) => Promise<Outcome<unknown>>;
  /** Asked before it is sent again; every operation that takes money has it, or is sent once. */
  readonly twins?: TwinCheck<N>;
  /** What it replaces at the bank by the local copy, field by field; null where that is not known. An approval rests on it. */
  readonly basis?: (
    parts: Pick<ChangeParts, 'reader'>,
    input: OperationInput<N>,
  ) => Readonly<Record<string, string>> | null;
  /** True when the same cannot be sent again: it has to be made anew. */
  readonly isOnce?: true;
  /** True when a desk sends it without a claim of its team, unless a rule names it: sent twice, it moves no money. */
  readonly isUnclaimed?: true;
};

/** What a change replaces at the bank by the local copy; null where it replaces nothing, or that is not known. */
export const basisOf = <N extends ChangingOperation>(
  { registry, reader }: Pick<ChangeParts, 'registry' | 'reader'>,
  operation: N,
  input: OperationInput<N>,
): Readonly<Record<string, string>> | null =>
  registry[operation].basis?.({ reader }, input) ?? null;

/** The changes of one group of the catalogue. */
export type ChangesOf<Names extends ChangingOperation> = { readonly [N in Names]: Change<N> };

/** Every operation with an effect: whoever composes the desk leaves none out. */
export type ChangeRegistry = ChangesOf<ChangingOperation>;

/** Can the desk look up the outcome? Where not, only a person can settle it. */
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
