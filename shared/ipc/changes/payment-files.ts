import { z } from 'zod';

import type { More } from '../../bank/required-fields.ts';
import type { Timestamp } from '../../calendar/calendar.ts';
import { limits } from '../../limits.ts';
import type { Money } from '../../money/money.ts';
import type { UnknownAccount } from '../accounts/accounts.ts';
import type { BalanceChange } from './conversions.ts';
import { type PaymentWarningKind, type PaymentWarning, acknowledged } from './payments.ts';
import { answers, nothing, id, accountNumber } from '../route.ts';
import type { SubmissionView } from '../submissions.ts';

const page = { index: z.int().min(0), limit: z.int().min(1).max(limits.listRowsMax) };

/** at-bank: the bank has it already, by another desk or an earlier state of this one; nothing was sent. */
export type PaymentFileLineState =
  | 'invalid'
  | 'ready'
  | 'skipped'
  | 'at-bank'
  | SubmissionView['state'];

/** What stands before the decimals of an amount. */
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

/** What the columns of a file look like. */
export type SeenColumns = {
  readonly fileName: string;
  /** Of the file that was looked at: the first payment stands on it, from 1. */
  readonly firstLine: number;
  readonly columns: readonly FileColumn[];
  /** What a column can mean, with its label. */
  readonly fields: readonly { readonly name: string; readonly label: string }[];
  /** Its first lines, titles and heading too. */
  readonly lines: readonly { readonly line: number; readonly cells: readonly string[] }[];
  /** Why it is asked. */
  readonly why: string;
};

/** A file that waits until a person has said what its columns mean. */
export type FileToMatch = SeenColumns & {
  readonly fileId: string;
  /** Serves the lines that name no account. */
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
  /** Files of the same shape are read so from now on. */
  remember: z.boolean(),
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

/** What the check of a payment file finds out about one of its lines. */
export type CheckedLine = {
  /** Where it stands in the file, from 1; the heading is one of them. */
  readonly line: number;
  readonly reference: string;
  readonly accountNumber: string;
  readonly beneficiaryId: string;
  readonly payeeName: string;
  readonly amount: Money | null;
  /** As the file has it, where it could not be read. */
  readonly amountText: string;
  readonly narration: string;
  /** The fields that the bank file requires, by its names, as the payment file has them; absent where it has none. */
  readonly more?: More;
  /** Field -> what is wrong with it; the fields that the bank file requires as `more.NAME`. */
  readonly problems: Readonly<Record<string, string>>;
  readonly warnings: readonly PaymentWarning[];
};

export type PaymentFileLine = CheckedLine & {
  readonly state: PaymentFileLineState;
  readonly submissionId: string | null;
  readonly transferId: string | null;
  /** Accepted: true where the bank confirms that it is this line. Null where it was not accepted, or the bank was not asked. */
  readonly confirmed: boolean | null;
  readonly error: string | null;
};

/** problems: what a person must look at · open: not sent yet, or without an answer · sent: the bank has it. */
export type PaymentFileFilter = 'all' | 'problems' | 'open' | 'sent';

export type PaymentFileState = 'ready' | 'sending' | 'stopped' | 'done';

export type PaymentFileTotals = {
  readonly currency: string;
  readonly lines: number;
  readonly amount: Money;
  readonly accountNumber: string;
  /** What has left or will leave the account already; it is taken off `balance.after`. Null where nothing is. */
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
  /** What to know of how the file was read, such as a column that is not used. */
  readonly notes: readonly string[];
  /** Accounts to pay from that are none of ours as the file writes them. */
  readonly unknownAccounts: readonly UnknownAccount[];
  /** Of the lines that are still to be sent, by account and currency. */
  readonly totals: readonly PaymentFileTotals[];
  /** The same file was dropped before. */
  readonly duplicateOf: string | null;
  /** Stands for the twins and unread payees that were found; what is confirmed is these and no others. */
  readonly seal: string;
  /** Warnings that must be acknowledged before it is sent, with the count of their lines. */
  readonly toConfirm: readonly { readonly kind: PaymentWarningKind; readonly lines: number }[];
  /** Why it stopped by itself, such as no network. */
  readonly stopReason: string | null;
};

export const paymentFilesRoutes = {
  /** Reads a payment file, CSV, XLSX or pain.001; nothing is sent. `accountNumber` serves the lines that name none. */
  'paymentFiles.add': answers<PaymentFile>().to(
    z.strictObject({
      fileName: z.string().min(1).max(1_000),
      bytes: z.instanceof(Uint8Array),
      accountNumber: accountNumber.optional(),
    }),
  ),
  /** What the columns of a file look like, for a person to say what they mean; it waits for that, encrypted, until it is matched or dismissed. */
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
  /** One that waits; `firstLine` where a person says that its payments begin there. */
  'paymentFiles.lookAt': answers<FileToMatch>().to(
    z.strictObject({ fileId: id, firstLine: z.int().min(1).optional() }),
  ),
  /** Saves the assignment of its columns so far. */
  'paymentFiles.saveDraft': answers<{ saved: true }>().to(
    z.strictObject({ fileId: id, draft: columnMatchDraft }),
  ),
  /** Reads a file that waits as it was matched, and checks its payments; nothing is sent. */
  'paymentFiles.match': answers<PaymentFile>().to(
    z.strictObject({ fileId: id, match: columnMatch, accountNumber: accountNumber.optional() }),
  ),
  'paymentFiles.dismiss': answers<{ dismissed: true }>().to(z.strictObject({ fileId: id })),
  'paymentFiles.shapes': answers<{ rows: readonly KnownShape[] }>().to(nothing),
  /** A file of that shape is asked about again. */
  'paymentFiles.forgetShape': answers<{ forgotten: true }>().to(z.strictObject({ shapeId: id })),
  'paymentFiles.list': answers<{ rows: readonly PaymentFile[] }>().to(nothing),
  'paymentFiles.get': answers<PaymentFile>().to(z.strictObject({ batchId: id })),
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
  /** How many lines stand before a line in its file; null where the file has no such line. */
  'paymentFiles.locate': answers<{ index: number | null }>().to(
    z.strictObject({ batchId: id, line: z.int().min(1) }),
  ),
  /** Leaves a line out, or takes it in again, before it is sent. */
  'paymentFiles.skip': answers<PaymentFile>().to(
    z.strictObject({ batchId: id, line: z.int().min(1), skipped: z.boolean() }),
  ),
  /** Lets a line go that is held because the bank may have it; all such lines where none is named. */
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
  /** Asks where to save, then writes every line with what came of it. */
  'paymentFiles.saveResult': answers<
    { saved: true; fileName: string; lines: number } | { saved: false }
  >().to(z.strictObject({ batchId: id })),
};
