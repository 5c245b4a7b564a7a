import { prepared, run, type AnyDatabase } from '../../database.ts';
import type { Migration } from '../../migrate.ts';

/**
 * Counts and sums of entries are stored per account, kind, day and direction, so that a query counts nothing.
 * Kind 0 stands for every kind together, day -1 for the whole history. `entries` counts withdrawn ones too; `standing` and the
 * sums do not. Amounts are stored in two halves, `high` of 10^6 units and `low` below them: a sum of many amounts of 14 digits and
 * 4 decimals fits neither 63 bits nor a float, and each half does. An integer that overflows would become a float, which a strict
 * column refuses: then nothing is written at all.
 *
 * What changes or removes an entry is reckoned by the triggers, whatever code does it. What inserts entries adds a page at once,
 * in its own transaction (`statements/aggregates/update-sums.ts`): a trigger per new entry would cost more than the entry.
 */
export const aggregates: Migration = {
  name: 'counts and sums of entries per day',
  up: (database) => {
    database.connection.exec(schema);
    countAllAnew(database);
  },
};

/** An entry on the move lies at -1 - key for a moment; it belongs to its day all the same. */
const dayOf = (entry: string) => `(iif(${entry}.key < 0, -1 - ${entry}.key, ${entry}.key) >> 34)`;

const added = `entries = entries + excluded.entries, standing = standing + excluded.standing,
  high = high + excluded.high, low = low + excluded.low`;

/** One more entry, or one fewer, in each of the four rows that it counts in. */
function change(entry: 'old' | 'new', sign: '+' | '-'): string {
  const standing = `(${entry}.withdrawn_at IS NULL)`;
  const figures = `${sign}1, ${sign}${standing}, ${sign}iif(${standing}, ${entry}.amount_e4 / 1000000, 0),
    ${sign}iif(${standing}, ${entry}.amount_e4 % 1000000, 0)`;
  const place = (type: string, day: string) =>
    `(${entry}.account, ${type}, ${day}, ${entry}.direction, ${figures})`;
  const places = [`${entry}.type`, '0'].flatMap((type) =>
    [dayOf(entry), '-1'].map((day) => place(type, day)),
  );
  return `INSERT INTO entry_sum (account, type, day, direction, entries, standing, high, low)
    VALUES ${places.join(', ')} ON CONFLICT DO UPDATE SET ${added};`;
}

const counted = (entry: string) =>
  `(${entry}.account, ${entry}.type, ${dayOf(entry)}, ${entry}.direction, ${entry}.withdrawn_at IS NULL, ${entry}.amount_e4)`;

const schema = `
  CREATE TABLE entry_sum (
    account INTEGER NOT NULL,
    type INTEGER NOT NULL,
    day INTEGER NOT NULL,
    direction INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    standing INTEGER NOT NULL,
    high INTEGER NOT NULL,
    low INTEGER NOT NULL,
    PRIMARY KEY (account, type, day, direction)
  ) STRICT, WITHOUT ROWID;

  CREATE TRIGGER entry_counted_otherwise
  AFTER UPDATE OF key, account, type, direction, amount_e4, withdrawn_at ON entry
  WHEN ${counted('old')} IS NOT ${counted('new')}
  BEGIN
    ${change('old', '-')}
    ${change('new', '+')}
  END;

  CREATE TRIGGER entry_counted_no_more AFTER DELETE ON entry
  BEGIN
    ${change('old', '-')}
  END;
`;

/** So many days at a time: what is counted at once is sorted in memory. */
const daysAtOnce = 32;

/** Recounts everything within the caller's transaction and replaces the stored aggregates. */
export function countAllAnew(database: AnyDatabase): void {
  run(database, 'DELETE FROM entry_sum');
  const nextKey = prepared(database, 'SELECT min(key) FROM entry WHERE key >= ?', 'value');
  const count = prepared(
    database,
    `INSERT INTO entry_sum (account, type, day, direction, entries, standing, high, low)
     SELECT account, type, key >> 34, direction, count(*), count(*) FILTER (WHERE withdrawn_at IS NULL),
       coalesce(sum(amount_e4 / 1000000) FILTER (WHERE withdrawn_at IS NULL), 0),
       coalesce(sum(amount_e4 % 1000000) FILTER (WHERE withdrawn_at IS NULL), 0)
     FROM entry WHERE key >= (? << 34) AND key < (? << 34) GROUP BY 1, 2, 3, 4`,
  );
  for (let day = 0; ;) {
    const key = nextKey.get(day * 2 ** 34) as number | null;
    if (key === null) break;
    const first = Math.floor(key / 2 ** 34);
    day = first + daysAtOnce;
    count.run(first, day);
  }
  sumUp(database, '0, day', 'account, day, direction');
  sumUp(database, 'type, -1', 'account, type, direction');
}

function sumUp(database: AnyDatabase, place: string, group: string): void {
  run(
    database,
    `INSERT INTO entry_sum (account, type, day, direction, entries, standing, high, low)
     SELECT account, ${place}, direction, sum(entries), sum(standing), sum(high), sum(low)
     FROM entry_sum GROUP BY ${group}`,
  );
}
