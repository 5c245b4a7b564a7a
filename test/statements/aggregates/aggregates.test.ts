import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { StatementFilter } from '../../../shared/ipc/accounts/statements.ts';
import { findOrdinal, ordinalOf } from '../../../electron/nouns/accounts/ordinals.ts';
import { dayOfKey } from '../../../electron/nouns/statements/entries/entry-keys.ts';
import { recountSums } from '../../../electron/nouns/statements/aggregates/recount-sums.ts';
import { dayCounts, sums } from '../../../electron/nouns/statements/search/long-reads.ts';
import { entryCount, transactionTypes } from '../../../electron/nouns/statements/tables.ts';
import {
  closeDatabase,
  prepared,
  rows,
  run,
  type AnyDatabase,
} from '../../../electron/engines/store/database.ts';
import { openCacheConnection } from '../../../electron/engines/store/opening/cache-connection.ts';
import { openCacheReader } from '../../../electron/engines/store/opening/cache-reader.ts';
import { inTransaction } from '../../../electron/engines/store/database.ts';
import { dateOfDayNumber } from '../../../shared/calendar/calendar.ts';
import { play, reading } from '../../support/files/statement-histories.ts';
import {
  closing,
  codeOf,
  entry,
  fetchRange,
  firstDay,
  key,
  openCopy,
  range,
  temporaryFolder,
} from '../../support/stores/store.ts';

type Stored = {
  key: bigint;
  account: bigint;
  type: bigint;
  direction: bigint;
  amount_e4: bigint;
  withdrawn_at: bigint | null;
};

/** What must be stored, counted in code from the entries themselves. */
function countedAnew(database: AnyDatabase, account: number | null = null): Record<string, string> {
  const found = new Map<string, { entries: number; active: number; amount: bigint }>();
  for (const stored of prepared(
    database,
    'SELECT * FROM entry WHERE ? IS NULL OR account = ?',
    'exact',
  ).all(account, account) as Stored[])
    for (const type of [stored.type, 0n])
      for (const day of [BigInt(dayOfKey(Number(stored.key))), -1n]) {
        const place = [stored.account, type, day, stored.direction].join(' ');
        const sum = found.get(place) ?? { entries: 0, active: 0, amount: 0n };
        const stands = stored.withdrawn_at === null;
        found.set(place, {
          entries: sum.entries + 1,
          active: sum.active + (stands ? 1 : 0),
          amount: sum.amount + (stands ? stored.amount_e4 : 0n),
        });
      }
  return Object.fromEntries(
    [...found].map(([place, sum]) => [place, `${sum.entries} ${sum.active} ${sum.amount}`]),
  );
}

function storedSums(database: AnyDatabase, of: number | null = null): Record<string, string> {
  const stored = prepared(
    database,
    'SELECT * FROM entry_sum WHERE ? IS NULL OR account = ?',
    'exact',
  ).all(of, of) as Record<
    'account' | 'type' | 'day' | 'direction' | 'entries' | 'active' | 'high' | 'low',
    bigint
  >[];
  const sums = stored.map(
    ({ account, type, day, direction, entries, active, high, low }) =>
      [
        [account, type, day, direction].join(' '),
        `${entries} ${active} ${high * 1_000_000n + low}`,
      ] as const,
  );
  // A row that everything left stays, with nothing in it.
  return Object.fromEntries(sums.filter(([, sum]) => sum !== '0 0 0'));
}

const filters: StatementFilter[] = [
  {},
  { direction: 'debit' },
  { transactionType: 'FEE' },
  { transactionType: 'FEE', direction: 'credit' },
  { transactionType: 'never heard of' },
  { from: dateOfDayNumber(firstDay + 1) },
  { to: dateOfDayNumber(firstDay + 2), direction: 'credit' },
  {
    from: dateOfDayNumber(firstDay + 1),
    to: dateOfDayNumber(firstDay + 3),
    transactionType: 'TRANSFER',
  },
  { from: dateOfDayNumber(firstDay + 3), to: dateOfDayNumber(firstDay + 1) },
];

