import { rows, type AnyDatabase } from '../../../engines/store/database.ts';
import { accountNumberSql } from '../../accounts/ordinals.ts';
import { labelledNameSql, orderedPayeeSql } from '../counterparty/own-orders.ts';
import { firstKeyOf, keyOfSearchSql, lastKeyOf } from './entry-keys.ts';

/** What rules ask of an entry, as stored. */
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

/** `place` is where the next batch begins. */
export type FactsInPlace = EntryFacts & { readonly place: number };
type Batch = { readonly after: number; readonly limit: number };

const factColumns = `e.key, e.account, e.id, CAST(e.amount_e4 AS TEXT) AS amountE4, e.currency, e.direction, e.narration,
  e.reference`;

/** Entries of all accounts, withdrawn ones too, newest first. */
export const factsBelow = (database: AnyDatabase, below: number, limit: number): EntryFacts[] =>
  rows(
    database,
    `SELECT ${factColumns} FROM entry e WHERE e.key < ? AND e.key >= 0 ORDER BY e.key DESC LIMIT ?`,
    below,
    limit,
  );

/** Entries of all accounts that are not withdrawn, oldest first. */
export const factsAfter = (database: AnyDatabase, { after, limit }: Batch): FactsInPlace[] =>
  rows(
    database,
    `SELECT e.key AS place, ${factColumns} FROM entry e WHERE e.key > ? AND e.withdrawn_at IS NULL
     ORDER BY e.key LIMIT ?`,
    after,
    limit,
  );

/** The entries with these keys, in no certain order. */
export const factsOf = (database: AnyDatabase, keys: readonly number[]): EntryFacts[] =>
  rows(
    database,
    `SELECT ${factColumns} FROM json_each(?) j CROSS JOIN entry e ON e.key = j.value`,
    JSON.stringify(keys),
  );

/** The same of those that an expression of the full-text search matches, in the order of the index. */
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

/** The keys alone, of withdrawn entries too: no entry is read. */
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

/** How many entries an expression matches, up to `most`. */
export const countMatching = (database: AnyDatabase, match: string, most: number): number =>
  rows<{ n: number }>(
    database,
    `SELECT count(*) AS n FROM (SELECT 1 FROM entry_search WHERE entry_search MATCH ? LIMIT ?)`,
    match,
    most,
  )[0]?.n ?? 0;

/** An entry that is not withdrawn, as stored, under the names by which meanings are read. */
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

/** The newest of them from a day on, the oldest first. Withdrawn ones, and those that are no debits any more, are left out. */
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

/** The entries of an account's day, oldest first, in pieces of at most a thousand. Withdrawn ones are left out. */
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
