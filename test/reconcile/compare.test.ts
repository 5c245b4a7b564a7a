import { describe, expect, test } from 'vitest';

import type { BankRow } from '../../electron/reconcile/bank-row.ts';
import { timesTold, type BankGroup } from '../../electron/reconcile/compare.ts';

const bankRow = (given: Partial<BankRow> = {}): BankRow => ({
  ...{ source: 'transfers', id: 'T-1', reference: 'R-1', accountNumber: '1', status: 'BOOKED' },
  ...{ beneficiaryId: 'b-1', beneficiaryName: 'Ada Obi', amount: '100.00', fee: null },
  ...{ currency: 'USD', at: null, day: '2026-11-20', hasFailed: false, narration: '' },
  isFee: false,
  ...given,
});
const debit = (given: Partial<BankRow> = {}): BankRow =>
  bankRow({ source: 'statement', id: 'E-1', status: '', ...given });
const group = (listed: readonly BankRow[], debits: readonly BankRow[] = []): BankGroup => ({
  ...{ reference: 'R-1', listed, debits },
});

describe('a reference that the bank shows', () => {
  test('once in its list and once in its statement is one payment', () => {
    expect(timesTold(group([bankRow()], [debit()]))).toBeNull();
  });

  test('two times in either is reported as twice', () => {
    const twice = 'The bank shows it 2 times.';
    expect(timesTold(group([bankRow(), bankRow({ id: 'T-2' })]))).toBe(twice);
    expect(timesTold(group([bankRow()], [debit(), debit({ id: 'E-2' })]))).toBe(twice);
  });

  test('again as failed, or with its fee, is no second payment', () => {
    const failed = bankRow({ id: 'T-0', hasFailed: true });
    const fee = debit({ id: 'E-2', isFee: true });
    expect(timesTold(group([failed, bankRow()], [debit(), fee]))).toBeNull();
  });

  test('as both legs of a trade is one deal', () => {
    const trade = bankRow({ source: 'trades', id: 'D-1' });
    expect(timesTold(group([trade], [debit(), debit({ id: 'E-2' })]))).toBeNull();
  });
});
