import { dayNumber, type IsoDate } from '../../../shared/calendar/calendar.ts';
import type { UnreadAccount, ReviewedAccount } from '../../../shared/ipc/review/review.ts';
import { findOrdinal } from '../accounts/ordinals.ts';
import { listAccounts } from '../accounts/tables.ts';
import { entriesByKey, type KeyedEntry } from '../statements/entries/entries-by-key.ts';
import { accountOfKey, dayOfKey, firstKeyOf, lastKeyOf } from '../statements/entries/entry-keys.ts';
import { rewrittenAmong, versionedSince } from '../statements/entries/rewritten.ts';
import { unreadSums } from '../statements/aggregates/day-sums.ts';
import { unreadAmong, unreadBetween, unreadKeysBetween } from '../statements/entries/unread.ts';
import { sums } from '../statements/search/long-reads.ts';
import { findKey } from '../statements/entries/places.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import type { Sliced } from '../../engines/store/threads/turns.ts';
import type { Within } from './queue.ts';
import { ownReads } from './own-entries.ts';
import { moneyIn } from './rows.ts';

/** An entry that a person marked. */
export type Marked = { readonly accountNumber: string; readonly entryId: string };

/** The newest rewritten entries that are searched. */
const changedMax = 5_000;
/** The most open entries in a report. */
const openMax = 500;

/** The questions about the review that the reader thread answers. */
export const reviewReads = (reader: CacheReader) => ({
  ...ownReads(reader),
  /** The keys of marked entries that the local copy has, newest first. */
  markedKeys: (marked: readonly Marked[], account: Within) => markedKeys(reader, marked, account),
  /** The keys of entries that the bank changed since then (milliseconds), newest first. */
  changedKeys: (since: number, account: Within) => changedKeys(reader, since, account),
  unreadAccounts: (account: Within, until: number) => unreadAccounts(reader, account, until),
  reviewSnapshot: (question: SnapshotQuestion) => snapshotOf(reader, question),
});

export type ReviewReads = ReturnType<typeof reviewReads>;

/** Entries looked up in one slice. */
const lookedUpAtOnce = 500;

function* markedKeys(
  reader: CacheReader,
  marked: readonly Marked[],
  within: Within,
): Sliced<number[]> {
  const ordinals = new Map<string, number | null>();
  const keys: number[] = [];
  for (const [at, { accountNumber, entryId }] of marked.entries()) {
    if (at % lookedUpAtOnce === lookedUpAtOnce - 1) yield;
    if (!ordinals.has(accountNumber))
      ordinals.set(accountNumber, findOrdinal(reader, accountNumber));
    const account = ordinals.get(accountNumber) ?? null;
    if (account === null || (within !== null && within !== account)) continue;
    const key = findKey(reader, account, entryId);
    if (key !== null) keys.push(key);
  }
  return keys.sort((a, b) => b - a);
}

/** A difference only in the bank's extra fields does not count as a change. */
function* changedKeys(reader: CacheReader, since: number, within: Within): Sliced<number[]> {
  const found = versionedSince(reader, since, changedMax);
  yield;
  const wanted = within === null ? found : found.filter((key) => accountOfKey(key) === within);
  return rewrittenAmong(reader, wanted).sort((a, b) => b - a);
}

function* unreadAccounts(
  reader: CacheReader,
  within: Within,
  until: number,
): Sliced<UnreadAccount[]> {
  const found: UnreadAccount[] = [];
  for (const { accountNumber, accountName, currency } of listAccounts(reader)) {
    const account = findOrdinal(reader, accountNumber);
    if (account === null || (within !== null && within !== account)) continue;
    const { entries, creditsE4, debitsE4 } = unreadSums(reader, account, until);
    if (entries > 0)
      found.push({
        accountNumber,
        accountName,
        entries,
        debits: moneyIn(debitsE4, currency),
        credits: moneyIn(creditsE4, currency),
      });
    yield;
  }
  return found;
}

export type SnapshotQuestion = {
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly account: Within;
  readonly flagged: readonly Marked[];
};

export type ReviewSnapshot = {
  readonly accounts: readonly ReviewedAccount[];
  /** The newest that are unread or flagged. */
  readonly open: readonly KeyedEntry[];
  readonly openTotal: number;
};

/** Returns what is open in a period, and the movements of the accounts in it. */
function* snapshotOf(
  reader: CacheReader,
  { from, to, account: within, flagged }: SnapshotQuestion,
): Sliced<ReviewSnapshot> {
  const days = { from: dayNumber(from), to: dayNumber(to) };
  const isOfPeriod = (key: number): boolean =>
    dayOfKey(key) >= days.from && dayOfKey(key) <= days.to;
  const flags = (yield* markedKeys(reader, flagged, within)).filter(isOfPeriod);
  const open = new Set(flags);
  let openTotal = flags.length;
  const accounts: ReviewedAccount[] = [];
  for (const { accountNumber, accountName, currency } of listAccounts(reader)) {
    const account = findOrdinal(reader, accountNumber);
    if (account === null || (within !== null && within !== account)) continue;
    const moved = sums(reader, accountNumber, { from, to });
    const unread = unreadBetween(reader, account, days);
    const own = flags.filter((key) => accountOfKey(key) === account);
    const keys = unreadKeysBetween(reader, account, {
      low: firstKeyOf(account, days.from),
      high: lastKeyOf(account, days.to),
      limit: openMax,
    });
    for (const key of keys) open.add(key);
    openTotal += unread - unreadAmong(reader, account, own);
    accounts.push({
      accountNumber,
      accountName,
      currency,
      entries: moved.count,
      debits: moneyIn(moved.debitsE4, currency),
      credits: moneyIn(moved.creditsE4, currency),
      closing: moved.closingE4 === null ? null : moneyIn(moved.closingE4, currency),
      unread,
      flagged: own.length,
    });
    yield;
  }
  const newest = [...open].sort((a, b) => b - a).slice(0, openMax);
  return { accounts, open: entriesByKey(reader, newest), openTotal };
}
