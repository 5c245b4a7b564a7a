import { describe, expect, test } from 'vitest';

import { noWords } from '../../electron/engines/bank/mapping/status-terms.ts';
import { closedDays } from '../../electron/nouns/outlook/closed-days.ts';
import { knownLines } from '../../electron/nouns/outlook/known-lines.ts';
import { addPaymentFile } from '../../electron/nouns/payments/file/payment-files.ts';
import { registerRecord } from '../../electron/nouns/orders/tables.ts';
import type { Receivable } from '../../shared/bank/receivables.ts';
import { dateOfDayNumber, dayNumber } from '../../shared/calendar/calendar.ts';
import {
  fileOf,
  openBatchDesk,
  type FileLine,
  type PaymentFileDesk,
} from '../payments/file/batch-desk.ts';
import { beginning, context, valueOf, written, type LoneDesk } from '../support/desks/lone-desk.ts';

const today = dayNumber('2026-11-20');

const closedOf = (day: number) => closedDays('USD', day, { ownDays: [] });

const known = ({ parts, reader }: LoneDesk, accountNumber = '1', currency = 'USD') =>
  knownLines(
    { ...parts, reader },
    { accountNumber, currency, today, closed: closedOf(today), inFlight: null },
    noWords,
  );

async function dropped(desk: PaymentFileDesk, lines: readonly FileLine[]): Promise<string> {
  const added = await addPaymentFile(desk.parts, fileOf(lines), { whyUnread: () => null, context });
  return valueOf(added).file.batchId;
}

test('a payment file has in the outlook what a person may still send of it, and nothing that was sent', async () => {
  const desk = openBatchDesk();
  const error = { code: 'bank.refused' } as never;
  const settled = ['unknown', 'accepted', 'refused', 'not-sent'] as const;
  const batchId = await dropped(desk, [
    ...['sending', ...settled, 'ready'].map((reference, at) => ({
      ...{ reference, payee: 'b-1', amount: `${String(10 ** at)}.00` },
    })),
    { reference: 'WRONG', payee: 'b-9', amount: '0.01' },
  ]);
  written(desk, 'sending');
  for (const state of settled) written(desk, state, { state, error });
  expect(await known(desk)).toEqual([
    {
      ...{ id: `file ${batchId}`, day: today, units: -1_100_000_000n, name: 'payroll.csv' },
      parts: [
        { name: 'Payee b-1', units: -100_000_000n },
        { name: 'Payee b-1', units: -1_000_000_000n },
      ],
      reason: 'payment file, 2 payments not sent yet',
      record: '',
      source: { kind: 'payment-file', batchId },
    },
  ]);
});

test('a payment file of two accounts has in the outlook of each its own payments', async () => {
  const desk = openBatchDesk();
  desk.cache.ensureAccount('2', 'USD');
  await dropped(desk, [
    { account: '1', payee: 'b-1', amount: '5.00', reference: 'A' },
    { account: '2', payee: 'b-2', amount: '7.00', reference: 'B' },
  ]);
  expect(await known(desk, '1')).toMatchObject([
    { units: -50_000n, parts: [{ name: 'Payee b-1', units: -50_000n }] },
  ]);
  expect(await known(desk, '2')).toMatchObject([
    { units: -70_000n, parts: [{ name: 'Payee b-2', units: -70_000n }] },
  ]);
  expect(await known(desk, '3')).toEqual([]);
  // Nor are its dollars those of the account in another currency.
  expect(await known(desk, '1', 'EUR')).toEqual([]);
});

test('a payment file with one payment names one payment', async () => {
  const desk = openBatchDesk();
  await dropped(desk, [{ payee: 'b-1', amount: '5.00', reference: 'A' }]);
  expect(await known(desk)).toMatchObject([{ reason: 'payment file, 1 payment not sent yet' }]);
});

test('of many payment files the twenty newest are in the outlook', async () => {
  const desk = openBatchDesk();
  for (let at = 1; at <= 21; at += 1) {
    desk.passes(1_000);
    await dropped(desk, [
      { payee: 'b-1', amount: `${String(at)}.00`, reference: `R-${String(at)}` },
    ]);
  }
  const amounts = (await known(desk)).map(({ units }) => -units / 10_000n);
  expect(amounts.toSorted((a, b) => Number(a - b))).toEqual(
    Array.from({ length: 20 }, (_, at) => BigInt(at + 2)),
  );
});

