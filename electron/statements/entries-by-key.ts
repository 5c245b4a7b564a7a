import type { Also } from '../../shared/bank/also.ts';
import { rows, type AnyDatabase } from '../store/database.ts';
import { cachedEntry, shownColumns, type CachedEntry, type ShownEntry } from './entry-rows.ts';

/** An entry of any account, with the account's number and what else the bank says of it. */
export type KeyedEntry = { readonly accountNumber: string } & CachedEntry & {
    readonly also: Also | null;
  };

type StoredKeyed = ShownEntry & { readonly number: string; readonly also: Also | null };

/** The entries with these keys, in their order. */
export const entriesByKey = (database: AnyDatabase, keys: readonly number[]): KeyedEntry[] =>
  rows<StoredKeyed>(
    database,
    `SELECT ${shownColumns}, e.also, (SELECT a.number FROM account a WHERE a.ordinal = e.account) AS number
     FROM json_each(?) j CROSS JOIN entry e ON e.key = j.value ORDER BY j.key`,
    JSON.stringify(keys),
  ).map((stored) => ({
    accountNumber: stored.number,
    ...cachedEntry(stored),
    also: stored.also,
  }));
