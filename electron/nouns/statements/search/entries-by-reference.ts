import { valueRows, type CacheReader } from '../../../engines/store/database.ts';
import { accountKeyOf, findOrdinal } from '../../accounts/ordinals.ts';
import type { BookedDebit } from '../../../engines/submissions/evidence.ts';
import { keyOfSearchSql, searchBounds } from '../entries/entry-keys.ts';
import {
  cachedEntry,
  directionOf,
  shownColumns,
  timestampOf,
  type CachedEntry,
  type ShownEntry,
} from '../entries/entry-rows.ts';
import { boundsOf } from '../query/filters.ts';

/** How many entries a window lists. */
export const underReferenceMax = 20;

/** Returns the entries of one account with the reference, oldest first, at most `limit`, without withdrawn ones. */
export const entriesByReference = (
  reader: CacheReader,
  accountNumber: string,
  reference: string,
  limit = -1,
): CachedEntry[] => shownByReference(reader, { accountNumber, reference, limit }).map(cachedEntry);

/** Returns the debits with the reference. A negative amount is a debit whatever its direction. */
export const debitsByReference = (
  reader: CacheReader,
  accountNumber: string,
  reference: string,
): BookedDebit[] =>
  shownByReference(reader, { accountNumber, reference, limit: -1 })
    .map(([, , amount, currency, direction, , at, , , , , seenAt]) => ({
      ...{ units: BigInt(amount), isCredit: directionOf(direction) === 'credit' },
      ...{ currency, at, seenAt: timestampOf(seenAt) },
    }))
    .filter(({ units, isCredit }) => units < 0n || !isCredit)
    .map(({ units, currency, at, seenAt }) => ({
      ...{ units: units < 0n ? -units : units, currency, at, seenAt },
    }));

type Question = {
  readonly accountNumber: string;
  readonly reference: string;
  readonly limit: number;
};

function shownByReference(
  reader: CacheReader,
  { accountNumber, reference, limit }: Question,
): ShownEntry[] {
  const account = findOrdinal(reader, accountNumber);
  if (account === null) return [];
  const { low, high } = searchBounds(account, boundsOf(account, {}));
  return valueRows<ShownEntry>(
    reader,
    `SELECT ${shownColumns} FROM entry_search s CROSS JOIN entry e ON e.key = ${keyOfSearchSql('s.rowid')}
     WHERE s.entry_search MATCH ? AND s.rowid BETWEEN ? AND ?
       AND e.reference = ? AND e.withdrawn_at IS NULL ORDER BY s.rowid LIMIT ?`,
    `reference: "${reference.replaceAll('"', '""')}"`,
    low,
    high,
    reference,
    limit,
  );
}

/** Returns when the account's statement was last read to its end; null if never. */
export const statementAsOf = (reader: CacheReader, accountNumber: string): string | null =>
  accountKeyOf(reader, accountNumber)?.statementAsOf ?? null;
