import { z } from 'zod';

import type { Stamp } from '../../actor.ts';
import type { More } from '../../bank/required-fields.ts';
import type { IsoDate, Timestamp } from '../../calendar/calendar.ts';
import type { LinesArrival } from '../../calendar/file-arrivals.ts';
import { limits } from '../../limits.ts';
import type { Money } from '../../money/money.ts';
import type { UnknownAccount } from '../accounts/accounts.ts';
import type { BalanceChange } from './conversions.ts';
import { type PaymentWarningKind, type PaymentWarning, acknowledged } from './payments.ts';
import {
  answers,
  doneAct,
  nothing,
  id,
  accountNumber,
  type DoneAct,
  type ManyChanged,
} from '../route.ts';
import type { SubmissionView } from '../submissions.ts';

const page = { index: z.int().min(0), limit: z.int().min(1).max(limits.listRowsMax) };

/**
 * at-bank: the bank has it already, by another desk or an earlier state of this one; nothing was sent · later: for a later day, it is
 * scheduled when the file is sent · scheduled: it waits for its day under Due.
 */
export type PaymentFileLineState =
  | 'invalid'
  | 'ready'
  | 'skipped'
  | 'later'
  | 'scheduled'
  | 'at-bank'
  | SubmissionView['state'];

/** The decimal mark of an amount. */
export type Decimals = 'point' | 'comma';

/** One column of a file whose heading is not known. */
export type FileColumn = {
  /** As the file writes it; `Column 2` where it writes none. */
  readonly heading: string;
  /** What its values look like, in words. */
  readonly description: string;
  /** What it may mean by its values or its heading; never applied without a person. */
  readonly guess: string | null;
  /** The decimal mark of its amounts; a person must decide where it is ambiguous or mixed. */
  readonly decimals: Decimals | 'mixed' | 'ambiguous' | 'whole';
};

/** A description of the columns of a file. */
export type SeenColumns = {
  readonly fileName: string;
  /** The line of the file on which the first payment is, from 1. */
  readonly firstLine: number;
  readonly columns: readonly FileColumn[];
  /** What a column can mean, with its label. */
  readonly fields: readonly { readonly name: string; readonly label: string }[];
  /** Its first lines, titles and heading too. */
  readonly lines: readonly { readonly line: number; readonly cells: readonly string[] }[];
  /** Why a person is asked. */
  readonly why: string;
};

/** A file that waits until a person has assigned its columns. */
export type FileToMatch = SeenColumns & {
  readonly fileId: string;
  /** Used for lines that name no account. */
  readonly accountNumber: string | null;
  /** The assignment so far; null before the first. */
  readonly draft: ColumnMatchDraft | null;
};

/** The assignment of a file's columns so far, a field for each column; empty: it is not used. */
export type ColumnMatchDraft = z.output<typeof columnMatchDraft>;

const columnMatchDraft = z.strictObject({
  fields: z.array(z.string().max(100)).max(201),
  decimals: z.enum(['point', 'comma']).nullable(),
  firstLine: z.int().min(1),
  remember: z.boolean(),
});

/** The assignment of a file's columns: field -> column, from 0. */
export type ColumnMatch = z.output<typeof columnMatch>;

const columnMatch = z.strictObject({
  columns: z.record(z.string().max(100), z.int().min(0).max(200)),
  decimals: z.enum(['point', 'comma']).nullable(),
  firstLine: z.int().min(1),
  /** Files of the same shape are read the same way from now on. */
  remember: z.boolean(),
});

/** A column of unknown meaning under a heading that is otherwise known. The file cannot be sent before it is confirmed. */
export type ProposedColumn = {
  /** From 0. */
  readonly at: number;
  readonly heading: string;
  /** Its first values. */
  readonly examples: readonly string[];
  /** The provisional meaning with which its lines were read; null: not used. */
  readonly field: string | null;
};

/** A person's answer for such a column. */
export type ConfirmedColumn = z.output<typeof confirmedColumn>;

const confirmedColumn = z.strictObject({
  at: z.int().min(0).max(200),
  field: z.string().max(100).nullable(),
});

/** A match that is remembered. */
export type KnownShape = {
  readonly shapeId: string;
  /** The file that it was matched for. */
  readonly fileName: string;
  readonly savedAt: Timestamp;
  /** `Betrag: amount`, a column each. */
  readonly columns: readonly string[];
  readonly decimals: Decimals | null;
};

/** A change that a person made to a line of a file that was read. The file itself is not changed. */
export type LineRepair = Stamp & {
  readonly field: RepairedField;
  /** What the line had before, as a person reads it. */
  readonly was: string;
  /** What it has instead: the payee's ID, or the text; null where it is again as in the file. */
  readonly to: string | null;
};

export type RepairedField = 'payee' | 'account' | 'amount' | 'currency' | 'reference' | 'narration';

