import fc from 'fast-check';
import { expect, test } from 'vitest';

import { cursorOf, keyOfCursor } from '../../electron/nouns/review/routes.ts';
import { unreadKeys } from '../../electron/nouns/review/queue.ts';
import { reviewReads } from '../../electron/nouns/review/reads.ts';
import { bandOf } from '../../electron/nouns/review/rows.ts';
import { entriesByKey } from '../../electron/nouns/statements/entries/entries-by-key.ts';
import { findOrdinal } from '../../electron/nouns/accounts/ordinals.ts';
import { rows } from '../../electron/engines/store/database.ts';
import { toTheEnd } from '../../electron/engines/store/threads/turns.ts';
import { dateOfDayNumber } from '../../shared/calendar/calendar.ts';
import { entry, fetchRange, firstDay, openCopy, type Copy } from '../support/stores/store.ts';

const numbers = ['0690000031', '0690007345', '0690004888'];
const period = { from: firstDay, to: firstDay + 3 };

type Booked = { readonly account: number; readonly day: number };

/** A copy in which every account was read before, and these entries came since: they are unread. */
function copyWith(booked: readonly Booked[]): Copy {
  const copy = openCopy();
  const { writer } = copy;
  for (const [at, accountNumber] of numbers.entries()) {
    writer.ensureAccount(accountNumber, at === 0 ? 'USD' : 'EUR');
    const start = { accountNumber, ...period };
    fetchRange(writer, [[]], { start });
    const own = booked.filter(({ account }) => account === at);
    const entries = own.map(({ day }, ordinal) =>
      entry(`${accountNumber}-${ordinal}`, {
        day: firstDay + day,
        ordinal,
        currency: at === 0 ? 'USD' : 'EUR',
      }),
    );
    fetchRange(writer, [entries], { start });
  }
  return copy;
}

/** Page by page to the end. */
function pagesOf({ reader }: Copy, limit: number, account: number | null = null): number[] {
  const all: number[] = [];
  let below = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const page = unreadKeys(reader, { account, below, limit });
    all.push(...page);
    const last = page.at(-1);
    if (last === undefined) return all;
    below = keyOfCursor(cursorOf(last));
  }
}

test('whatever is unread comes once, newest day first and account by account within a day, page by page', () => {
  const booked = fc.record({
    account: fc.integer({ min: 0, max: numbers.length - 1 }),
    day: fc.integer({ min: 0, max: 3 }),
  });
  fc.assert(
    fc.property(
      fc.array(booked, { maxLength: 30 }),
      fc.integer({ min: 1, max: 7 }),
      (all, limit) => {
        const copy = copyWith(all);
        const keys = rows<{ key: number }>(
          copy.reader,
          'SELECT key FROM unread ORDER BY key DESC',
        ).map(({ key }) => key);
        expect(keys).toHaveLength(all.length);
        expect(pagesOf(copy, limit)).toEqual(keys);
        const only = findOrdinal(copy.reader, numbers[1] ?? '');
        expect(entriesByKey(copy.reader, pagesOf(copy, limit, only)).map(({ id }) => id)).toEqual(
          entriesByKey(copy.reader, keys)
            .filter(({ accountNumber }) => accountNumber === numbers[1])
            .map(({ id }) => id),
        );
      },
    ),
    { numRuns: 25 },
  );
});

test('a band sums the whole day of its account, what was read included, and says how much of it is unread', () => {
  const copy = copyWith([
    { account: 1, day: 2 },
    { account: 1, day: 2 },
    { account: 1, day: 2 },
    { account: 1, day: 3 },
  ]);
  const accountNumber = numbers[1] ?? '';
  copy.writer.markRead(accountNumber, [`${accountNumber}-0`], true);
  const account = findOrdinal(copy.reader, accountNumber) ?? -1;
  expect(
    bandOf(copy.reader, { accountNumber, currency: 'EUR', account, day: firstDay + 2 }),
  ).toEqual({
    accountNumber,
    day: dateOfDayNumber(firstDay + 2),
    entries: 3,
    unread: 2,
    debits: { amount: '0.00', currency: 'EUR' },
    credits: { amount: '3.00', currency: 'EUR' },
  });
});

test('marks of entries that the copy does not have are neither counted nor shown', () => {
  const copy = copyWith([{ account: 1, day: 2 }]);
  const { markedKeys } = reviewReads(copy.reader);
  const accountNumber = numbers[1] ?? '';
  const marked = [
    { accountNumber, entryId: `${accountNumber}-0` },
    { accountNumber, entryId: 'gone' },
    { accountNumber: 'elsewhere', entryId: `${accountNumber}-0` },
  ];
  const keys = toTheEnd(markedKeys(marked, null));
  expect(entriesByKey(copy.reader, keys).map(({ id }) => id)).toEqual([`${accountNumber}-0`]);
  expect(toTheEnd(markedKeys(marked, findOrdinal(copy.reader, numbers[0] ?? '')))).toEqual([]);
});

test('what the bank has changed since is found; what differs in nothing known is not', () => {
  const copy = copyWith([{ account: 1, day: 2 }]);
  const accountNumber = numbers[1] ?? '';
  const { changedKeys } = reviewReads(copy.reader);
  expect(toTheEnd(changedKeys(0, null))).toEqual([]);
  const fetchAs = (given: object) =>
    fetchRange(
      copy.writer,
      [[entry(`${accountNumber}-0`, { day: firstDay + 2, currency: 'EUR', ...given })]],
      { start: { accountNumber, ...period } },
    );
  fetchAs({ narration: 'Told otherwise' });
  const changed = toTheEnd(changedKeys(0, null));
  expect(entriesByKey(copy.reader, changed).map(({ id }) => id)).toEqual([`${accountNumber}-0`]);
  expect(toTheEnd(changedKeys(Date.parse('2026-11-20T09:41:00.000Z'), null))).toEqual([]);
});
