import type { Extras } from '../../../../shared/bank/extras.ts';
import { accountNumberSql } from '../../accounts/ordinals.ts';
import { valueRows, type AnyDatabase } from '../../../engines/store/database.ts';
import { cachedEntry, shownColumns, type CachedEntry, type ShownEntry } from './entry-rows.ts';

/** An entry of any account, with the account's number and the bank's extra fields. */
export type KeyedEntry = { readonly accountNumber: string } & CachedEntry & {
    readonly extras: Extras | null;
  };

type StoredKeyed = readonly [...ShownEntry, extras: Extras | null, accountNumber: string];

/** The entries with these keys, in their order. */
export const entriesByKey = (database: AnyDatabase, keys: readonly number[]): KeyedEntry[] =>
  valueRows<StoredKeyed>(
    database,
    `SELECT ${shownColumns}, e.extras, ${accountNumberSql('e.account')} AS number
     FROM json_each(?) j CROSS JOIN entry e ON e.key = j.value ORDER BY j.key`,
    JSON.stringify(keys),
  ).map((stored) => ({
    accountNumber: stored[18],
    ...cachedEntry(stored),
    extras: stored[17],
  }));
