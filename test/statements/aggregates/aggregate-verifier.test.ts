import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  verifyAggregates,
  type PartResult,
} from '../../../electron/nouns/statements/aggregates/aggregate-verifier.ts';
import { repairAggregates } from '../../../electron/nouns/statements/aggregates/repair-aggregates.ts';
import { sums } from '../../../electron/nouns/statements/search/long-reads.ts';
import {
  prepared,
  rows,
  run,
  type AnyDatabase,
  type CacheConnection,
} from '../../../electron/engines/store/database.ts';
import { openCacheConnection } from '../../../electron/engines/store/opening/cache-connection.ts';
import { play, reading } from '../../support/files/statement-histories.ts';
import {
  accountNumber,
  asOf,
  closing,
  entry,
  firstDay,
  key,
  openCopy,
  range,
} from '../../support/stores/store.ts';

/** Compares an account part by part to its oldest day. */
function compared(
  database: AnyDatabase,
  number = accountNumber,
  entriesMax = 3,
): Omit<PartResult, 'next'> & { parts: number } {
  const wrong: number[] = [];
  for (let to: number | undefined, parts = 1; ; parts += 1) {
    const part = verifyAggregates(database, { accountNumber: number, to, entriesMax });
    wrong.push(...part.wrong);
    if (part.next === null) return { wrong, isWholeWrong: part.isWholeWrong, parts };
    to = part.next;
  }
}

/** Mends it in the same way; the days that were wrong. */
function mended(database: CacheConnection, entriesMax = 3): number[] {
  const wrong: number[] = [];
  for (let to: number | undefined; ;) {
    const part = repairAggregates(database, { accountNumber, to, entriesMax });
    wrong.push(...part.wrong);
    if (part.next === null) return wrong;
    to = part.next;
  }
}

const days = 6;

/** Two entries a day, one of each direction, with every chain stored. */
function copyWithChains() {
  const copy = openCopy();
  const entries = Array.from({ length: days * 2 }, (_, ordinal) =>
    entry(`e${ordinal}`, {
      ordinal,
      day: firstDay + (ordinal >> 1),
      direction: ordinal % 2 === 0 ? 'credit' : 'debit',
      transactionType: ordinal % 3 === 0 ? 'FEE' : 'TRANSFER',
      balanceE4: ordinal % 2 === 0 ? 10_000n : 0n,
    }),
  );
  const { rangeId } = copy.writer.beginRange(range(firstDay, firstDay + days - 1));
  copy.writer.savePage({ rangeId, cursor: '{}', entries, unreadable: [] });
  const verdicts = Array.from({ length: days }, (_, day) => ({
    day: firstDay + day,
    state: 'proven' as const,
    entries: 2,
    openingE4: 0n,
    closingE4: 0n,
    broken: null,
  }));
  copy.writer.finishRange({ rangeId, asOf, days: verdicts, withdraw: true });
  expect(copy.writer.proveCached(accountNumber, {})).toMatchObject({ state: 'proven' });
  const database = closing(openCacheConnection(copy.file, key));
  return { ...copy, database };
}

const everything = (database: AnyDatabase) =>
  ['entry', 'day', 'unread', 'entry_sum', 'day_chain'].map((table) => {
    // One of the harms is the largest number that there is.
    const read = prepared(database, `SELECT * FROM ${table}`, 'exact').all() as object[];
    return read.map((one) => Object.values(one).join(' ')).sort();
  });

const firstDays = `day = ${String(firstDay)}`;

/** Damage that no program of ours does to the stored data, and the days that are wrong after it. */
const harms: readonly (readonly [sql: string, wrong: readonly number[]])[] = [
  [`UPDATE entry_sum SET high = high + 1 WHERE ${firstDays} AND type = 0`, [firstDay]],
  [`UPDATE entry_sum SET low = low - 1 WHERE ${firstDays} AND type <> 0`, [firstDay]],
  [`UPDATE entry_sum SET low = 9223372036854775807 WHERE ${firstDays}`, [firstDay]],
  [
    `UPDATE entry_sum SET high = 9223372036854775807 WHERE day = ${String(firstDay + 5)}`,
    [firstDay + 5],
  ],
  [`UPDATE entry_sum SET entries = entries + 1 WHERE ${firstDays}`, [firstDay]],
  [`UPDATE entry_sum SET active = 0 WHERE ${firstDays}`, [firstDay]],
  [`DELETE FROM entry_sum WHERE ${firstDays} AND type = 0 AND direction = 1`, [firstDay]],
  [
    `UPDATE entry_sum SET direction = 1 - direction WHERE ${firstDays} AND type = (SELECT max(type) FROM entry_sum WHERE ${firstDays} AND direction = 1) AND direction = 1`,
    [firstDay],
  ],
  [
    `INSERT INTO entry_sum SELECT account, 0, ${String(firstDay + 100)}, 1, 1, 1, 0, 5 FROM entry_sum LIMIT 1`,
    [firstDay + 100],
  ],
  [`INSERT INTO entry_sum SELECT account, 77, 0, 1, 1, 1, 0, 5 FROM entry_sum LIMIT 1`, [0]],
  [`UPDATE day_chain SET closing_e4 = closing_e4 + 1 WHERE ${firstDays}`, [firstDay]],
  [
    `UPDATE day_chain SET first_balance_e4 = first_balance_e4 + 1`,
    [0, 1, 2, 3, 4, 5].map((day) => firstDay + day),
  ],
  [`UPDATE day_chain SET first_id = 'other' WHERE ${firstDays}`, [firstDay]],
  [
    `UPDATE day_chain SET breaks = json_set(breaks, '$.unsigned', json('{"entryId":"e1","day":1,"expectedE4":"1","foundE4":"2","followed":0}')) WHERE ${firstDays}`,
    [firstDay],
  ],
];

