import { appError, fail, type AppError } from '../../../shared/errors.ts';
import type { PaymentArrival } from '../../../shared/calendar/arrival.ts';
import type {
  PaymentRow,
  PaymentTemplate,
  PaymentWarning,
  ReviewedPayment,
  TransferRow,
} from '../../../shared/ipc/changes/payments.ts';
import type { BeneficiaryRow } from '../../../shared/ipc/changes/beneficiaries.ts';
import type { SubmissionState, SubmissionView } from '../../../shared/ipc/submissions.ts';
import { ok } from '../../../shared/result.ts';
import { fakePosition, sandboxDesk } from '../support/desk-records.ts';
import type { Answers } from '../support/fake-bridge.ts';
import { submissionRecord } from '../support/submission-records.ts';
import { aboutOf } from '../../support/about.ts';

const at = '2026-11-20T09:41:07.000Z';

export const payees: readonly BeneficiaryRow[] = [
  ['B-1', 'Kestrel Logistics Ltd', '0123456712', 'Access Bank', 'NGA', 'NGN'],
  ['B-2', 'Sable Trading (Pty)', '62001234567', 'First National Bank', 'ZAF', 'USD'],
  ['B-3', 'Sandpiper Foods', '62009876543', 'First National Bank', 'ZAF', 'USD'],
].map(
  ([entityId = '', name = '', accountNumber = '', bankName = '', country = '', currency = '']) => ({
    entityId,
    name,
    accountName: name,
    accountNumber,
    bankName,
    bankBicOrCode: '044',
    country,
    currencyIso3Code: currency,
  }),
);

export const rentTemplate: PaymentTemplate = {
  templateId: 'M-1',
  name: 'Rent Dublin',
  accountNumber: '30026712',
  beneficiaryId: 'B-1',
  amount: '18900.00',
  narration: 'Rent',
  more: undefined,
  payee: payees[0]!,
};
/** One whose payee the bank does not list any more. */
export const goneTemplate: PaymentTemplate = {
  ...rentTemplate,
  ...{ templateId: 'M-2', name: 'Old landlord', payee: null },
};

export const payeeOf = (entityId: string): BeneficiaryRow =>
  payees.find((payee) => payee.entityId === entityId) ?? payees[0]!;

export const paymentView = (
  state: SubmissionState,
  { error = null, reference = '0198f3a2c1d47e5f8a90b1c2d3e4f506' }: Partial<SubmissionView> = {},
): SubmissionView =>
  submissionRecord({
    submissionId: `S-${reference}`,
    operation: 'createSingleTransfer',
    subject: `transfer:${reference}`,
    reference,
    state,
    error,
    createdAt: at,
    about: aboutOf('Transfer to Sable Trading (Pty)', {
      amount: { amount: '250.00', currency: 'USD' },
      accountNumber: '30026712',
      counterparty: 'Sable Trading (Pty)',
      counterpartyId: 'B-2',
      bankDetails: { accountNumber: '62001234567', bankName: 'First National Bank' },
    }),
    mayRepeat: state === 'not-sent' || state === 'not-found',
  });

export const transferRow = (given: Partial<TransferRow> = {}): TransferRow => ({
  id: 'T-1',
  reference: 'R-1',
  status: 'completed',
  reason: '',
  amount: { amount: '250.00', currency: 'USD' },
  fee: { amount: '2.50', currency: 'USD' },
  accountNumber: '30026712',
  beneficiaryId: 'B-2',
  beneficiaryName: 'Sable Trading (Pty)',
  narration: 'Invoice 7',
  createdAt: at,
  ending: null,
  settledAt: null,
  asOf: at,
  ...given,
});

export const paymentRow = (
  reference: string,
  state: SubmissionState,
  transfer: Partial<TransferRow> | null = {},
  error: AppError | null = null,
): PaymentRow => ({
  reference,
  submission: paymentView(state, { reference, error }),
  transfer: transfer && transferRow({ id: `T-${reference}`, reference, ...transfer }),
  others: [],
  at,
});

export const unknownError = appError('outcome.unknown', 'c-88');

/** What the main process would show of what was entered; the fee is 2.50, whatever is paid. */
export const reviewOf = (
  entered: { reference: string; accountNumber: string; beneficiaryId: string; narration: string },
  warnings: readonly PaymentWarning[] = [],
): ReviewedPayment => {
  const { entityId, currencyIso3Code, ...payee } = payeeOf(entered.beneficiaryId);
  return {
    ...entered,
    accountName: 'Operating',
    beneficiaryId: entityId,
    payee: { ...payee, currency: currencyIso3Code },
    payeeAsOf: at,
    payeeIsCurrent: true,
    payeeFingerprint: 'f'.repeat(64),
    amount: { amount: '250.00', currency: 'USD' },
    more: [],
    fee: { amount: '2.50', currency: 'USD' },
    debitTotal: { amount: '252.50', currency: 'USD' },
    arrival: null,
    inFlight: null,
    balance: {
      before: { amount: '842011.89', currency: 'USD' },
      after: { amount: '841759.39', currency: 'USD' },
    },
    balanceAsOf: at,
    warnings,
  };
};

/** A payment whose cut-off is far ahead, or long past. */
export const arrivalRecord = (isPast: boolean): PaymentArrival => ({
  today: '2026-11-24',
  cutOff: {
    ...{ at: '15:30', city: 'Berlin' },
    next: isPast ? '2000-11-24T14:30:00.000Z' : '2999-11-24T14:30:00.000Z',
  },
  ...{ closedBecause: null, isPast },
  before: { executedOn: '2026-11-24', arrivesOn: '2026-11-25' },
  after: { executedOn: '2026-11-25', arrivesOn: '2026-11-26' },
});

/** A desk with three payees and the payments given. */
export const paymentAnswers = (rows: readonly PaymentRow[] = []): Answers => {
  const sent: PaymentRow[] = [...rows];
  return {
    'desk.state': () => ok(sandboxDesk),
    'accounts.position': () => ok(fakePosition()),
    'beneficiaries.list': ({ search }) => {
      const found = payees
        .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
        .map((payee) => ({ ...payee, asOf: at }));
      return ok({ rows: found, total: payees.length, asOf: at });
    },
    'payments.payees': ({ search }) =>
      ok({
        rows: payees
          .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
          .map((payee) => ({ ...payee, lastPaidAt: null })),
      }),
    'payments.templates': () => ok({ rows: [] }),
    'payments.beneficiary': ({ beneficiaryId }) => ok(payeeOf(beneficiaryId)),
    'payments.list': () => ok({ rows: sent, asOf: at }),
    'payments.get': ({ reference }) => {
      const row = sent.find((payment) => payment.reference === reference);
      return row ? ok(row) : fail('offline.not-cached', 'c-1');
    },
    'payments.refresh': () => ok({ count: sent.length }),
    'statements.underReference': () => ok({ rows: [], hasMore: false, asOf: at }),
    'payments.review': (entered) => ok(reviewOf(entered)),
    'payments.send': ({ reference }) => {
      const row = paymentRow(reference, 'accepted', { status: 'processing' });
      sent.unshift(row);
      return ok(paymentView('accepted', { reference }));
    },
    'submissions.get': ({ submissionId }) => {
      const row = sent.find(({ submission }) => submission?.submissionId === submissionId);
      return row?.submission
        ? ok({
            ...row.submission,
            history: [{ at, event: 'attempt', words: row.submission.state }],
          })
        : fail('input.invalid', 'c-2');
    },
  };
};
