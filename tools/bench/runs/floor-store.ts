import type { Database } from 'better-sqlite3';

import { dayNumber } from '../../../shared/calendar/calendar.ts';

export type FloorEntry = {
  readonly id: string;
  readonly amountE4: bigint;
  readonly balanceE4: bigint;
  readonly currency: string;
  readonly direction: string;
  readonly transactionType: string;
  readonly transactionDate: string;
  readonly narration: string;
  readonly customReference: string;
};

/** New entries are indexed in batches of this many: all three indexes are far cheaper in bulk and in order. */
const settledAt = 32_000;
const slotsPerDay = 2 ** 24;

/** The plainest writing of entries into the product's own tables. */
export function floorStore(connection: Database) {
  const look = connection
    .prepare('SELECT id_hash FROM entry_place WHERE id_hash IN (SELECT value FROM json_each(?))')
    .pluck();
  const put = connection.prepare(
    `INSERT INTO entry (key, account, id, amount_e4, currency, direction, type, at, narration, reference, balance_e4,
       version, seen_at, withdrawn_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, NULL)`,
  );
  const search = connection.prepare(
    `INSERT INTO entry_search (rowid, narration, reference) SELECT e.key, e.narration, e.reference
     FROM json_each(?) j CROSS JOIN entry e ON e.key = j.value`,
  );
  const place = connection.prepare('INSERT INTO entry_place (id_hash, key) VALUES (?, ?)');
  const amounts = connection.prepare(
    `INSERT INTO entry_amount (account, amount_e4, key) SELECT e.account, e.amount_e4, e.key
     FROM json_each(?) j CROSS JOIN entry e ON e.key = j.value ORDER BY e.account, e.amount_e4, e.key`,
  );
  const types = new Map<string, number>();
  const days = new Map<string, number>();
  const owed: [hash: number, key: number][] = [];
  const typeOf = (name: string): number => {
    const known = types.get(name) ?? types.size + 1;
    types.set(name, known);
    return known;
  };
  const dayOf = (at: string): number => {
    const date = at.slice(0, 10);
    const known = days.get(date) ?? dayNumber(date);
    days.set(date, known);
    return known;
  };
  let slot = slotsPerDay;
  return {
    /** The entries that are not there yet, by one query. */
    unknownOf(account: number, entries: readonly FloorEntry[]): readonly FloorEntry[] {
      const hashes = entries.map(({ id }) => hashOf(account, id));
      const known = new Set(look.all(JSON.stringify(hashes)));
      return known.size === 0 ? entries : entries.filter((_, at) => !known.has(hashes[at]));
    },
    /** In a transaction that {@link commit} ends, ascending by key. */
    insert(account: number, entries: readonly FloorEntry[]): void {
      const seenAt = Date.now();
      connection.exec('BEGIN');
      const keyed = entries.map((entry) => {
        slot = slot === 0 ? slotsPerDay - 1 : slot - 1;
        return [
          dayOf(entry.transactionDate) * 2 ** 34 + account * slotsPerDay + slot,
          entry,
        ] as const;
      });
      for (const [key, entry] of keyed.sort(([a], [b]) => a - b)) {
        put.run(
          key,
          account,
          entry.id,
          entry.amountE4,
          entry.currency,
          entry.direction === 'credit' ? 1 : 0,
          typeOf(entry.transactionType),
          entry.transactionDate,
          entry.narration,
          entry.customReference,
          entry.balanceE4,
          seenAt,
        );
        owed.push([hashOf(account, entry.id), key]);
      }
    },
    commit: (): void => void connection.exec('COMMIT'),
    /** Leaves a transaction open where it wrote; answers whether it did. */
    settle(isEnd = false): boolean {
      if (owed.length < settledAt && !isEnd) return false;
      connection.exec('BEGIN');
      const keys = JSON.stringify(owed.map(([, key]) => key).sort((a, b) => a - b));
      search.run(keys);
      amounts.run(keys);
      for (const [hash, key] of owed.sort(([a], [b]) => a - b)) place.run(hash, key);
      owed.length = 0;
      return true;
    },
  };
}

/** 52 bits of an account's entry id. */
function hashOf(account: number, id: string): number {
  let [high, low] = [account ^ 0x9e3779b9, 0x811c9dc5];
  for (let at = 0; at < id.length; at += 1) {
    high = Math.imul(high ^ id.charCodeAt(at), 0x85ebca6b);
    low = Math.imul(low ^ id.charCodeAt(at), 0x01000193);
  }
  return (high & 0xfffff) * 2 ** 32 + (low >>> 0);
}