describe('the stored counts and sums', () => {
  test('are those of the entries after any history [M3]', () => {
    const copy = { ...openCopy() };
    fc.assert(
      fc.property(fc.array(reading, { minLength: 1, maxLength: 6 }), (readings) => {
        play(copy, readings, (accounts) => {
          for (const number of accounts) {
            const account = ordinalOf(copy.reader, number);
            expect(storedSums(copy.reader, account)).toEqual(countedAnew(copy.reader, account));
          }
        });
      }),
      { numRuns: 100 },
    );
  }, 60_000);

  test('answer every question without a search as counting does', () => {
    const copy = { ...openCopy() };
    fc.assert(
      fc.property(fc.array(reading, { minLength: 1, maxLength: 4 }), (readings) => {
        for (const number of play(copy, readings)) {
          for (const filter of filters) {
            const plain = plainly(copy.reader, number, filter);
            const counts = dayCounts(copy.reader, number, filter);
            expect([...counts.days], JSON.stringify(filter)).toEqual(plain.days);
            expect([...counts.counts]).toEqual(plain.counts);
            expect(counts.total).toBe(plain.entries);
            expect(sums(copy.reader, number, filter)).toMatchObject(plain.sums);
          }
          const all = entriesOf(copy.reader, number);
          expect(entryCount(copy.reader, number)).toBe(all.length);
          expect(transactionTypes(copy.reader, number)).toEqual(
            [...new Set(all.map(({ kind }) => kind))].toSorted(),
          );
        }
      }),
      { numRuns: 50 },
    );
    expect(entryCount(copy.reader)).toBe(rows(copy.reader, 'SELECT key FROM entry').length);
  }, 60_000);

  test('of entries decades apart are counted anew without passing over a day', () => {
    const file = join(temporaryFolder(), 'cache.db');
    const cache = closing(openCacheConnection(file, key));
    run(
      cache,
      `INSERT INTO account (ordinal, number, currency) VALUES (0, 'A', 'USD'), (5, 'B', 'USD')`,
    );
    run(cache, `INSERT INTO transaction_type (id, name) VALUES (1, 'FEE'), (2, 'TRANSFER')`);
    const put = prepared(
      cache,
      `INSERT INTO entry (key, account, id, amount_e4, currency, direction, type, at, narration, reference, balance_e4, version, seen_at, withdrawn_at)
       VALUES (?, ?, ?, ?, 'USD', ?, ?, '', '', '', 0, 1, 0, ?)`,
    );
    // From 1970 on, and with whole years between: no day may be passed over.
    for (const [index, day] of [0, 1, 31, 32, 33, 20_000, 20_000, 400_000].entries())
      for (const account of [0, 5])
        put.run(
          BigInt(day) * 2n ** 34n + BigInt(account) * 2n ** 24n + BigInt(index),
          account,
          `e${index}`,
          index % 3 === 0 ? -999_999_999_999_999_999n : 999_999_999_999_999_999n,
          index % 2,
          1 + (index % 2),
          index === 4 ? 1 : null,
        );
    inTransaction(cache, () => {
      recountSums(cache);
    });
    expect(storedSums(cache)).toEqual(countedAnew(cache));
    expect(entryCount(closing(openCacheReader(file, key)), 'B')).toBe(8);
  });

  test('that were lost can be counted anew', () => {
    const { writer, file } = openCopy();
    fetchRange(writer, [[entry('a'), entry('b', { ordinal: 1 })]]);
    const database = closing(openCacheConnection(file, key));
    run(database, 'UPDATE entry_sum SET entries = entries + 1');
    inTransaction(database, () => {
      recountSums(database);
    });
    expect(storedSums(database)).toEqual(countedAnew(database));
  });

  test('never leave the whole numbers: what would not fit is refused, and the page with it', () => {
    const { writer, file, reader } = openCopy();
    fetchRange(writer, [[entry('a')]]);
    const database = closing(openCacheConnection(file, key));
    run(database, `UPDATE entry_sum SET high = 9223372036854775807`);
    closeDatabase(database);
    const { rangeId } = writer.beginRange(range());
    const page = { rangeId, cursor: '{}', unreadable: [] };
    const much = entry('b', { ordinal: 1, amountE4: 999_999_999_999_999_999n });
    expect(codeOf(() => writer.savePage({ ...page, entries: [much] }))).toBe('internal');
    expect(entryCount(reader)).toBe(1);
    expect(rows(reader, 'SELECT id FROM entry')).toEqual([{ id: 'a' }]);
  });
});

type Plain = { day: number; stands: boolean; direction: string; kind: string; amount: string };

const entriesOf = (database: AnyDatabase, number: string): Plain[] =>
  rows<Plain>(
    database,
    `SELECT e.key >> 34 AS day, e.withdrawn_at IS NULL AS stands, iif(e.direction = 1, 'credit', 'debit') AS direction,
       t.name AS kind, CAST(e.amount_e4 AS TEXT) AS amount
     FROM entry e JOIN transaction_type t ON t.id = e.type WHERE e.account = ?`,
    findOrdinal(database, number),
  );

function plainly(database: AnyDatabase, number: string, filter: StatementFilter) {
  const matching = entriesOf(database, number).filter(
    ({ day, direction, kind }) =>
      (filter.from === undefined || dateOfDayNumber(day) >= filter.from) &&
      (filter.to === undefined || dateOfDayNumber(day) <= filter.to) &&
      (filter.direction === undefined || direction === filter.direction) &&
      (filter.transactionType === undefined || kind === filter.transactionType),
  );
  const days = [...new Set(matching.map(({ day }) => day))].toSorted((a, b) => b - a);
  const standing = matching.filter(({ stands }) => stands);
  const sumOf = (wanted: string) =>
    standing
      .filter(({ direction }) => direction === wanted)
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return {
    days,
    counts: days.map((day) => matching.filter((one) => one.day === day).length),
    entries: matching.length,
    sums: { count: standing.length, creditsE4: sumOf('credit'), debitsE4: sumOf('debit') },
  };
}
