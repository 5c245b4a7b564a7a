import { accountNumberSql } from '../../accounts/ordinals.ts';
import { valueRows, type AnyDatabase } from '../../../engines/store/database.ts';
import { cachedEntry, shownColumns, type CachedEntry, type ShownEntry } from './entry-rows.ts';

/** An entry of any account, with the account's number. */
export type KeyedEntry = { readonly accountNumber: string } & CachedEntry;

type StoredKeyed = readonly [...ShownEntry, accountNumber: string];

/** The entries with these keys, in their order. */
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
