import type { BankRow } from '../../electron/nouns/reconcile/bank-row.ts';
import {
  compare,
  type BankGroup,
  type Comparison,
} from '../../electron/nouns/reconcile/compare.ts';
import type { JournalPayment } from '../../electron/engines/submissions/journal/journal-payments.ts';

/** A hundred dollars of the account 1 to Ada Obi, as a list of the bank shows them. */
export const listed = (given: Partial<BankRow> = {}): BankRow => ({
  ...{ source: 'transfers', id: 'T-1', reference: 'R-1', accountNumber: '1', status: 'BOOKED' },
  ...{ beneficiaryId: 'b-1', beneficiaryName: 'Ada Obi', amount: '100.00', fee: null },
  ...{ currency: 'USD', at: null, day: '2026-11-20', hasFailed: false, narration: '' },
  isFee: false,
  ...given,
});

/** The same as the statement shows it. */
export const debit = (given: Partial<BankRow> = {}): BankRow =>
  listed({
    ...{ source: 'statement', id: 'E-1', status: '', beneficiaryId: '', beneficiaryName: '' },
    ...given,
  });

export const group = (rows: readonly BankRow[], debits: readonly BankRow[] = []): BankGroup => ({
  ...{ reference: 'R-1', listed: rows, debits },
});

/** The same as the journal has it. */
export const own = (given: Partial<JournalPayment> = {}): JournalPayment => ({
  ...{ submissionId: `s-${given.reference ?? 'R-1'}`, reference: 'R-1', origin: 'sent' },
  ...{ operation: 'createSingleTransfer', state: 'accepted', accountNumber: '1' },
  ...{ createdAt: '2026-11-20T10:00:00.000Z', counterparty: 'Ada Obi', amount: '100.00' },
  currency: 'USD',
  ...given,
});

export const period = { from: '2026-11-16', to: '2026-11-20' } as const;

export const compared = (
  payments: readonly JournalPayment[],
  rows: readonly BankRow[],
): Comparison => compare(payments, rows, period);
