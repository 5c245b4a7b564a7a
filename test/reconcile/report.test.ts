import { expect, test } from 'vitest';

import { reportOf } from '../../electron/nouns/reconcile/report.ts';
import type { BankRow } from '../../electron/nouns/reconcile/bank-row.ts';
import type { JournalPayment } from '../../electron/engines/submissions/journal/journal-payments.ts';
import type { ReconcileReport } from '../../shared/ipc/review/reconcile.ts';
import { compared, debit, listed, own, period } from './rows.ts';

const report = (
  payments: readonly JournalPayment[],
  rows: readonly BankRow[],
  given: Partial<Parameters<typeof reportOf>[0]> = {},
): ReconcileReport =>
  reportOf({
    ...{
      comparedAt: '2026-11-20T10:00:00.000Z',
      period,
      answers: [],
      open: [],
      verdict: 'confirm',
    },
    ...{ journalStatus: {} as never, obstacles: { closes: [], looks: [] } },
    comparison: compared(payments, rows),
    ...given,
  });

const usd = (amount: string) => ({ amount, currency: 'USD' });
const tally = (count: number, amount: string, currency = 'USD') => ({
  count,
  sum: { amount, currency },
});

test('each difference is a row with what the bank shows of it, counted by kind', () => {
  const mine = [
    own({ reference: 'SAME' }),
    own({ reference: 'OTHER', amount: '90.00' }),
    own({ reference: 'NOT-SENT', state: 'not-sent' }),
    own({ reference: 'GONE', state: 'unknown' }),
    own({ reference: 'BEFORE', origin: 'found', state: 'refused' }),
  ];
  const rows = [
    listed({ reference: 'SAME' }),
    listed({ reference: 'OTHER' }),
    listed({ reference: 'NOT-SENT' }),
    listed({ reference: 'BEFORE', id: 'T-5' }),
    listed({ reference: 'NEW', id: 'T-6', beneficiaryName: '' }),
    debit({ reference: 'NEW', id: 'E-6' }),
    debit({ reference: '', id: 'E-7', amount: '7.00', narration: 'Fee?' }),
  ];
  const open = [own({ reference: 'GONE', state: 'unknown' })];
  const outcome = report(mine, rows, { open });
  expect(outcome.counts).toEqual({
    ...{ found: 2, corrected: 1, different: 1, notShown: 1, open: 1, unexplained: 1 },
  });
  expect(outcome).toMatchObject({ ...period, agreeing: 1, newlyFound: 1 });
  const row = {
    ...{ date: '2026-11-20', accountNumber: '1', counterparty: 'Ada Obi', amount: usd('100.00') },
    ...{ status: 'BOOKED', sources: ['transfers'], recordIds: ['T-1'], remark: null },
  };
  expect(outcome.found).toEqual([
    {
      ...{ ...row, reference: 'NEW', counterparty: 'b-1', state: 'accepted' },
      ...{ sources: ['transfers', 'statement'], recordIds: ['T-6', 'E-6'] },
    },
    { ...row, reference: 'BEFORE', recordIds: ['T-5'], state: 'refused' },
  ]);
  expect(outcome.corrected).toEqual([{ ...row, reference: 'NOT-SENT', state: 'accepted' }]);
  const remark = 'The bank has 100.00 USD, the journal 90.00 USD.';
  expect(outcome.different).toEqual([{ ...row, reference: 'OTHER', state: 'accepted', remark }]);
  const gone = { ...row, reference: 'GONE', state: 'unknown', status: '' };
  expect(outcome.notShown).toEqual([{ ...gone, sources: [], recordIds: [] }]);
  expect(outcome.open).toEqual(outcome.notShown);
  expect(outcome.unexplained).toEqual([
    {
      ...{ accountNumber: '1', entryId: 'E-7', date: '2026-11-20', amount: usd('7.00') },
      narration: 'Fee?',
    },
  ]);
});

test('rows stand newest first, and what has no day is of today', () => {
  const days = ['2026-11-18', '2026-11-20', '2026-11-17', '2026-11-19', '2026-11-18'];
  const rows = days.map((day, at) => listed({ reference: `R-${String(at)}`, day }));
  const undated = listed({ reference: 'UNDATED', day: null });
  const { found } = report([], [...rows.slice(0, 1), undated, ...rows.slice(1)]);
  expect(found.map(({ reference }) => reference)).toEqual([
    ...['UNDATED', 'R-1', 'R-3', 'R-0', 'R-4', 'R-2'],
  ]);
  const bare = debit({ reference: '', day: null, amount: null });
  expect(report([], [bare]).unexplained).toMatchObject([
    { date: '2026-11-20', amount: usd('0.00') },
  ]);
});

