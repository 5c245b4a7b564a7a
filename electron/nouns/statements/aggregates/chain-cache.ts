import {
  prepared,
  rows,
  run,
  type AnyDatabase,
  type CacheConnection,
} from '../../../engines/store/database.ts';
import {
  chainColumns,
  chainOf,
  readChain,
  textOfBreaks,
  type ChainOfDay,
  type StoredChain,
} from '../chain/day-chains.ts';
import { everyKind } from './day-sums.ts';
import { recountSums } from './recount-sums.ts';

/** Day numbers; both ends are included. */
export type Days = { readonly from: number; readonly to: number };

/** Returns the chains of the account's days that have active entries, oldest first; null if a day's chain is not cached. */
export function cachedChains(
  database: AnyDatabase,
  account: number,
  { from, to }: Days,
): readonly ChainOfDay[] | null {
  const chains = rows<StoredChain>(
    database,
    `SELECT ${chainColumns} FROM day_chain WHERE account = ? AND day BETWEEN ? AND ? ORDER BY day`,
    account,
    from,
    to,
  );
  const wanted = activeDays(database, account, { from, to });
  const isWhole =
    chains.length === wanted.length &&
    chains.every(
      ({ day, entries }, index) => day === wanted[index]?.day && entries === wanted[index].active,
    );
  return isWhole ? chains.map(chainOf) : null;
}

type ActiveDay = { readonly day: number; readonly active: number };

const activeDays = (database: AnyDatabase, account: number, { from, to }: Days): ActiveDay[] =>
  rows<ActiveDay>(
    database,
    `SELECT day, sum(active) AS active FROM entry_sum WHERE account = ? AND type = ${everyKind} AND day BETWEEN ? AND ?
     GROUP BY day HAVING sum(active) > 0 ORDER BY day`,
    account,
    from,
    to,
  );

/**
 * Reads and caches missing chains, up to about `entriesMax` entries. Returns true once all are cached. Call it within a
 * transaction.
 */
export function cacheChains(
  database: CacheConnection,
  account: number,
  { from, to, entriesMax = Infinity }: Days & { entriesMax?: number },
): boolean {
  const cached = new Map(
    rows<{ day: number; entries: number }>(
      database,
      'SELECT day, entries FROM day_chain WHERE account = ? AND day BETWEEN ? AND ?',
      account,
      from,
      to,
    ).map(({ day, entries }) => [day, entries]),
  );
  let read = 0;
  for (const { day, active } of activeDays(database, account, { from, to })) {
    const entries = cached.get(day);
    cached.delete(day);
    if (entries === active) continue;
    if (read >= entriesMax) return false;
    read += active;
    if (cacheChain(database, account, day) === active) continue;
    recountSums(database);
    return cacheChains(database, account, { from, to, entriesMax: entriesMax - read });
  }
  for (const day of cached.keys()) deleteChain(database, account, day);
  return true;
}

function deleteChain(database: CacheConnection, account: number, day: number): void {
  prepared(database, 'DELETE FROM day_chain WHERE account = ? AND day = ?').run(account, day);
}

export function deleteChains(database: CacheConnection, account: number): void {
  run(database, 'DELETE FROM day_chain WHERE account = ?', account);
}

function cacheChain(database: CacheConnection, account: number, day: number): number {
  const chain = readChain(database, account, day);
  deleteChain(database, account, day);
  if (chain === null) return 0;
  const { first } = chain;
  prepared(
    database,
    `INSERT INTO day_chain (account, day, entries, first_id, first_amount_e4, first_direction, first_balance_e4,
       closing_e4, breaks) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    account,
    day,
    chain.entries,
    first.id,
    first.amountE4,
    first.direction,
    first.balanceE4,
    chain.closingE4,
    textOfBreaks(chain.breaks),
  );
  return chain.entries;
}
