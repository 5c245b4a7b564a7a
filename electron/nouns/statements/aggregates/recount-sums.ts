import { prepared, run, type AnyDatabase } from '../../../engines/store/database.ts';

/** The number of days counted in one statement: their entries are sorted in memory. */
const daysAtOnce = 32;

/** Counts all entries again and replaces the stored sums. Call it in a transaction. */
export function recountSums(database: AnyDatabase): void {
  run(database, 'DELETE FROM entry_sum');
  const nextKey = prepared(database, 'SELECT min(key) FROM entry WHERE key >= ?', 'value');
  const count = prepared(
    database,
    `INSERT INTO entry_sum (account, type, day, direction, entries, active, high, low)
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

/** Inserts the totals over all kinds, or over the whole history. */
function sumUp(database: AnyDatabase, place: string, group: string): void {
  run(
    database,
    `INSERT INTO entry_sum (account, type, day, direction, entries, active, high, low)
     SELECT account, ${place}, direction, sum(entries), sum(active), sum(high), sum(low)
     FROM entry_sum GROUP BY ${group}`,
  );
}
