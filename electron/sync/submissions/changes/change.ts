import type {
  OperationInput,
  OperationName,
  OperationOutput,
} from '../../../../shared/bank/catalogue.ts';
import type { Outcome } from '../../../../shared/errors.ts';
import type { UploadItem } from '../../../../shared/ipc/records.ts';
import type { BankClient } from '../../../bank/client.ts';
import type { Clock, Context } from '../../../context.ts';
import type { CacheWriter } from '../../../store/cache-writer.ts';
import type { CacheReader, Journal } from '../../../store/database.ts';
import type { Submission } from '../../../store/submissions.ts';
import type { Continuity } from '../../continuity/continuity.ts';

/** What a change is carried out with. */
export type ChangeParts = {
  readonly bank: BankClient;
  readonly journal: Journal;
  readonly cache: CacheWriter;
  readonly reader: CacheReader;
  readonly clock: Clock;
  /** Asked before anything that changes the bank is written down, and again before it leaves. */
  readonly continuity: Continuity;
  /** Hears of a submission that was made or whose state changed. */
  readonly announce: (submission: Submission) => void;
  /** Hears of an upload that was settled. */
  readonly announceUpload: (item: UploadItem) => void;
};

/** Something at the bank that carries our reference. */
export type Found = {
  readonly recordId: string;
  /** Why it cannot be what was sent, such as another amount; null when it agrees. */
  readonly mismatch: string | null;
  /** In the shape of the operation's own answer. */
  readonly answer: unknown;
};

/** How the bank is asked what came of a change. */
export type Search =
  /** Its own list, by reference. */
  | {
      readonly by: 'list';
      readonly operation: OperationName;
      readonly find: (
        parts: ChangeParts,
        submission: Submission,
        context: Context,
      ) => Promise<Outcome<readonly Found[]>>;
    }
  /** Reading the record anew, which settles the submission itself. */
  | {
      readonly by: 'reading';
      readonly read: (
        parts: ChangeParts,
        submission: Submission,
        context: Context,
      ) => Promise<Outcome<unknown>>;
    };

/** What the desk knows of one operation that changes the bank, beside its shape. */
export type Change<N extends OperationName> = {
  /** Why the answer cannot belong to what was sent; null when it does. */
  readonly mismatch?: (input: OperationInput<N>, answer: OperationOutput<N>) => string | null;
  /** The bank's identifier in its answer. */
  readonly recordId?: (answer: OperationOutput<N>) => string;
  /** Takes the answer into the local copy. */
  readonly keep?: (
    parts: ChangeParts,
    answer: OperationOutput<N>,
    submission: Submission,
  ) => Promise<void>;
  readonly search?: Search;
  /** Is it gone when it did not happen, as a price is? Then nobody sends the same again; it is made anew. */
  readonly isOnce?: true;
  /** What must still hold before a person's second sending leaves; a failure sends nothing. */
  readonly recheck?: (
    parts: ChangeParts,
    submission: Submission,
    context: Context,
  ) => Promise<Outcome<unknown>>;
  /** What its booking in the statement looks like; null where it books nothing. */
  readonly booking?: (input: OperationInput<N>) => {
    readonly accountNumber: string;
    readonly direction: 'debit' | 'credit';
    /** Decimal text; null when only the bank knows it. */
    readonly amount: string | null;
  };
};

/** The changes of one group of the catalogue. */
export type ChangesOf<Names extends OperationName> = { readonly [N in Names]: Change<N> };
