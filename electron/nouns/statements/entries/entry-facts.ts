import { rows, type AnyDatabase } from '../../../engines/store/database.ts';
import { accountNumberSql } from '../../accounts/ordinals.ts';
import { labelledNameSql, orderedPayeeSql } from '../counterparty/own-orders.ts';
import { firstKeyOf, keyOfSearchSql, lastKeyOf } from './entry-keys.ts';

/** The stored fields of an entry that rules use. */
export type EntryFacts = {
  readonly key: number;
  /** The ordinal of its account. */
  readonly account: number;
  readonly id: string;
  /** Units of 10^-4 as text. */
  readonly amountE4: string;
  readonly currency: string;
  /** 1 for a credit, 0 for a debit. */
  readonly direction: 0 | 1;
  readonly narration: string;
  readonly reference: string;
};

/** `place` is the `after` of the next batch. */
export type FactsInPlace = EntryFacts & { readonly place: number };
type Batch = { readonly after: number; readonly limit: number };

const factColumns = `e.key, e.account, e.id, CAST(e.amount_e4 AS TEXT) AS amountE4, e.currency, e.direction, e.narration,
  e.reference`;

/** Returns the entries of all accounts below a key, newest first. Includes withdrawn ones. */
export const factsBelow = (database: AnyDatabase, below: number, limit: number): EntryFacts[] =>
  rows(
    database,
    `SELECT ${factColumns} FROM entry e WHERE e.key < ? AND e.key >= 0 ORDER BY e.key DESC LIMIT ?`,
    below,
    limit,
  );

/** Returns the active entries of all accounts after a key, oldest first. */
export const factsAfter = (database: AnyDatabase, { after, limit }: Batch): FactsInPlace[] =>
  rows(
    database,
    `SELECT e.key AS place, ${factColumns} FROM entry e WHERE e.key > ? AND e.withdrawn_at IS NULL
     ORDER BY e.key LIMIT ?`,
    after,
    limit,
  );

/** Returns the entries with these keys, in no particular order. */
export const factsOf = (database: AnyDatabase, keys: readonly number[]): EntryFacts[] =>
  rows(
    database,
    `SELECT ${factColumns} FROM json_each(?) j CROSS JOIN entry e ON e.key = j.value`,
    JSON.stringify(keys),
  );

/** Returns the active entries that a full-text expression matches, in the order of the index. */
export const factsMatching = (
  database: AnyDatabase,
  match: string,
  { after, limit }: Batch,
): FactsInPlace[] =>
  rows(
    database,
    `SELECT s.rowid AS place, ${factColumns} FROM entry_search s CROSS JOIN entry e ON e.key = ${keyOfSearchSql('s.rowid')}
     WHERE s.entry_search MATCH ? AND s.rowid > ? AND e.withdrawn_at IS NULL ORDER BY s.rowid LIMIT ?`,
    match,
    BigInt(after),
    limit,
  );

/** Returns only the keys of the matches, without reading the entries. Includes withdrawn ones. */
export const keysMatching = (
  database: AnyDatabase,
  match: string,
  { after, limit }: Batch,
): Pick<FactsInPlace, 'key' | 'place'>[] =>
  rows(
    database,
    `SELECT ${keyOfSearchSql('rowid')} AS key, rowid AS place FROM entry_search
     WHERE entry_search MATCH ? AND rowid > ? ORDER BY rowid LIMIT ?`,
    match,
    BigInt(after),
    limit,
  );

/** Counts the entries that a full-text expression matches, up to `most`. */
export const countMatching = (database: AnyDatabase, match: string, most: number): number =>
  rows<{ n: number }>(
    database,
    `SELECT count(*) AS n FROM (SELECT 1 FROM entry_search WHERE entry_search MATCH ? LIMIT ?)`,
    match,
    most,
  )[0]?.n ?? 0;

/** An active entry as stored, with the field names that `Meanings` reads. */
export type StandingEntry = Omit<EntryFacts, 'account' | 'reference'> & {
  readonly transactionType: string;
  readonly transactionDate: string;
  readonly customReference: string;
  readonly extras: string | null;
  /** The counterparty that a rule or a person gave it. */
  readonly label: string | null;
  /** The payee of the own order that it settles. */
  readonly orderedPayee: string | null;
};

const standingColumns = `e.key, e.id, CAST(e.amount_e4 AS TEXT) AS amountE4, e.currency, e.direction,
  (SELECT t.name FROM transaction_type t WHERE t.id = e.type) AS transactionType,
  e.at AS transactionDate, e.narration, e.reference AS customReference, e.extras,
  ${labelledNameSql} AS label, ${orderedPayeeSql} AS orderedPayee`;

/** A debit that arrived after the first sync of its account. */
export type NewDebit = StandingEntry & {
  readonly accountNumber: string;
  readonly version: number;
  /** A rule or a person gave it a tag or a counterparty. */
  readonly isLabelled: 0 | 1;
};

/** Returns the newest `limit` new debits from a day on, oldest first. Skips withdrawn ones and those that are no longer debits. */
export const newDebitsSince = (database: AnyDatabase, day: number, limit: number): NewDebit[] =>
  rows<NewDebit>(
    database,
    `SELECT ${standingColumns}, ${accountNumberSql('e.account')} AS accountNumber, e.version,
       EXISTS (SELECT 1 FROM entry_label x WHERE x.key = e.key) AS isLabelled
     FROM new_debit d CROSS JOIN entry e ON e.key = d.key
     WHERE d.key >= ? AND e.withdrawn_at IS NULL AND (e.direction = 0 OR e.amount_e4 < 0)
     ORDER BY d.key DESC LIMIT ?`,
    firstKeyOf(0, day),
    limit,
  ).reverse();

const entriesAtOnce = 1_000;

/** Yields the active entries of an account's day, oldest first, in pieces of at most a thousand. */
export function* standingPieces(
  database: AnyDatabase,
  account: number,
  day: number,
): Generator<readonly StandingEntry[]> {
  for (let after = firstKeyOf(account, day) - 1; ;) {
    const piece = rows<StandingEntry>(
      database,
      `SELECT ${standingColumns}
       FROM entry e WHERE e.key > ? AND e.key <= ? AND e.withdrawn_at IS NULL ORDER BY e.key LIMIT ?`,
      after,
      lastKeyOf(account, day),
      entriesAtOnce,
    );
    yield piece;
    const last = piece.at(-1);
    if (last === undefined || piece.length < entriesAtOnce) return;
    after = last.key;
  }
}