describe('what is stored about entries', () => {
  test('agrees with them after every history of readings, in parts of every size', () => {
    const copy = openCopy();
    fc.assert(
      fc.property(
        fc.array(reading, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 9 }),
        (readings, entriesMax) => {
          play(copy, readings, (accounts) => {
            for (const number of accounts) {
              copy.writer.proveCached(number, {});
              const { wrong, isWholeWrong } = compared(copy.reader, number, entriesMax);
              expect([wrong, isWholeWrong]).toEqual([[], false]);
            }
          });
        },
      ),
      { numRuns: 40 },
    );
  }, 60_000);

  test.each(harms)('is found and mended from them, and nothing else: %s', (sql, wrong) => {
    const { database } = copyWithChains();
    const before = everything(database);
    run(database, sql);
    expect(everything(database)).not.toEqual(before);
    expect(compared(database).wrong.toSorted((a, b) => a - b)).toEqual(wrong);
    expect(mended(database).toSorted((a, b) => a - b)).toEqual(wrong);
    expect(compared(database)).toMatchObject({ wrong: [], isWholeWrong: false });
    // A chain that was wrong is gone, and read again by the next proof.
    expect(everything(database).slice(0, 3)).toEqual(before.slice(0, 3));
    expect(withoutZeros(everything(database)[3])).toEqual(withoutZeros(before[3]));
  });

  test('of the whole history is compared with its days, and mended from them', () => {
    const { database, reader } = copyWithChains();
    run(database, 'UPDATE entry_sum SET high = high + 7 WHERE day = -1 AND direction = 1');
    expect(sums(reader, accountNumber, {}).creditsE4).toBe(7_060_000n);
    expect(compared(database)).toMatchObject({ wrong: [], isWholeWrong: true });
    expect(mended(database)).toEqual([]);
    expect(compared(database)).toMatchObject({ wrong: [], isWholeWrong: false });
    expect(sums(reader, accountNumber, {}).creditsE4).toBe(60_000n);
  });

  test('does not hide an entry that was changed behind it: the proof breaks once it is compared', () => {
    const { database, writer } = copyWithChains();
    run(database, 'DROP TRIGGER day_chain_on_update');
    run(database, `UPDATE entry SET balance_e4 = balance_e4 + 1 WHERE id = 'e3'`);
    expect(writer.proveCached(accountNumber, {})).toMatchObject({ state: 'proven' });
    expect(mended(database)).toEqual([firstDay + 1]);
    expect(writer.proveCached(accountNumber, {}).brokenAt).toMatchObject({ entryId: 'e3' });
  });

  test('is read in parts: a part is some entries and the rest of their day, whatever the stored counts say', () => {
    const { database } = copyWithChains();
    expect(compared(database, accountNumber, 1_000).parts).toBe(1);
    expect(compared(database, accountNumber, 1).parts).toBe(days + 1);
    run(database, 'UPDATE entry_sum SET entries = 0');
    expect(compared(database, accountNumber, 1).parts).toBe(days + 1);
  });

  test('is mended whole or not at all', () => {
    const { database } = copyWithChains();
    run(
      database,
      `UPDATE entry_sum SET high = high + 1 WHERE day IN (${firstDay}, ${firstDay + 1})`,
    );
    run(
      database,
      `CREATE TRIGGER dies BEFORE INSERT ON entry_sum WHEN new.day = ${firstDay + 1} BEGIN SELECT raise(ABORT, 'dies'); END`,
    );
    const before = everything(database);
    expect(() => mended(database, 1_000)).toThrow();
    expect(everything(database)).toEqual(before);
    run(database, 'DROP TRIGGER dies');
    expect(mended(database, 1_000)).toEqual([firstDay, firstDay + 1]);
    expect(compared(database).wrong).toEqual([]);
  });

  test('removes the cached pages of its days where it was wrong, so that the next sync reads them', () => {
    const { database } = copyWithChains();
    const keep = (from: number, to: number) =>
      run(
        database,
        `INSERT INTO cached_statement SELECT ordinal, ?, ?, 'as ever', '' FROM account`,
        from,
        to,
      );
    keep(firstDay, firstDay + 1);
    keep(firstDay + 2, firstDay + 5);
    run(database, `UPDATE entry_sum SET high = high + 1 WHERE ${firstDays}`);
    mended(database);
    expect(rows(database, 'SELECT from_day FROM cached_statement')).toEqual([
      { from_day: firstDay + 2 },
    ]);
  });
});

/** Without the rows whose counts are all zero: they hold no information. */
const withoutZeros = (sumRows: readonly string[] = []): string[] =>
  sumRows.filter((one) => !one.endsWith(' 0 0 0 0'));
