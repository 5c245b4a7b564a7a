import fc from 'fast-check';
import { expect, test } from 'vitest';

import { dayFlow } from '../../../electron/nouns/statements/aggregates/day-flow.ts';
import { dateOfDayNumber } from '../../../shared/calendar/calendar.ts';
import { moneyOfUnits } from '../../../shared/money/money.ts';
import {
  accountNumber,
  entry,
  fetchRange,
  firstDay,
  openCopy,
} from '../../support/stores/store.ts';

const amount = fc.bigInt(0n, 10n ** 16n - 1n).map((units) => units * 100n);
const booked = fc.record({ units: amount, isDebit: fc.boolean(), day: fc.nat(2) });

test.each([false, true])(
  'a day’s in and out are those of its entries to the last digit, at a bank that signs its debits: %s',
  (isSigned) => {
    fc.assert(
      fc.property(fc.array(booked, { maxLength: 30 }), fc.nat(29), (all, gone) => {
        const { reader, writer } = openCopy();
        const entries = all.map(({ units, isDebit, day }, ordinal) =>
          entry(`e${String(ordinal)}`, {
            amountE4: isSigned && isDebit ? -units : units,
            direction: isDebit ? 'debit' : 'credit',
            day: firstDay + day,
            ordinal,
          }),
        );
        const start = { accountNumber, from: firstDay, to: firstDay + 2 };
        fetchRange(writer, [entries], { start });
        // The bank takes one back.
        const standing = entries.filter((_, at) => at !== gone);
        fetchRange(writer, [standing], { start });
        for (const day of [0, 1, 2]) {
          const here = all.filter((one, at) => at !== gone && one.day === day);
          const sumOf = (isDebit: boolean) =>
            here
              .filter((one) => one.isDebit === isDebit)
              .reduce((sum, { units }) => sum + units, 0n);
          expect(dayFlow(reader, { accountNumber, currency: 'USD', day: firstDay + day })).toEqual({
            date: dateOfDayNumber(firstDay + day),
            in: moneyOfUnits(sumOf(false), 'USD'),
            out: moneyOfUnits(sumOf(true), 'USD'),
            net: moneyOfUnits(sumOf(false) - sumOf(true), 'USD'),
            entries: here.length,
          });
        }
      }),
      { numRuns: 25 },
    );
  },
);

test('a day without entries, and an unknown account, have none', () => {
  const { reader } = openCopy();
  for (const number of [accountNumber, 'nobody'])
    expect(dayFlow(reader, { accountNumber: number, currency: 'JPY', day: firstDay })).toEqual({
      date: dateOfDayNumber(firstDay),
      in: { amount: '0', currency: 'JPY' },
      out: { amount: '0', currency: 'JPY' },
      net: { amount: '0', currency: 'JPY' },
      entries: 0,
    });
});
