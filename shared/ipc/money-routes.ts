import { z } from 'zod';

import { NewBeneficiary } from '../bank/beneficiaries.ts';
import { namedTexts, Reference } from '../bank/operation.ts';
import { ReceivableOrder } from '../bank/receivables.ts';
import { RemittanceOrder } from '../bank/remittances.ts';
import type { Timestamp } from '../calendar.ts';
import { limits } from '../limits.ts';
import type { LockResult, QuoteView, TradeDetail, TradeRow } from './conversion-records.ts';
import type { ExceptionItem } from './exception-records.ts';
import type { BeneficiaryRow } from './records.ts';
import type { PayeeCheck, Quarantine } from './payee-records.ts';
import type { BatchLine, BatchView, PaymentRow, TransferReview } from './payment-records.ts';
import type { OpenOrder, ReceivableRow, RemittanceRow } from './register-records.ts';
import { answers, id, nothing } from './route.ts';
import type { SubmissionDetail, SubmissionView } from './submission-records.ts';

const accountNumber = z.string().min(1).max(64);
const amount = z.string().min(1).max(40);
const currency = z.string().length(3);
const search = z.string().max(limits.searchTextMax);
const page = { index: z.int().min(0), limit: z.int().min(1).max(limits.listRowsMax) };

const warningKinds = z.enum([
  'duplicate',
  'open-twin',
  'quarantine',
  'payee-unread',
  'insufficient',
  'look-alike',
  'fee-unknown',
  'twins-unread',
  'currency',
  'at-bank',
  'maybe-at-bank',
]);

/** What a person has seen and confirmed, each kind once. */
const acknowledged = z.array(warningKinds).max(warningKinds.options.length);

/** The payments like this one that a person has seen, by the names that the review gave them. */
const twins = z.array(id).max(limits.twinsMax);

/** A payment as it is entered; the amount is checked again in the main process. */
const payment = {
  reference: Reference,
  accountNumber,
  beneficiaryId: id,
  amount,
  currency,
  narration: z.string().max(140),
};

/** Orders with their amount as it is entered: the main process reads it. */
const enteredRemittance = RemittanceOrder.extend({ amount }).strict();
const enteredReceivable = ReceivableOrder.extend({ amount }).strict();