describe('a receivable that is due', () => {
  const due = (desk: LoneDesk, id: string, given: Partial<Receivable> = {}): void =>
    registerRecord(
      desk.parts.journal,
      'receivable',
      {
        ...{ id, reference: `INV-${id}`, status: 'open', reason: '', accountNumber: '1' },
        ...{ amount: '100.00', currency: 'USD', paidAmount: null, payerName: 'Harmattan Foods' },
        ...{ payerEmail: '', description: '', dueDate: '2026-11-24', fundingDetails: null },
        ...{ createdAt: '2026-11-01T09:00:00.000Z', paidAt: null },
        ...given,
      },
      { origin: 'made', asOf: beginning },
    );
  /** One that was due then and paid so many days later. */
  const paid = (
    desk: LoneDesk,
    id: string,
    lateBy: number,
    given: Partial<Receivable> = {},
  ): void =>
    due(desk, id, {
      ...{
        status: 'paid',
        dueDate: '2026-10-15',
        paidAt: `2026-10-${String(15 + lateBy).padStart(2, '0')}T09:00:00.000Z`,
      },
      ...given,
    });
  const listed = async (desk: LoneDesk) =>
    (await known(desk)).map(({ day, reason, record }) => [dateOfDayNumber(day), reason, record]);

  test('is a line of its account and currency, on the day that it is due', async () => {
    const desk = openBatchDesk();
    due(desk, 'R');
    due(desk, 'EUROS', { currency: 'EUR' });
    due(desk, 'ELSEWHERE', { accountNumber: '2' });
    due(desk, 'LATER', { dueDate: '2026-12-05' });
    due(desk, 'UNPRICED', { amount: null });
    expect(await known(desk)).toEqual([
      {
        ...{ id: 'receivable R', day: today + 4, units: 1_000_000n, name: 'Harmattan Foods' },
        ...{ reason: 'due 24 Nov', record: '', source: { kind: 'receivable', id: 'R' } },
      },
    ]);
  });

  test('is of the account’s currency where the bank names none, and has a name where it names no payer', async () => {
    const desk = openBatchDesk();
    due(desk, 'R', { currency: '', payerName: '', dueDate: '2026-12-04' });
    expect(await known(desk)).toMatchObject([{ name: 'Receivable', day: today + 14 }]);
  });

  test('comes on the next working day where it was due before, whatever its payer’s habit', async () => {
    const desk = openBatchDesk();
    due(desk, 'R', { dueDate: '2026-11-19' });
    expect(await listed(desk)).toEqual([['2026-11-20', 'was due 19 Nov', '']]);
    // On a Saturday.
    const of = {
      ...{ accountNumber: '1', currency: 'USD', today: today + 1, inFlight: null },
      closed: closedOf(today + 1),
    };
    const [line] = await knownLines({ ...desk.parts, reader: desk.reader }, of, noWords);
    expect(line?.day).toBe(today + 3);
  });

  test('today comes when its payer usually pays', async () => {
    const desk = openBatchDesk();
    due(desk, 'R', { dueDate: '2026-11-20' });
    for (const id of ['P-1', 'P-2']) paid(desk, id, 3);
    expect(await listed(desk)).toEqual([
      ['2026-11-23', 'due 20 Nov, pays 3 days late', 'as 2 before it'],
    ]);
  });

  test.each<[number[], string, string, string]>([
    [[3, 1, 2], '2026-11-26', 'pays 2 days late', 'as 3 before it'],
    [[1, 4], '2026-11-25', 'pays a day late', 'as 2 before it'],
    [[0, 0, 5], '2026-11-24', 'pays on time', 'as 3 before it'],
    [[-1, -1], '2026-11-23', 'pays a day early', 'as 2 before it'],
    [[-9, -9], '2026-11-20', 'pays 9 days early', 'as 2 before it'],
    // Of ten days the order of numbers counts, not that of texts.
    [[2, 10, 9], '2026-12-03', 'pays 9 days late', 'as 3 before it'],
  ])(
    'of a payer that paid %j days late comes when that payer usually pays',
    async (late, day, habit, record) => {
      const desk = openBatchDesk();
      due(desk, 'R');
      for (const [at, days] of late.entries()) paid(desk, `P-${String(at)}`, days);
      paid(desk, 'OTHERS', 15, { payerName: 'Oduya' });
      paid(desk, 'UNDATED', 15, { dueDate: null });
      expect(await listed(desk)).toEqual([[day, `due 24 Nov, ${habit}`, record]]);
    },
  );

  test('of a payer without a name, or that paid once, has no habit', async () => {
    const desk = openBatchDesk();
    due(desk, 'R', { payerName: '' });
    due(desk, 'S', { payerName: 'Oduya' });
    paid(desk, 'P-1', 3, { payerName: '' });
    paid(desk, 'P-2', 3, { payerName: '' });
    paid(desk, 'P-3', 3, { payerName: 'Oduya' });
    expect(await listed(desk)).toEqual([
      ['2026-11-24', 'due 24 Nov', ''],
      ['2026-11-24', 'due 24 Nov', ''],
    ]);
  });
});

test('what is in flight is one line, with its payments that are not booked as parts', async () => {
  const { parts, reader } = openBatchDesk();
  const sent = (title: string, given: object = {}) => ({
    ...{ title, amount: { amount: '5.00', currency: 'USD' }, state: 'accepted', count: 1 },
    ...{ isBooked: false, ...given },
  });
  const lines = (...all: object[]) =>
    knownLines(
      { ...parts, reader },
      {
        ...{ accountNumber: '1', currency: 'USD', today, closed: closedOf(today) },
        inFlight: { amount: { amount: '20.00', currency: 'USD' }, sent: all } as never,
      },
      noWords,
    );
  expect(
    await lines(sent('A'), sent('B', { isBooked: true }), sent('Others', { count: 7 })),
  ).toEqual([
    {
      ...{ id: 'in flight', day: today, units: -200_000n, name: 'In flight' },
      parts: [{ name: 'A', units: -50_000n }],
      ...{ reason: '9 sent', record: '', source: { kind: 'in-flight' } },
    },
  ]);
  expect(await lines(sent('A', { state: 'unknown' }), sent('B'))).toMatchObject([
    { reason: '2 sent, 1 unanswered' },
  ]);
});
