import type { EntryVersion } from '../../../../shared/ipc/accounts/statements.ts';
import { moneyOfUnits } from '../../../../shared/money/money.ts';
import { findOrdinal } from '../../accounts/ordinals.ts';
import { coveredDays } from '../../accounts/days.ts';
import { row, rows, valueRows, type CacheReader } from '../../../engines/store/database.ts';
import { dayOfKey, firstKeyOf, lastKeyOf } from './entry-keys.ts';
import {
  cachedEntry,
  directionOf,
  effectsOf,
  figuresOf,
  shownColumns,
  timestampOf,
  type CachedEntryDetail,
  type ShownEntry,
  type StoredEntry,
} from './entry-rows.ts';
import { findKey } from './places.ts';

type StoredVersion = Omit<StoredEntry, 'key' | 'withdrawn_at'> & { readonly extras: string | null };

/** Returns an entry with its older contents and its balance check; null if it is not in the local copy. */
export function entryById(
  reader: CacheReader,
  accountNumber: string,
  entryId: string,
): CachedEntryDetail | null {
  const account = findOrdinal(reader, accountNumber);
  const key = account === null ? null : findKey(reader, account, entryId);
  const [stored] =
    key === null
      ? []
      : valueRows<ShownEntry>(reader, `SELECT ${shownColumns} FROM entry e WHERE e.key = ?`, key);
  if (account === null || key === null || stored === undefined) return null;
  const earlier = versionsOf(reader, account, entryId);
  return {
    ...cachedEntry(stored),
    firstSeenAt: timestampOf(earlier.at(-1)?.seen_at ?? stored[11]),
    earlierVersions: earlier.map(earlierVersion),
    ...balanceCheck(stored, baseBefore(reader, { accountNumber, account }, key)),
  };
}

function versionsOf(reader: CacheReader, account: number, entryId: string): StoredVersion[] {
  return rows<StoredVersion>(
    reader,
    `SELECT v.entry_id AS id, v.version, CAST(v.amount_e4 AS TEXT) AS amount, v.currency, v.direction,
       (SELECT t.name FROM transaction_type t WHERE t.id = v.type) AS type, v.at, v.narration, v.reference,
       CAST(v.balance_e4 AS TEXT) AS balance, v.seen_at, v.extras, v.digits
     FROM entry_version v WHERE v.account = ? AND v.entry_id = ? ORDER BY v.version DESC`,
    account,
    entryId,
  );
}

function earlierVersion(stored: StoredVersion): EntryVersion {
  const { amount, balance } = figuresOf(stored);
  return {
    version: stored.version,
    seenAt: timestampOf(stored.seen_at),
    amount: amount.amount,
    currency: stored.currency,
    direction: directionOf(stored.direction),
    transactionType: stored.type,
    transactionDate: stored.at,
    narration: stored.narration,
    customReference: stored.reference,
    balance: balance.amount,
    extras: stored.extras,
  };
}

function balanceCheck(
  entry: readonly [...ShownEntry, ...unknown[]],
  baseE4: bigint | null,
): Pick<CachedEntryDetail, 'follows' | 'expectedBalance'> {
  const [, , amount, currency, direction, , , , , balance, , , withdrawnAt] = entry;
  if (baseE4 === null || withdrawnAt !== null) return { follows: null, expectedBalance: null };
  const { unsigned, signed } = effectsOf(BigInt(amount), direction);
  const follows = [unsigned, signed].some((effect) => baseE4 + effect === BigInt(balance));
  const expected = follows ? BigInt(balance) : baseE4 + unsigned;
  return { follows, expectedBalance: moneyOfUnits(expected, currency).amount };
}

/**
 * Returns the balance before an entry: the balance of the previous active entry, if it is on the same day or no unfetched day lies
 * between, else the opening balance of the entry's day; null if neither is known.
 */
function baseBefore(
  reader: CacheReader,
  { accountNumber, account }: { accountNumber: string; account: number },
  key: number,
): bigint | null {
  const before = row<{ key: number; balance: string }>(
    reader,
    `SELECT key, CAST(balance_e4 AS TEXT) AS balance FROM entry INDEXED BY entry_account
     WHERE account = ? AND key BETWEEN ? AND ? AND withdrawn_at IS NULL ORDER BY key DESC LIMIT 1`,
    account,
    firstKeyOf(account, 0),
    key - 1,
  );
  const to = dayOfKey(key);
  if (before === null || dayOfKey(before.key) !== to) {
    const from = before === null ? to : dayOfKey(before.key);
    const days = coveredDays(reader, accountNumber, { from, to });
    const opening = days.at(-1)?.day === to ? (days.at(-1)?.openingE4 ?? null) : null;
    if (before === null || opening !== null || days.length <= to - from) return opening;
  }
  return BigInt(before.balance);
}

/** Stored fields of an entry without its figures; times in milliseconds. */
type EntryTexts = {
  id: string;
  currency: string;
  narration: string;
  reference: string;
  seen_at: number;
  withdrawn_at: number | null;
};

/** Returns the entries of an account with these ids between two days, by id. Includes withdrawn ones. */
export const detailsOf = (
  reader: CacheReader,
  account: number,
  { from, to, ids }: { from: number; to: number; ids: readonly string[] },
): ReadonlyMap<string, EntryTexts> =>
  new Map(
    rows<EntryTexts>(
      reader,
      `SELECT e.id, e.currency, e.narration, e.reference, e.seen_at, e.withdrawn_at
       FROM entry e INDEXED BY entry_account
       WHERE e.account = ? AND e.key BETWEEN ? AND ? AND e.id IN (SELECT value FROM json_each(?))`,
      account,
      firstKeyOf(account, from),
      lastKeyOf(account, to),
      JSON.stringify(ids),
    ).map((detail) => [detail.id, detail]),
  );
