import { coveredDays, readDays } from '../accounts/days.ts';
import { findOrdinal } from '../accounts/ordinals.ts';
import { rows, valueRows, type CacheReader } from '../../engines/store/database.ts';
import { firstKeyOf, keyOfSearchSql, lastKeyOf, searchBounds } from './entries/entry-keys.ts';
import { boundsOf } from './query/filters.ts';
import {
  cachedEntry,
  shownColumns,
  type CachedEntry,
  type ShownEntry,
} from './entries/entry-rows.ts';
import { accountByNumber } from '../accounts/tables.ts';
import type {
  Days,
  StatementEvidence,
  UnreadableEntry,
} from '../../engines/submissions/evidence.ts';
import { debitsByReference, entriesByReference } from './search/entries-by-reference.ts';

/** Looks up evidence in the local copy that something was booked, or was not. */
export const evidenceIn = (reader: CacheReader): StatementEvidence => ({
  byReference: (accountNumber, reference) => entriesByReference(reader, accountNumber, reference),
  resembling: (accountNumber, query) => entriesResembling(reader, accountNumber, query),
  debits: (accountNumber, query) => debitsFrom(reader, accountNumber, query),
  readDays: (accountNumber, days) => readDays(reader, accountNumber, days),
  unreadable: (accountNumber, days) => unreadableOn(reader, accountNumber, days),
  closingOn: (accountNumber, day) =>
    coveredDays(reader, accountNumber, { from: day, to: day })[0]?.closingE4 ?? null,
  available: (accountNumber) => accountByNumber(reader, accountNumber)?.available ?? null,
  debitsUnder: (accountNumber, reference) => debitsByReference(reader, accountNumber, reference),
  balances: (accountNumber) => accountByNumber(reader, accountNumber),
});

/** Returns the unreadable entries of those days. One without a day may belong to any of them. */
const unreadableOn = (
  reader: CacheReader,
  accountNumber: string,
  { from, to }: Days,
): UnreadableEntry[] =>
  rows(
    reader,
    `SELECT entry_id AS entryId, reason, text FROM unreadable_entry
     WHERE account = ? AND (day IS NULL OR day BETWEEN ? AND ?) ORDER BY entry_id`,
    findOrdinal(reader, accountNumber),
    from,
    to,
  );

/**
 * Returns the account's entries from that day on whose reference or narration contains one of the texts, or a word that begins
 * with it; newest first, at most `limit`. Withdrawn entries are included.
 */
function entriesResembling(
  reader: CacheReader,
  accountNumber: string,
  { texts, from, limit }: { texts: readonly string[]; from: number; limit: number },
): CachedEntry[] {
  const account = findOrdinal(reader, accountNumber);
  if (account === null || texts.length === 0) return [];
  const { low, high } = searchBounds(account, {
    ...boundsOf(account, {}),
    low: firstKeyOf(account, from),
  });
  return valueRows<ShownEntry>(
    reader,
    `SELECT ${shownColumns} FROM entry_search s CROSS JOIN entry e ON e.key = ${keyOfSearchSql('s.rowid')}
     WHERE s.entry_search MATCH ? AND s.rowid BETWEEN ? AND ? ORDER BY s.rowid DESC LIMIT ?`,
    `{narration reference} : (${texts.map((text) => `"${text.replaceAll('"', '""')}"*`).join(' OR ')})`,
    low,
    high,
    limit,
  ).map(cachedEntry);
}

/** Returns the debits of those days of at least that amount (10^-4) or in another currency, oldest first. */
function debitsFrom(
  reader: CacheReader,
  accountNumber: string,
  {
    days,
    least,
    currency,
    limit,
  }: { days: Days; least: bigint; currency: string | null; limit: number },
): CachedEntry[] {
  const account = findOrdinal(reader, accountNumber);
  if (account === null) return [];
  return valueRows<ShownEntry>(
    reader,
    `SELECT ${shownColumns} FROM entry e WHERE e.account = @account AND e.key BETWEEN @low AND @high
       AND e.withdrawn_at IS NULL AND (e.direction = 0 OR e.amount_e4 < 0)
       AND (abs(e.amount_e4) >= @least OR (@currency IS NOT NULL AND e.currency <> @currency))
     ORDER BY e.key LIMIT @limit`,
    {
      account,
      low: firstKeyOf(account, days.from),
      high: lastKeyOf(account, days.to),
      least,
      currency,
      limit,
    },
  ).map(cachedEntry);
}