/** What moves money, and what keeps watch over it. */
export const moneyRoutes = {
  'submissions.list': answers<{ rows: readonly SubmissionView[] }>().to(
    z.strictObject({ open: z.boolean().optional(), limit: z.int().min(1).max(1_000) }),
  ),
  'submissions.get': answers<SubmissionDetail>().to(z.strictObject({ submissionId: id })),
  /** Asks the bank now what came of it; changes nothing there. */
  'submissions.lookUp': answers<SubmissionView>().to(z.strictObject({ submissionId: id })),
  /** Sends the same thing again with the same reference; only what never left, or what the bank does not have. */
  'submissions.sendAgain': answers<SubmissionView>().to(
    z.strictObject({ submissionId: id, payeeChecked: z.boolean().optional() }),
  ),
  /** A person says what the bank told them; kept with their name and words. */
  'submissions.settle': answers<SubmissionView>().to(
    z.strictObject({
      submissionId: id,
      as: z.enum(['accepted', 'not-found']),
      note: z.string().min(1).max(limits.noteTextMax),
    }),
  ),

  'exceptions.list': answers<{ items: readonly ExceptionItem[] }>().to(nothing),
  'exceptions.close': answers<{ closed: true }>().to(z.strictObject({ exceptionId: id })),

  /** One of `sellAmount` and `buyAmount` is given. */
  'conversions.quote': answers<QuoteView>().to(
    z.strictObject({
      sellAccountNumber: accountNumber,
      buyAccountNumber: accountNumber,
      sellAmount: amount.optional(),
      buyAmount: amount.optional(),
    }),
  ),
  /** Sends the deal: checked again at that moment against the bank's clock and this machine's clocks. */
  'conversions.lock': answers<LockResult>().to(
    z.strictObject({ reference: Reference, quoteId: id }),
  ),
  'conversions.list': answers<{ rows: readonly TradeRow[]; asOf: Timestamp | null }>().to(nothing),
  'conversions.get': answers<TradeDetail>().to(z.strictObject({ tradeId: id })),
  'conversions.refresh': answers<{ count: number }>().to(nothing),

  /** The payee to be paid, read anew from the bank where that can be asked. */
  'transfers.payee': answers<BeneficiaryRow>().to(z.strictObject({ beneficiaryId: id })),
  'transfers.review': answers<TransferReview>().to(z.strictObject(payment)),
  /** Sends what was reviewed: the payee is read again from the bank and must be the same. */
  'transfers.send': answers<SubmissionView>().to(
    z.strictObject({
      ...payment,
      payeeFingerprint: z.string().length(64),
      acknowledged,
      twins,
    }),
  ),
  'transfers.list': answers<{ rows: readonly PaymentRow[]; asOf: Timestamp | null }>().to(
    z.strictObject({ search, limit: z.int().min(1).max(limits.listRowsMax) }),
  ),
  'transfers.get': answers<PaymentRow>().to(z.strictObject({ reference: id })),
  'transfers.refresh': answers<{ count: number }>().to(nothing),

  /** Reads a payment file, CSV or XLSX; nothing is sent. `accountNumber` serves the lines that name none. */
  'batches.add': answers<BatchView>().to(
    z.strictObject({
      fileName: z.string().min(1).max(1_000),
      bytes: z.instanceof(Uint8Array),
      accountNumber: accountNumber.optional(),
    }),
  ),
  'batches.list': answers<{ rows: readonly BatchView[] }>().to(nothing),
  'batches.get': answers<BatchView>().to(z.strictObject({ batchId: id })),
  'batches.lines': answers<{ index: number; total: number; rows: readonly BatchLine[] }>().to(
    z.strictObject({
      batchId: id,
      only: z.enum(['all', 'problems', 'open', 'sent']),
      ...page,
    }),
  ),
  /** Leaves a line out, or takes it in again, before it is sent. */
  'batches.skip': answers<BatchView>().to(
    z.strictObject({ batchId: id, line: z.int().min(1), skipped: z.boolean() }),
  ),
  /** Lets a line go that is held because the bank may have it; all such lines where none is named. */
  'batches.release': answers<BatchView>().to(
    z.strictObject({ batchId: id, line: z.int().min(1).nullable(), by: z.string().max(100) }),
  ),
  /** Sends the lines that are ready, one after the other at the bank's pace; also after a stop or a crash. */
  'batches.start': answers<BatchView>().to(
    z.strictObject({ batchId: id, acknowledged, seal: z.string().max(64) }),
  ),
  'batches.stop': answers<BatchView>().to(z.strictObject({ batchId: id })),
  /** Forgets a file of which nothing was sent. */
  'batches.remove': answers<{ removed: true }>().to(z.strictObject({ batchId: id })),
  /** Asks where to save, then writes every line with what came of it. */
  'batches.saveResult': answers<
    { saved: true; fileName: string; lines: number } | { saved: false }
  >().to(z.strictObject({ batchId: id })),

  /** Splits a pasted block of bank details into the fields of a payee. */
  'beneficiaries.readPasted': answers<{
    fields: Partial<NewBeneficiary>;
    unread: readonly string[];
  }>().to(z.strictObject({ text: z.string().max(5_000) })),
  'beneficiaries.check': answers<PayeeCheck>().to(
    z.strictObject({
      payee: namedTexts(z.string().max(500)),
      entityId: id.optional(),
    }),
  ),
  'beneficiaries.create': answers<SubmissionView>().to(
    z.strictObject({ reference: Reference, payee: NewBeneficiary }),
  ),
  'beneficiaries.quarantine': answers<{ rows: readonly Quarantine[] }>().to(nothing),
  /** A person looked at these changed bank details and lets the payee be paid again. */
  'beneficiaries.release': answers<{ released: true }>().to(
    z.strictObject({ entityId: id, fingerprint: z.string().length(64) }),
  ),

  'remittances.list': answers<{ rows: readonly RemittanceRow[]; open: readonly OpenOrder[] }>().to(
    z.strictObject({ search }),
  ),
  'remittances.get': answers<RemittanceRow>().to(z.strictObject({ id })),
  /** Asks the bank for one by its id and keeps it in the register. */
  'remittances.import': answers<RemittanceRow>().to(z.strictObject({ id })),
  'remittances.refresh': answers<{ count: number }>().to(nothing),
  'remittances.send': answers<SubmissionView>().to(
    z.strictObject({ order: enteredRemittance, acknowledged }),
  ),

  'receivables.list': answers<{ rows: readonly ReceivableRow[]; open: readonly OpenOrder[] }>().to(
    z.strictObject({ search }),
  ),
  'receivables.get': answers<ReceivableRow>().to(z.strictObject({ id })),
  'receivables.import': answers<ReceivableRow>().to(z.strictObject({ id })),
  'receivables.refresh': answers<{ count: number }>().to(nothing),
  'receivables.create': answers<SubmissionView>().to(z.strictObject({ order: enteredReceivable })),
  /** Says which credit paid it; without an entry the match is taken back. */
  'receivables.match': answers<ReceivableRow>().to(
    z.strictObject({ id, accountNumber: accountNumber.optional(), entryId: id.optional() }),
  ),

  /** The played bank's own desk; nothing of it exists at another bank. */
  'practice.numbers': answers<{
    subjects: readonly { number: string; kind: string; name: string; sentence: string }[];
    now: Timestamp;
  }>().to(nothing),
  'practice.advance': answers<{ now: Timestamp }>().to(
    z.strictObject({
      ms: z
        .int()
        .min(1)
        .max(400 * 86_400_000),
    }),
  ),
  'practice.inflow': answers<SubmissionView>().to(
    z.strictObject({
      reference: Reference,
      accountNumber,
      amount,
      currency,
      senderName: z.string().max(140),
      narration: z.string().max(140),
    }),
  ),
};
