import { dateOfDayNumber, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import { moneyOfUnits, type Money } from '../../../../shared/money/money.ts';
import { accountKeys, accountNumberSql, findOrdinal } from '../../accounts/ordinals.ts';
import { rows, type CacheReader } from '../../../engines/store/database.ts';
import {
  dayOfKey,
  firstKeyOf,
  keyOfSearchSql,
  lastKeyOf,
  searchBounds,
} from '../entries/entry-keys.ts';

/** An incoming credit of the local copy. Withdrawn entries are left out. */
export type IncomingCredit = {
  readonly accountNumber: string;
  readonly entryId: string;
  readonly day: IsoDate;
  readonly amount: Money;
  readonly narration: string;
  readonly customReference: string;
};

/** Day numbers, both ends included. */
export type Days = { readonly from: number; readonly to: number };

/** The last day that an entry can have. */
export const lastDay = 2 ** 19 - 1;

/** The search stops after this many entries of an account: a phrase that matches more identifies none. */
const foundMax = 2_000;

const columns = `e.key, ${accountNumberSql('e.account')} AS number, e.id, CAST(e.amount_e4 AS TEXT) AS amount, e.currency, e.narration, e.reference`;

/**
 * Returns the credits of a currency on any account whose narration or custom reference contains all of the phrases, oldest first.
 * A phrase is a sequence of words; case, accents and punctuation do not count.
 */
export function creditsNaming(
  reader: CacheReader,
  phrases: readonly string[],
  { currency, days, amountE4 }: { currency: string; days: Days; amountE4?: bigint },
): IncomingCredit[] {
  if (!phrases.some((phrase) => /[\p{L}\p{N}]/u.test(phrase))) return [];
  const match = `{narration reference} : (${phrases.map((phrase) => `"${phrase.replaceAll('"', '""').replaceAll('\0', ' ')}"`).join(' ')})`;
  return accountKeys(reader)
    .flatMap(({ ordinal }) => {
      const { low, high } = searchBounds(ordinal, {
        low: firstKeyOf(ordinal, days.from),
        high: lastKeyOf(ordinal, days.to),
      });
      return rows<StoredCredit>(
        reader,
        `SELECT ${columns} FROM (SELECT ${keyOfSearchSql('rowid')} AS key FROM entry_search
            WHERE entry_search MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid LIMIT ${foundMax}) f
          CROSS JOIN entry e ON e.key = f.key
          WHERE e.direction = 1 AND e.currency = ? AND e.withdrawn_at IS NULL AND e.amount_e4 = coalesce(?, e.amount_e4)`,
        match,
        low,
        high,
        currency,
        amountE4 ?? null,
      );
    })
    .toSorted((a, b) => a.key - b.key)
    .map(incomingCredit);
}

/**
 * Returns the credits of an account with one of these amounts (units of 10^-4), oldest first if `days` ascend. Reads day by day and
 * yields to the event loop in between: a busy account has many entries.
 */
export async function creditsOfAmounts(
  reader: CacheReader,
  accountNumber: string,
  { amountsE4, days }: { amountsE4: readonly bigint[]; days: Iterable<number> },
): Promise<IncomingCredit[]> {
  const account = findOrdinal(reader, accountNumber);
  if (account === null) return [];
  const amounts = `[${amountsE4.join(',')}]`;
  const found: IncomingCredit[] = [];
  const rest = resting();
  for (const day of days) {
    found.push(...creditsOfDay(reader, { account, day, amounts }));
    await rest();
  }
  return found;
}

const turnMs = 10;

/** Returns a function to call between two pieces of work: it yields to the event loop once `turnMs` have passed. */
export function resting(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < turnMs) return;
    await new Promise(setImmediate);
    begun = performance.now();
  };
}

const creditsOfDay = (
  reader: CacheReader,
  { account, day, amounts }: { account: number; day: number; amounts: string },
): IncomingCredit[] =>
  rows<StoredCredit>(
    reader,
    `SELECT ${columns} FROM entry e
      WHERE e.key BETWEEN ? AND ? AND e.direction = 1 AND e.withdrawn_at IS NULL
        AND e.amount_e4 IN (SELECT value FROM json_each(?)) ORDER BY e.key`,
    firstKeyOf(account, day),
    lastKeyOf(account, day),
    amounts,
  ).map(incomingCredit);

type StoredCredit = {
  key: number;
  number: string;
  id: string;
  amount: string;
  currency: string;
  narration: string;
  reference: string;
};

const incomingCredit = (stored: StoredCredit): IncomingCredit => ({
  accountNumber: stored.number,
  entryId: stored.id,
  day: dateOfDayNumber(dayOfKey(stored.key)),
  amount: moneyOfUnits(BigInt(stored.amount), stored.currency),
  narration: stored.narration,
  customReference: stored.reference,
});