/** The findings of the check of a payment file about one of its lines. */
export type CheckedLine = {
  /** Its line in the file, from 1; the heading counts. */
  readonly line: number;
  readonly reference: string;
  readonly accountNumber: string;
  readonly beneficiaryId: string;
  readonly payeeName: string;
  readonly amount: Money | null;
  /** As the file has it, where it could not be read. */
  readonly amountText: string;
  readonly narration: string;
  /** The later day that the file gives it, and the day on which it is due once it is scheduled; absent without one. */
  readonly due?: { readonly entered: IsoDate; readonly day: IsoDate; readonly moved?: string };
  /** The fields that the bank file requires, by its names, as the payment file has them; absent where it has none. */
  readonly more?: More;
  /** Field -> what is wrong with it, in whole sentences; the fields that the bank file requires as `more.NAME`. */
  readonly problems: Readonly<Record<string, string>>;
  readonly warnings: readonly PaymentWarning[];
  /** Oldest first; absent where it was not repaired. */
  readonly repairs?: readonly LineRepair[];
};

export type PaymentFileLine = CheckedLine & {
  readonly state: PaymentFileLineState;
  readonly submissionId: string | null;
  readonly transferId: string | null;
  /** Accepted: true where the bank confirms that it is this line. Null where it was not accepted, or the bank was not asked. */
  readonly confirmed: boolean | null;
  readonly error: string | null;
};

/** A saved payee that an unknown one may be, with what was paid to it before. */
export type NearPayee = {
  readonly entityId: string;
  readonly name: string;
  readonly accountNumber: string;
  /** False where the line states another account number. */
  readonly hasLinesAccount: boolean;
  /** Among the newest payments. */
  readonly payments: number;
  readonly lastPaidAt: Timestamp | null;
  /** When the same amount was last paid to it. */
  readonly sameAmountAt: Timestamp | null;
};

/** A line that cannot be sent, with what may repair it. */
export type LineToRepair = {
  readonly line: PaymentFileLine;
  /** The number of its repairs so far: a repair states the one it was decided on. */
  readonly revision: number;
  readonly payees: readonly NearPayee[];
  /** The payee that an account number or earlier payments support; null where nothing does. */
  readonly likelyPayee: string | null;
  /** Our accounts that can pay it; only where another one must. */
  readonly accounts: readonly {
    readonly accountNumber: string;
    readonly accountName: string;
    readonly currency: string;
  }[];
  readonly likelyAccount: string | null;
  /** The newest payment to its payee. */
  readonly lastPaid: { readonly at: Timestamp; readonly amount: Money } | null;
};

/** What a person repairs; `undo` takes back every repair of the line. */
export type Repair = z.output<typeof repair>;

const repair = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('payee'), entityId: id }),
  z.strictObject({ kind: z.literal('account'), accountNumber }),
  z.strictObject({
    kind: z.literal('amount'),
    amount: z.string().max(100),
    currency: z.string().max(10),
  }),
  z.strictObject({
    kind: z.literal('text'),
    field: z.enum(['reference', 'narration']),
    text: z.string().max(1_000),
  }),
  z.strictObject({ kind: z.literal('undo') }),
]);

/** problems: what a person must look at · open: not sent yet, or without an answer · sent: the bank has it. */
export type PaymentFileFilter = 'all' | 'problems' | 'open' | 'sent';

export type PaymentFileState = 'ready' | 'sending' | 'stopped' | 'done';

export type PaymentFileTotals = {
  readonly currency: string;
  readonly lines: number;
  readonly amount: Money;
  readonly accountNumber: string;
  /** What has left or will leave the account already; it is deducted from `balance.after`. Null where nothing has. */
  readonly inFlight: Money | null;
  readonly balance: BalanceChange;
  readonly coversIt: boolean | null;
};

export type PaymentFile = {
  readonly batchId: string;
  readonly fileName: string;
  readonly addedAt: Timestamp;
  readonly state: PaymentFileState;
  readonly counts: Readonly<Record<PaymentFileLineState, number>>;
  readonly lines: number;
  /** How many lines each filter shows. */
  readonly found: Readonly<Record<PaymentFileFilter, number>>;
  /** Remarks on how the file was read, such as a column that is not used. */
  readonly notes: readonly string[];
  /** Columns to confirm before the file can be sent; empty where there are none. */
  readonly proposed: readonly ProposedColumn[];
  /** What each of them can mean, with its label; empty where there are none. */
  readonly proposedFields: readonly { readonly name: string; readonly label: string }[];
  /** Accounts to pay from that are none of ours as the file writes them. */
  readonly unknownAccounts: readonly UnknownAccount[];
  /** Of the lines that are still to be sent, by account and currency. */
  readonly totals: readonly PaymentFileTotals[];
  /** The same file was dropped before. */
  readonly duplicateOf: string | null;
  /** Digest of the twins and unread payees that were found; a confirmation is valid for these alone. */
  readonly seal: string;
  /** Warnings that must be acknowledged before it is sent, with the count of their lines. */
  readonly toConfirm: readonly { readonly kind: PaymentWarningKind; readonly lines: number }[];
  /** Why it stopped without a person, such as no network. */
  readonly stopReason: string | null;
};