test('a payment that the bank lists as failed says which debit it has all the same', () => {
  const failed = listed({ hasFailed: true, status: 'R7' });
  const [withDebit] = report([], [failed, debit({ isFee: true, id: 'E-0' }), debit()]).found;
  expect(withDebit).toMatchObject({
    state: 'refused',
    remark: 'The bank lists it as R7, and its statement shows the debit E-1.',
  });
  expect(report([], [failed, debit({ isFee: true })]).found).toMatchObject([{ remark: null }]);
  expect(report([], [listed(), debit()]).found).toMatchObject([{ remark: null }]);
  const twice = [listed(), listed({ id: 'T-2' })];
  expect(report([], twice).found).toMatchObject([{ remark: 'The bank shows it 2 times.' }]);
});

test('an amount in a currency that is not known has its digits, and one without a currency is none', () => {
  const amounts = (given: Partial<BankRow>) => report([], [listed(given)]).found[0]?.amount;
  expect(amounts({ currency: 'QQQ', amount: '5.5' })).toEqual({ amount: '5.50', currency: 'QQQ' });
  expect(amounts({ currency: 'JPY', amount: '5' })).toEqual({ amount: '5', currency: 'JPY' });
  expect(amounts({ currency: '' })).toBeNull();
  expect(amounts({ amount: null })).toBeNull();
});

test('the reasons are those that close, else those to look at, and what is next goes with the verdict', () => {
  const both = { closes: ['Closed.'], looks: ['Look.'] };
  const view = (given: Parameters<typeof report>[2]) => report([], [], given);
  expect(view({ verdict: 'closed', obstacles: both })).toMatchObject({
    ...{ reasons: ['Closed.'], verdict: 'closed' },
    next: 'Sending stays paused. Correct what is named above, then compare with the bank again.',
  });
  expect(view({ verdict: 'look', obstacles: { ...both, closes: [] } })).toMatchObject({
    ...{ reasons: ['Look.'], verdict: 'look' },
    next: expect.stringContaining('saying that you did') as string,
  });
  expect(view({}).next).toContain('enable sending with your name');
  expect(view({ verdict: 'open' }).next).toBe('Sending enabled: there is nothing to do.');
});

test('both sides are counted and summed by day, account and currency, newest first', () => {
  const mine = [
    own({ reference: 'SAME', createdAt: '2026-11-19T23:00:00.000Z' }),
    own({ reference: 'OTHER', amount: '90.00' }),
    own({ reference: 'GONE', amount: '1.00' }),
    own({ reference: 'NOT-SENT', state: 'not-sent', accountNumber: '2' }),
    own({ reference: 'BEFORE', origin: 'found', accountNumber: '2' }),
    own({ reference: 'UNPRICED', amount: null }),
  ];
  const rows = [
    // Booked a day later: it counts for the day on which it was sent.
    listed({ reference: 'SAME' }),
    listed({ reference: 'OTHER' }),
    listed({ reference: 'NOT-SENT', accountNumber: '' }),
    listed({ reference: 'BEFORE', accountNumber: '2', currency: '' }),
    listed({ reference: 'NEW', currency: 'EUR', day: null }),
    listed({ reference: 'FAILED', hasFailed: true }),
    debit({ reference: '', amount: '7.00', day: '2026-11-18' }),
  ];
  const nothing = tally(0, '0.00');
  const place = (date: string, accountNumber: string, currency = 'USD') => ({
    ...{ date, accountNumber, currency },
  });
  expect(report(mine, rows).days).toEqual([
    {
      ...place('2026-11-20', '1', 'EUR'),
      ...{ journal: tally(0, '0.00', 'EUR'), bank: tally(1, '100.00', 'EUR') },
      unexplained: tally(0, '0.00', 'EUR'),
    },
    {
      ...place('2026-11-20', '1'),
      ...{ journal: tally(3, '91.00'), bank: tally(1, '100.00'), unexplained: nothing },
    },
    {
      ...place('2026-11-20', '2'),
      ...{ journal: nothing, bank: tally(2, '200.00'), unexplained: nothing },
    },
    {
      ...place('2026-11-19', '1'),
      ...{ journal: tally(1, '100.00'), bank: tally(1, '100.00'), unexplained: nothing },
    },
    {
      ...place('2026-11-18', '1'),
      ...{ journal: nothing, bank: nothing, unexplained: tally(1, '7.00') },
    },
  ]);
});

test('what the bank lists as failed is no payment on its side, whatever the journal has', () => {
  const failed = (reference: string) => listed({ reference, hasFailed: true });
  const mine = [own({ reference: 'A' }), own({ reference: 'B', origin: 'found' })];
  const { days } = report(mine, [failed('A'), failed('B')]);
  expect(days).toMatchObject([{ journal: { count: 1 }, bank: { count: 0 } }]);
});
