import type { Moment } from '../../shared/moment.ts';
import { findOrdinal } from './account-ordinals.ts';
import { row, rows, type CacheReader } from '../store/database.ts';
import { firstKeyOf, lastKeyOf } from './entry-keys.ts';
import { cachedEntry, shownColumns, type CachedEntry, type ShownEntry } from './entry-rows.ts';
import { momentIn } from '../submissions/lookup-table.ts';

/** What the local copy knows of some days of an account, as evidence that something was not booked. Both ends are included. */
export type Days = { readonly from: number; readonly to: number };

export type ReadDay = {
  readonly day: number;
  readonly state: 'proven' | 'broken' | 'unproven';
  /** When its last reading began; null where it was read in more than one go, or by an earlier version. */
  readonly begun: Moment | null;
};

/** The days that were ever read, oldest first. */
export const readDays = (reader: CacheReader, accountNumber: string, { from, to }: Days) =>
  rows<{ day: number; state: ReadDay['state']; clocks: string | null }>(
    reader,
    `SELECT d.day, d.state, d.read_clocks AS clocks FROM day d JOIN account a ON a.ordinal = d.account
     WHERE a.number = ? AND d.day BETWEEN ? AND ? ORDER BY d.day`,
    accountNumber,
    from,
    to,
  ).map(({ day, state, clocks }): ReadDay => ({ day, state, begun: momentIn(clocks) }));

/** What the account held at the end of a day by its statement, in 10^-4; null where no statement tells it. */
export function closingOn(reader: CacheReader, accountNumber: string, day: number): bigint | null {
  const known = row<{ closing: string | null }>(
    reader,
    `SELECT CAST(d.closing_e4 AS TEXT) AS closing FROM day d JOIN account a ON a.ordinal = d.account
     WHERE a.number = ? AND d.day = ?`,
    accountNumber,
    day,
  );
  const closing = known?.closing ?? null;
  return closing === null ? null : BigInt(closing);
}

export type UnreadableEntry = {
  readonly entryId: string;
  readonly reason: string;
  /** The bank's own text. */
  readonly text: string;
};

/** What was set aside on those days; what tells no day may belong to any of them. */
export const unreadableOn = (
  reader: CacheReader,
  accountNumber: string,
  { from, to }: Days,
): UnreadableEntry[] =>
  rows(
    reader,
    `SELECT entry_id AS entryId, reason, text FROM entry_aside
     WHERE account = ? AND (day IS NULL OR day BETWEEN ? AND ?) ORDER BY entry_id`,
    findOrdinal(reader, accountNumber),
    from,
    to,
  );

/**
 * The account's entries from that day on in whose reference or narration one of the texts stands, or a word that begins
 * like it; newest first, at most `limit`. Those that the bank took back are among them.
 */
export function entriesResembling(
  reader: CacheReader,
  accountNumber: string,
  { texts, from, limit }: { texts: readonly string[]; from: number; limit: number },
): CachedEntry[] {
  const account = findOrdinal(reader, accountNumber);
  if (account === null || texts.length === 0) return [];
  return rows<ShownEntry>(
    reader,
    `SELECT ${shownColumns} FROM entry_search s JOIN entry e ON e.key = s.rowid
     WHERE entry_search MATCH ? AND s.rowid >= ? AND e.account = ? ORDER BY s.rowid DESC LIMIT ?`,
    texts.map((text) => `"${text.replaceAll('"', '""')}"*`).join(' OR '),
    firstKeyOf(0, from),
    account,
    limit,
  ).map(cachedEntry);
}

/** What left the account on those days and is of at least that amount (10^-4) or in another currency; oldest first. */
export function debitsFrom(
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
  return rows<ShownEntry>(
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