export const paymentFilesRoutes = {
  /** Reads a payment file, CSV, XLSX or pain.001; nothing is sent. `accountNumber` is for the lines that name none. */
  'paymentFiles.add': answers<PaymentFile>().to(
    z.strictObject({
      fileName: z.string().min(1).max(1_000),
      bytes: z.instanceof(Uint8Array),
      accountNumber: accountNumber.optional(),
    }),
  ),
  /** Describes the columns of a file, for a person to assign them. The file waits, encrypted, until it is matched or dismissed. */
  'paymentFiles.columns': answers<FileToMatch>().to(
    z.strictObject({
      fileName: z.string().min(1).max(1_000),
      bytes: z.instanceof(Uint8Array),
      accountNumber: accountNumber.optional(),
    }),
  ),
  'paymentFiles.waiting': answers<{
    rows: readonly { fileId: string; fileName: string; addedAt: Timestamp }[];
  }>().to(nothing),
  /** Describes a waiting file; `firstLine`: where its payments begin, as a person says. */
  'paymentFiles.lookAt': answers<FileToMatch>().to(
    z.strictObject({ fileId: id, firstLine: z.int().min(1).optional() }),
  ),
  /** Saves the assignment of its columns so far. */
  'paymentFiles.saveDraft': answers<{ saved: true }>().to(
    z.strictObject({ fileId: id, draft: columnMatchDraft }),
  ),
  /** Reads a waiting file by the assignment of its columns, and checks its payments; nothing is sent. */
  'paymentFiles.match': answers<PaymentFile>().to(
    z.strictObject({ fileId: id, match: columnMatch, accountNumber: accountNumber.optional() }),
  ),
  'paymentFiles.dismiss': answers<{ dismissed: true }>().to(z.strictObject({ fileId: id })),
  'paymentFiles.shapes': answers<{ rows: readonly KnownShape[] }>().to(nothing),
  /** Forgets a shape: its files are asked about again. */
  'paymentFiles.forgetShape': answers<{ forgotten: true }>().to(z.strictObject({ shapeId: id })),
  'paymentFiles.list': answers<{ rows: readonly PaymentFile[] }>().to(nothing),
  'paymentFiles.get': answers<PaymentFile>().to(z.strictObject({ batchId: id })),
  /** When its unsent lines arrive, grouped by currency and day. */
  'paymentFiles.arrivals': answers<{ rows: readonly LinesArrival[] }>().to(
    z.strictObject({ batchId: id }),
  ),
  'paymentFiles.lines': answers<{
    index: number;
    total: number;
    rows: readonly PaymentFileLine[];
  }>().to(
    z.strictObject({
      batchId: id,
      only: z.enum(['all', 'problems', 'open', 'sent']),
      ...page,
    }),
  ),
  /** How many lines come before a line in its file; null where the file has no such line. */
  'paymentFiles.locate': answers<{ index: number | null }>().to(
    z.strictObject({ batchId: id, line: z.int().min(1) }),
  ),
  /** Leaves lines out, or takes them in again, before they are sent, in one act. A line that was sent is skipped. */
  'paymentFiles.skip': answers<DoneAct & { readonly file: PaymentFile }>().to(
    z.strictObject({
      batchId: id,
      lines: z.array(z.int().min(1)).min(1).max(limits.actItemsMax),
      skipped: z.boolean(),
    }),
  ),
  'paymentFiles.undoSkip': answers<ManyChanged & { readonly file: PaymentFile }>().to(
    doneAct.extend({ batchId: id }),
  ),
  /** The first lines that cannot be sent, with what may repair each; `total` counts all of them. */
  'paymentFiles.repairs': answers<{ total: number; rows: readonly LineToRepair[] }>().to(
    z.strictObject({ batchId: id }),
  ),
  /** Repairs a line that was not sent, and checks the file again. Refused where the line was repaired since `revision`. */
  'paymentFiles.repair': answers<PaymentFile>().to(
    z.strictObject({ batchId: id, line: z.int().min(1), revision: z.int().min(0), repair }),
  ),
  /** Confirms what the columns of unknown meaning are, and checks the file again. */
  'paymentFiles.confirmColumns': answers<PaymentFile>().to(
    z.strictObject({ batchId: id, columns: z.array(confirmedColumn).min(1).max(201) }),
  ),
  /** Releases a line that is held because the bank may have it; all such lines where none is named. */
  'paymentFiles.release': answers<PaymentFile>().to(
    z.strictObject({ batchId: id, line: z.int().min(1).nullable(), by: z.string().max(100) }),
  ),
  /** Sends the lines that are ready, one after the other at the bank's pace; also after a stop or a crash. */
  'paymentFiles.start': answers<PaymentFile>().to(
    z.strictObject({ batchId: id, acknowledged, seal: z.string().max(64) }),
  ),
  'paymentFiles.stop': answers<PaymentFile>().to(z.strictObject({ batchId: id })),
  /** Forgets a file of which nothing was sent. */
  'paymentFiles.remove': answers<{ removed: true }>().to(z.strictObject({ batchId: id })),
  /** Asks where to save, then writes every line with its outcome. */
  'paymentFiles.saveResult': answers<
    { saved: true; fileName: string; lines: number } | { saved: false }
  >().to(z.strictObject({ batchId: id })),
};
