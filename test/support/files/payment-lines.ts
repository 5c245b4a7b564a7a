import { deskClock, systemClock } from '../../../electron/engines/machine/context.ts';
import { appError } from '../../../shared/errors.ts';
import type { Journal } from '../../../electron/engines/store/database.ts';
import {
  addLines,
  beginFile,
  finishFile,
  type PaymentFileRecord,
} from '../../../electron/nouns/payments/file/tables/file-tables.ts';
import type { PaymentLine } from '../../../electron/nouns/payments/file/tables/line-tables.ts';
import {
  createSubmission,
  settleSubmission,
} from '../../../electron/engines/submissions/journal/table-writes.ts';
import type { CheckedLine } from '../../../shared/ipc/changes/payment-files.ts';
import type { Money } from '../../../shared/money/money.ts';
import type { SubmissionState } from '../../../shared/ipc/submissions.ts';
import { asOf } from '../stores/store.ts';
import { aboutOf } from '../about.ts';

/** A payment file as it stands in the journal. */
export const batch = (
  batchId: string,
  given: Partial<PaymentFileRecord> = {},
): PaymentFileRecord => ({
  batchId,
  fileName: `${batchId}.csv`,
  sha256: 'aa',
  state: 'ready',
  addedAt: asOf,
  stopReason: null,
  acknowledged: [],
  defaultAccount: null,
  headings: ['account', 'amount'],
  columns: { account: 0, amount: 1 },
  notes: ['a note'],
  ...given,
});

/** A line of a file; what matters to a test is given. */
export const line = (
  number: number,
  {
    state = 'ready',
    amount = '1.00',
    toConfirm = false,
    checked = {},
  }: {
    state?: PaymentLine['state'];
    amount?: string;
    toConfirm?: boolean;
    checked?: Partial<CheckedLine>;
  } = {},
): PaymentLine => ({
  state,
  cells: [{ text: '1' }, { text: amount }],
  checked: {
    line: number,
    reference: `R-${String(number)}`,
    accountNumber: '1',
    beneficiaryId: 'B-1',
    payeeName: 'Oduya',
    amount: state === 'invalid' ? null : { amount, currency: 'USD' },
    amountText: amount,
    narration: '',
    problems: {},
    warnings: toConfirm ? [{ kind: 'duplicate', weight: 'confirm', message: 'twice' }] : [],
    ...checked,
  },
});

/** Keeps a file with its lines. */
export function add(journal: Journal, one: PaymentFileRecord, lines: readonly PaymentLine[]): void {
  beginFile(journal, one);
  addLines(journal, one.batchId, lines);
  finishFile(journal, one.batchId);
}

/** Sends the payment of a reference, as far as the journal knows. */
export function send(
  journal: Journal,
  reference: string,
  state: Exclude<SubmissionState, 'sending'>,
  amount: Money | null = null,
): void {
  const about = aboutOf('Transfer', { amount, accountNumber: '1' });
  const { submission } = createSubmission(
    journal,
    {
      reference,
      operation: 'createSingleTransfer',
      subject: `transfer:${reference}`,
      payload: '{}',
      payloadHash: reference,
      about,
      likeness: null,
    },
    { at: asOf, correlationId: 'c', clocks: deskClock(systemClock, () => null).moment() },
  );
  const error = { ...appError('bank.refused', 'c'), message: 'No.' };
  settleSubmission(journal, submission.submissionId, {
    state,
    at: asOf,
    ...(state === 'refused' ? { error } : {}),
    recordId: state === 'accepted' ? `T-${reference}` : null,
  });
}
