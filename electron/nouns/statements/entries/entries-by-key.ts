import { accountNumberSql } from '../../accounts/ordinals.ts';
import { row, rows, valueRows, type AnyDatabase } from '../../../engines/store/database.ts';
import { cachedEntry, shownColumns, type CachedEntry, type ShownEntry } from './entry-rows.ts';

/** An entry of any account, with the account's number. */
export type KeyedEntry = { readonly accountNumber: string } & CachedEntry;

type StoredKeyed = readonly [...ShownEntry, accountNumber: string];

/** Returns the entries with these keys, in the order of the keys. */
export const entriesByKey = (database: AnyDatabase, keys: readonly number[]): KeyedEntry[] =>
  valueRows<StoredKeyed>(
    database,
    `SELECT ${shownColumns}, ${accountNumberSql('e.account')} AS number
     FROM json_each(?) j CROSS JOIN entry e ON e.key = j.value ORDER BY j.key`,
    JSON.stringify(keys),
  ).map((stored) => ({
    accountNumber: stored[19],
    ...cachedEntry(stored),
  }));

/** Returns the newest key of an account's entries from `low` up to but excluding `below`; null if there is none. */
export const newestEntryKey = (
  database: AnyDatabase,
  account: number,
  { low, below }: { readonly low: number; readonly below: number },
): number | null =>
  row<{ key: number }>(
    database,
    `SELECT key FROM entry INDEXED BY entry_account WHERE account = ? AND key >= ? AND key < ?
     ORDER BY key DESC LIMIT 1`,
    account,
    low,
    below,
  )?.key ?? null;

/** Returns the keys of an account's entries between two keys, both included, newest first. */
export const entryKeysBetween = (
  database: AnyDatabase,
  account: number,
  { low, high, limit }: { readonly low: number; readonly high: number; readonly limit: number },
): number[] =>
  rows<{ key: number }>(
    database,
    `SELECT key FROM entry INDEXED BY entry_account WHERE account = ? AND key BETWEEN ? AND ?
     ORDER BY key DESC LIMIT ?`,
    account,
    low,
    high,
    limit,
  ).map(({ key }) => key);
