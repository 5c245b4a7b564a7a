import { extraTexts, type Extras } from '../../../../shared/bank/extras.ts';
import { foldedReference } from '../../../../shared/reference-likeness.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { noteEvents } from './bank-events.ts';
import {
  inTransaction,
  inUnsyncedTransaction,
  row,
  rows,
  run,
  type AnyDatabase,
  type CacheConnection,
} from '../database.ts';
import { notesOf, type EventNote, type Watched } from './event-notes.ts';
import type { Completeness } from './record-lists.ts';
import { canonicalJson } from './record-versions.ts';
import { oddReferenceSql } from '../schema/cache/records.ts';
import { foldedWords, hasTermSql, searchText, withoutMarks } from '../search/search-text.ts';
import { asOfTopic, saveTopic } from './topics.ts';
import type { Sliced } from '../threads/turns.ts';

/** A list of the transfers or trades that the bank carried out for us, newest first. */
export type MoneyList<R> = {
  readonly topic: 'transfers' | 'trades';
  readonly table: 'transfer' | 'trade';
  readonly idOf: (record: R) => string;
  readonly wordsOf: (record: R) => readonly string[];
  /** The fields whose changes the timeline shows. */
  readonly watched: Watched<R>;
};

type MoneyRecord = {
  readonly reference: string;
  readonly status: string;
  readonly createdAt: string | null;
  readonly extras?: Extras | undefined;
};

/** A record with the time at which the bank last sent it. */
export type DatedRecord<R> = {
  readonly record: R;
  readonly asOf: Timestamp;
  /** When the record was made; where the bank does not send that, when it was first seen. */
  readonly since: Timestamp;
};

/**
 * Adds and replaces records by id; removes nothing. A complete list also records the time of its reading and is synced to the disk.
 * Single records are not synced, since the next list includes them.
 */
export function saveMoneyRecords<R extends MoneyRecord>(
  database: CacheConnection,
  list: MoneyList<R>,
  records: readonly R[],
  { asOf, complete }: Completeness & { asOf: Timestamp },
): void {
  const together = complete ? inTransaction : inUnsyncedTransaction;
  together(database, () => {
    noteMoneyRecords(database, list, records, { asOf, complete });
    for (const record of records)
      run(
        database,
        `INSERT INTO ${list.table} (id, reference, status, created_at, search_text, document, as_of)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET reference = excluded.reference, status = excluded.status,
           created_at = coalesce(?, created_at), search_text = excluded.search_text,
           document = excluded.document, as_of = excluded.as_of`,
        list.idOf(record),
        record.reference,
        record.status,
        record.createdAt ?? asOf,
        searchText([...list.wordsOf(record), extraTexts(record.extras)]),
        canonicalJson(record),
        asOf,
        record.createdAt,
      );
    if (complete) saveTopic(database, list.topic, asOf);
  });
}

/**
 * Records the changes of records. Must be called before the records are saved. An unknown record is news only in a complete list that
 * was read before: a single record is the answer to an order of ours.
 */
function noteMoneyRecords<R extends MoneyRecord>(
  database: CacheConnection,
  list: MoneyList<R>,
  records: readonly R[],
  { asOf, complete }: Completeness & { asOf: Timestamp },
): void {
  const announcesNew = complete && asOfTopic(database, list.topic) !== null;
  const notes = records.flatMap((record): readonly EventNote[] => {
    const known = moneyRecordById(database, list, list.idOf(record))?.record ?? null;
    return known !== null || announcesNew ? notesOf(list.watched, known, record) : [];
  });
  noteEvents(database, notes, asOf);
}

/** Returns the records since then that contain every word of the search, newest first. */
export function findMoneyRecords<R>(
  database: AnyDatabase,
  { table }: MoneyList<R>,
  { search = '', since = '', limit }: { search?: string; since?: Timestamp; limit: number },
): DatedRecord<R>[] {
  const words = foldedWords(search).map(withoutMarks);
  return datedRecords(
    rows(
      database,
      `SELECT document, as_of, created_at FROM ${table} WHERE created_at >= ?${` AND ${hasTermSql('search_text')}`.repeat(words.length)}
       ORDER BY created_at DESC, id DESC LIMIT ?`,
      since,
      ...words,
      limit,
    ),
  );
}

/** The number of records per slice. */
const walkedAtOnce = 500;

