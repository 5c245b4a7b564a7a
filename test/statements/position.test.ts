import { join } from 'node:path';

import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';

import { coveredDays, type DayVerdict } from '../../electron/nouns/accounts/days.ts';
import { coveredRange, firstBreak } from '../../electron/nouns/statements/proof/coverage.ts';
import { positionHandlers } from '../../electron/nouns/statements/position-routes.ts';
import type { CacheReader, Journal } from '../../electron/engines/store/database.ts';
import { openJournal } from '../../electron/engines/store/opening/journal.ts';
import type { OpenBank } from '../../electron/engines/submissions/open-bank.ts';
import {
  addDays,
  dateOfDayNumber,
  dayNumber,
  daysOf,
  latest,
  type IsoDate,
} from '../../shared/calendar/calendar.ts';
import { moneyOfUnits } from '../../shared/money/money.ts';
import { asOf, closing, key, openCopy, temporaryFolder } from '../support/stores/store.ts';

const today = 20_000;

let journal: Journal;
beforeEach(() => {
  const file = join(temporaryFolder(), 'journal.db');
  journal = closing(openJournal(file, key, { program: 'a test' }));
});

async function positionOf(reader: CacheReader) {
  const clock = { now: () => today * 86_400_000 };
  const desk = { copy: { reader, journal }, clock } as unknown as OpenBank;
  const handler = positionHandlers(() => desk)['accounts.position'];
  const position = await handler({}, { correlationId: '' });
  if (!position.ok) throw new Error(position.error.message);
  return position.value;
}

async function shownOf(reader: CacheReader, accountNumber: string) {
  const { currencies } = await positionOf(reader);
  const shown = currencies.flatMap(({ accounts }) => accounts);
  return shown.find((account) => account.accountNumber === accountNumber);
}

/** The line and the proof calculated from the days one by one. */
function plainly(reader: CacheReader, accountNumber: string, currency: string) {
  const all = coveredDays(reader, accountNumber, { from: 0, to: 100_000 });
  const line = all.slice(-90).flatMap(({ date, closingE4 }) => {
    if (closingE4 === null || currency === '') return [];
    return [{ date, balance: moneyOfUnits(closingE4, currency).amount }];
  });
  const covered = coveredRange(reader, accountNumber);
  if (covered === null) return { line, proof: null };
  const from: IsoDate = latest(covered.from, addDays(dateOfDayNumber(today), -90));
  const { to } = covered;
  const days = all.filter(({ date }) => date >= from && date <= to);
  const proven = new Set(days.filter(({ state }) => state === 'proven').map(({ date }) => date));
  const gap = daysOf({ from, to }).find((date) => !proven.has(date)) ?? null;
  const isBroken = days.some(({ state }) => state === 'broken');
  const proof = {
    state: isBroken ? 'broken' : gap ? 'partial' : 'proven',
    ok: gap === null,
    entries: days.reduce((sum, { entries }) => sum + entries, 0),
    provenTo: gap === null ? to : gap === from ? null : addDays(gap, -1),
    brokenAt: firstBreak(reader, accountNumber, from, to),
    missingDays: dayNumber(to) - dayNumber(from) + 1 - days.length,
  };
  return { line, proof };
}

const balance = fc.option(fc.bigInt(-(10n ** 15n), 10n ** 15n), { nil: null, freq: 9 });
const verdict: fc.Arbitrary<Omit<DayVerdict, 'day'>> = fc
  .record({
    state: fc.constantFrom('proven', 'proven', 'proven', 'broken', 'unproven'),
    entries: fc.nat(5),
    openingE4: balance,
    closingE4: balance,
    difference: fc.bigInt(1n, 50n),
  })
  .map(({ difference, ...day }) => ({
    ...day,
    broken:
      day.state === 'broken' ? { entryId: 'e', expectedE4: 5n, foundE4: 5n + difference } : null,
  }));

test('the line and the proof of the start screen are those of the days one by one', async () => {
  const { writer, reader } = openCopy();
  let accounts = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(verdict, { freq: 12 }), { maxLength: 200 }),
      fc.integer({ min: -150, max: 20 }),
      fc.constantFrom('USD', 'JPY', 'KWD', 'QQQ', null),
      async (given, lastFromToday, currency) => {
        accounts += 1;
        const accountNumber = `account ${String(accounts)}`;
        writer.ensureAccount(accountNumber, currency);
        const first = today + lastFromToday - given.length + 1;
        const days = given.flatMap((day, at) => (day ? [{ ...day, day: first + at }] : []));
        const to = today + lastFromToday;
        const { rangeId } = writer.beginRange({ accountNumber, from: Math.min(first, to), to });
        writer.finishRange({ rangeId, asOf, days, withdraw: true });
        const { line, proof } = plainly(reader, accountNumber, currency ?? '');
        const shown = await shownOf(reader, accountNumber);
        expect(shown?.line).toEqual(line);
        expect(shown?.proof).toMatchObject(proof ?? { state: 'none' });
      },
    ),
    { numRuns: 60 },
  );
});

test('what is booked is summed by currency, and not where an account has none', async () => {
  const { writer, reader } = openCopy();
  const fetched = (accountNumber: string, openingE4: bigint, closingE4: bigint): void => {
    const day = {
      day: today,
      state: 'proven',
      entries: 1,
      broken: null,
      openingE4,
      closingE4,
    } as const;
    const { rangeId } = writer.beginRange({ accountNumber, from: today, to: today });
    writer.finishRange({ rangeId, asOf, days: [day], withdraw: true });
  };
  const bookedOf = async () => {
    const { currencies } = await positionOf(reader);
    const { booked } = currencies.find(({ currency }) => currency === 'GBP')!;
    return booked;
  };
  for (const accountNumber of ['a', 'b']) writer.ensureAccount(accountNumber, 'GBP');
  fetched('a', 10_000n, 25_000n);
  expect(await bookedOf()).toBeNull();
  fetched('b', -5_000n, 100n);
  expect(await bookedOf()).toEqual({ amount: '2.51', currency: 'GBP' });
});
