import type { PaymentRow, TransferRow } from '../../../shared/ipc/changes/payments.ts';
import { csvFile } from '../../engines/formats/csv-file.ts';
import type { ListCell } from '../../engines/formats/workbook.ts';

const columns = [
  'reference',
  'sent at',
  'state',
  'bank status',
  'reason',
  'account',
  'payee',
  'payee id',
  'payee account',
  'payee bank',
  'amount',
  'currency',
  'fee',
  'fee currency',
  'narration',
  'settled at',
  'transfer id',
  'submission id',
] as const;
type Line = Partial<Record<(typeof columns)[number], ListCell>>;

/**
 * Writes payments as CSV, in their order: what was sent, and what the bank reports. A payment that the bank has more than once has a line
 * for each transfer. Amounts are decimal text; `state` is empty where this desk did not send it.
 */
export const paymentsCsv = (rows: readonly PaymentRow[]): string =>
  csvFile(
    columns,
    rows.flatMap(linesOf).map((line) => columns.map((name) => line[name] ?? '')),
  );

const linesOf = (row: PaymentRow): Line[] =>
  row.transfer === null
    ? [ownOf(row)]
    : [row.transfer, ...row.others].map((transfer) => ({ ...ownOf(row), ...bankOf(transfer) }));

function ownOf({ reference, at, submission }: PaymentRow): Line {
  const about = submission?.about;
  return {
    reference,
    'sent at': at,
    state: submission?.state ?? '',
    account: about?.accountNumber ?? '',
    payee: about?.counterparty ?? '',
    'payee id': about?.counterpartyId ?? '',
    'payee account': about?.bankDetails?.['accountNumber'] ?? '',
    'payee bank': about?.bankDetails?.['bankName'] ?? '',
    ...(about?.amount && { amount: about.amount, currency: about.amount.currency }),
    'submission id': submission?.submissionId ?? '',
  };
}

/** The fields that the bank states. They replace the sent ones; fields that it leaves out keep the sent value. */
function bankOf({ amount, fee, ...transfer }: TransferRow): Line {
  const texts: Line = {
    'bank status': transfer.status,
    reason: transfer.reason,
    account: transfer.accountNumber,
    payee: transfer.beneficiaryName,
    'payee id': transfer.beneficiaryId,
    narration: transfer.narration,
    'settled at': transfer.settledAt ?? '',
    'transfer id': transfer.id,
  };
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    ...(amount && { amount, currency: amount.currency }),
    ...(fee && { fee, 'fee currency': fee.currency }),
  };
}
