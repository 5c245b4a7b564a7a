import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readerMethods } from '../../../electron/desk/open-bank/reader-methods.ts';
import type { IncomingEntry } from '../../../electron/nouns/statements/entries/incoming.ts';
import { answeredHere } from '../../../electron/engines/store/threads/reader-thread.ts';
import { dateOfDayNumber, dayNumber, type IsoDate } from '../../../shared/calendar/calendar.ts';
import { moneyOfUnits } from '../../../shared/money/money.ts';
import { accountNumber, asOf, entry, openCopy, type Copy } from '../../support/stores/store.ts';

const account = { accountNumber, currency: 'USD' };

/** Fetches days with their closing balances, which are the day's number in cents. */
function fetched(
  { writer }: Copy,
  entries: readonly IncomingEntry[],
  from: number,
  to: number,
): void {
  const { rangeId } = writer.beginRange({ accountNumber, from, to });
  writer.savePage({ rangeId, cursor: '{"page":0}', entries, unreadable: [], seenAt: asOf });
  const days = Array.from({ length: to - from + 1 }, (_, at) => ({
    ...{ day: from + at, state: 'proven' as const, openingE4: null, broken: null },
    entries: entries.filter(({ day }) => day === from + at).length,
    closingE4: BigInt(from + at) * 100n,
  }));
  writer.finishRange({ rangeId, asOf, days, withdraw: true });
}

const questions = ({ reader }: Copy) => answeredHere(readerMethods(reader).reads);

const amount = fc.bigInt(0n, 10n ** 16n - 1n).map((units) => units * 100n);
const booked = fc.record({ units: amount, isDebit: fc.boolean(), day: fc.nat(70) });

test.each([false, true])(
  'days and months have the sums of their entries to the last digit, at a bank that signs its debits: %s',
  async (isSigned) => {
    const first = dayNumber('2026-01-15');
    await fc.assert(
      fc.asyncProperty(fc.array(booked, { maxLength: 40 }), async (all) => {
        const copy = openCopy();
        const entries = all.map(({ units, isDebit, day }, ordinal) =>
          entry(`e${String(ordinal)}`, {
            amountE4: isSigned && isDebit ? -units : units,
            direction: isDebit ? 'debit' : 'credit',
            ...{ day: first + day, ordinal },
          }),
        );
        fetched(copy, entries, first, first + 70);
        const sumOf = (days: (date: IsoDate) => boolean, isDebit: boolean): bigint =>
          all
            .filter((one) => one.isDebit === isDebit && days(dateOfDayNumber(first + one.day)))
            .reduce((sum, { units }) => sum + units, 0n);
        for (const by of ['day', 'month'] as const) {
          const { rows, total } = await questions(copy).ask('flows', [{ ...account, by }]);
          expect(rows).toHaveLength(by === 'day' ? 71 : 3);
          for (const { from, to, ...row } of [...rows, ...(total ? [total] : [])]) {
            const isIn = (date: IsoDate) => date >= from && date <= to;
            const [into, out] = [sumOf(isIn, false), sumOf(isIn, true)];
            expect(row).toEqual({
              in: moneyOfUnits(into, 'USD'),
              out: moneyOfUnits(out, 'USD'),
              net: moneyOfUnits(into - out, 'USD'),
              entries: all.filter(({ day }) => isIn(dateOfDayNumber(first + day))).length,
              closing: moneyOfUnits(BigInt(dayNumber(to)) * 100n, 'USD'),
            });
          }
        }
      }),
      { numRuns: 12 },
    );
  },
);

test('this month is beside as many days of the one before, the last one beside whole months; what was not fetched whole is beside nothing', async () => {
  const copy = openCopy();
  const [from, to] = [dayNumber('2026-02-01'), dayNumber('2026-03-30')];
  const on = (date: IsoDate, units: bigint): IncomingEntry =>
    entry(date, { day: dayNumber(date), amountE4: units * 10_000n });
  fetched(copy, [on('2026-02-28', 5n), on('2026-03-30', 12n)], from, to);
  const compared = (month: 'this' | 'last', today: IsoDate) =>
    questions(copy).ask('compared', [{ ...account, month, today }]);
  const march = await compared('this', '2026-03-30');
  expect(march.period).toEqual({ from: '2026-03-01', to: '2026-03-30' });
  expect(march.beside.map(({ period }) => period)).toEqual([
    { from: '2026-02-01', to: '2026-02-28' },
    { from: '2025-03-01', to: '2025-03-30' },
  ]);
  expect(march.beside[0]?.more).toMatchObject({
    in: { amount: '7.00', currency: 'USD' },
    closing: { amount: '0.30', currency: 'USD' },
    entries: 0,
  });
  expect(march.beside[1]).toMatchObject({ flow: null, more: null });
  const february = await compared('last', '2026-03-30');
  expect(february.period).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  expect(february.flow?.in.amount).toBe('5.00');
  expect(february.beside[0]?.period).toEqual({ from: '2026-01-01', to: '2026-01-31' });
  // Of the 31st nothing was fetched.
  expect((await compared('this', '2026-03-31')).flow).toBeNull();
});

test('an account of which nothing was fetched has no rows', async () => {
  const flows = await questions(openCopy()).ask('flows', [{ ...account, by: 'month' }]);
  expect(flows).toEqual({ currency: 'USD', rows: [], total: null });
});