/** Returns the newest records since then for which `holds` is true, at most `limit`. Reads the list slice by slice. */
export function* walkMoneyRecords<R>(
  database: AnyDatabase,
  { table }: MoneyList<R>,
  {
    since = '',
    limit,
    holds,
  }: { since?: string; limit: number; holds: (record: DatedRecord<R>) => boolean },
): Sliced<DatedRecord<R>[]> {
  const found: DatedRecord<R>[] = [];
  for (let before = '9999', beforeId = ''; ;) {
    const piece = rows<StoredRecord & { id: string }>(
      database,
      `SELECT id, document, as_of, created_at FROM ${table} WHERE (created_at, id) < (?, ?)
       ORDER BY created_at DESC, id DESC LIMIT ${String(walkedAtOnce)}`,
      before,
      beforeId,
    );
    const within = piece.filter(({ created_at }) => created_at >= since);
    found.push(...datedRecords<R>(within).filter(holds));
    const last = piece.at(-1);
    if (found.length >= limit || last === undefined || within.length < walkedAtOnce)
      return found.slice(0, limit);
    [before, beforeId] = [last.created_at, last.id];
    yield;
  }
}

export const moneyRecordById = <R>(
  database: AnyDatabase,
  { table }: MoneyList<R>,
  id: string,
): DatedRecord<R> | null =>
  datedRecords<R>(
    rows(database, `SELECT document, as_of, created_at FROM ${table} WHERE id = ?`, id),
  )[0] ?? null;

/** Returns all records of one reference. More than one is an error at the bank. */
export const moneyRecordsByReference = <R>(
  database: AnyDatabase,
  { table }: MoneyList<R>,
  reference: string,
): DatedRecord<R>[] =>
  datedRecords(
    rows(
      database,
      `SELECT document, as_of, created_at FROM ${table} WHERE reference = ?`,
      reference,
    ),
  );

/** Returns all records of a reference, ignoring case and surrounding blanks. */
export function moneyRecordsSpelled<R>(
  database: AnyDatabase,
  { table }: MoneyList<R>,
  reference: string,
): DatedRecord<R>[] {
  const folded = foldedReference(reference);
  const stored = [
    ...rows<StoredRecord>(
      database,
      `SELECT document, as_of, created_at FROM ${table} WHERE reference IN (?, ?)`,
      ...[folded, folded.toUpperCase()],
    ),
    ...rows<StoredRecord>(
      database,
      `SELECT document, as_of, created_at FROM ${table}
       WHERE lower(trim(reference)) = ? AND ${oddReferenceSql}`,
      folded,
    ),
  ];
  return datedRecords(stored);
}

/** Has any record of the list a reference? */
export const hasReferenceIn = (
  database: AnyDatabase,
  { table }: Pick<MoneyList<unknown>, 'table'>,
): boolean => row(database, `SELECT 1 FROM ${table} WHERE reference > '' LIMIT 1`) !== null;

type StoredRecord = { document: string; as_of: string; created_at: string };

const datedRecords = <R>(stored: readonly StoredRecord[]): DatedRecord<R>[] =>
  stored.map(({ document, as_of, created_at }) => ({
    record: JSON.parse(document) as R,
    asOf: as_of,
    since: created_at,
  }));

/** Returns the records made since then in one of the wanted states. Calls `isWanted` once per state. */
export function moneyRecordsInStates<R>(
  database: AnyDatabase,
  { table }: MoneyList<R>,
  { isWanted, since }: { isWanted: (status: string) => boolean; since: Timestamp },
): DatedRecord<R>[] {
  const statuses = rows<{ status: string }>(database, distinctStatuses(table))
    .map(({ status }) => status)
    .filter(isWanted);
  return datedRecords(
    rows(
      database,
      `SELECT document, as_of, created_at FROM ${table}
       WHERE status IN (SELECT value FROM json_each(?)) AND created_at >= ?`,
      JSON.stringify(statuses),
      since,
    ),
  );
}

/** SQL for all states. Takes one step in the index per state, however many records there are. */
const distinctStatuses = (table: string): string =>
  `WITH RECURSIVE step (status) AS (
     SELECT min(status) FROM ${table}
     UNION ALL SELECT (SELECT min(status) FROM ${table} WHERE status > step.status) FROM step
       WHERE step.status IS NOT NULL)
   SELECT status FROM step WHERE status IS NOT NULL`;
