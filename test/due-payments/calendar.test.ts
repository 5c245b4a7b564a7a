import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  calendarDays,
  dueAccounts,
  laterThan,
} from '../../electron/nouns/due-payments/calendar.ts';
import { workingDaysOf } from '../../electron/nouns/due-payments/working-days.ts';
import { addDays } from '../../shared/calendar/calendar.ts';
import type { DuePaymentRow } from '../../shared/ipc/changes/due-payments.ts';
import { add, money, negate, type Money } from '../../shared/money/money.ts';

const today = '2026-11-24';
const isOpen = (day: string): boolean => !['2026-11-28', '2026-11-29'].includes(day);

const rowOf = (inDays: number, amount: string): DuePaymentRow => ({
  ...{ reference: `R-${amount}`, day: addDays(today, inDays), moved: null, accountNumber: '1' },
  ...{ beneficiaryId: 'b-1', payee: 'Bluefin', amount: money(amount, 'EUR'), narration: '' },
  ...{ state: 'scheduled', source: 'form', scheduledAt: '2026-11-20T09:00:00.000Z' },
  ...{ scheduledBy: 'Ada', held: null, arrivesOn: null, sendsUntil: null },
  ...{ currency: 'EUR', hasVariableAmount: false, approvals: null },
});

const available: Money = money('1000.00', 'EUR');
const account = {
  ...{ accountNumber: '1', accountName: 'Operating', currency: 'EUR' },
  ...{ available, floor: money('900.00', 'EUR') },
};

test('what is overdue counts today, what lies on a closed day on the next, and the balance goes down day by day', () => {
  const days = calendarDays(today, 5, isOpen);
  expect(days).toEqual(['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-30']);
  const rows = [rowOf(-3, '10.00'), rowOf(0, '20.00'), rowOf(4, '80.50'), rowOf(20, '5.00')];
  const [found] = dueAccounts([account], rows, days);
  expect(
    found?.cells.map((cell) => cell && [cell.count, cell.left?.amount, cell.isUnderFloor]),
  ).toEqual([...[[2, '970.00', false], null, null, null, [1, '889.50', true]]]);
  expect(laterThan(rows, days)).toBe(1);
});

test('an amount that is needed is counted, and in no sum', () => {
  const needed = { ...rowOf(0, '70.00'), amount: null, state: 'amount-needed' } as const;
  const [found] = dueAccounts([account], [rowOf(0, '20.00'), needed], [today]);
  expect(found?.cells).toMatchObject([
    { count: 2, unknown: 1, amount: money('20.00', 'EUR'), left: money('980.00', 'EUR') },
  ]);
});

test('an account with nothing due, or another currency, is left out', () => {
  expect(dueAccounts([{ ...account, currency: 'USD' }], [rowOf(0, '5.00')], [today])).toEqual([]);
});

test('the last balance is the first less all that is due, to the last cent', () => {
  const days = calendarDays(today, 10, isOpen);
  const amounts = fc.array(
    fc.tuple(fc.integer({ min: -5, max: 9 }), fc.integer({ min: 1, max: 9_999_999 })),
    { minLength: 1, maxLength: 20 },
  );
  fc.assert(
    fc.property(amounts, (given) => {
      const rows = given.map(([inDays, cents]) =>
        rowOf(inDays, `${String(Math.floor(cents / 100))}.${String(cents % 100).padStart(2, '0')}`),
      );
      const cells = dueAccounts([account], rows, days)[0]?.cells.filter((cell) => cell !== null);
      const sum: Money = rows.flatMap(({ amount }) => amount ?? []).reduce(add, money('0', 'EUR'));
      expect(cells?.reduce((count, cell) => count + cell.count, 0)).toBe(rows.length);
      expect(cells?.at(-1)?.left).toEqual(add(available, negate(sum)));
    }),
  );
});

const bank = (dueDays: 'before' | 'after' | 'modified-following') =>
  workingDaysOf({ calendars: { dueDays, days: [] } });

test('a day moves by the rule of the bank file, and never to a day that is past', () => {
  // Thanksgiving, and a Saturday that ends its month.
  expect(bank('after')('2026-11-26', { currency: 'USD' })).toMatchObject({ day: '2026-11-27' });
  expect(bank('before')('2026-11-26', { currency: 'USD' })).toMatchObject({ day: '2026-11-25' });
  expect(bank('before')('2026-11-26', { currency: 'USD', notBefore: '2026-11-26' })).toMatchObject({
    day: '2026-11-27',
  });
  expect(bank('modified-following')('2026-10-31', { currency: 'EUR' })).toMatchObject({
    ...{ day: '2026-10-30', reason: 'Saturday' },
  });
});
