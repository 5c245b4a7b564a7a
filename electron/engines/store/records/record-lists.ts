import { extraTexts, withoutExtras, type Extras } from '../../../../shared/bank/extras.ts';
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
import { canonicalJson, saveEarlier } from './record-versions.ts';
import { foldedWords, hasTermSql, searchText, withoutMarks } from '../search/search-text.ts';
import { asOfTopic, saveTopic, type Topic } from './topics.ts';

export type Completeness = { readonly complete: boolean };

export type SavedRecords = {
  readonly added: number;
  readonly changed: number;
  readonly gone: number;
};

/** A list of records stored as JSON with their earlier contents: beneficiaries or sub-clients. */
export type RecordList<R> = {
  readonly topic: Topic;
  readonly table: 'beneficiary' | 'sub_client';
  readonly nameOf: (record: R) => string;
  /** The texts that are searched. */
  readonly wordsOf: (record: R) => readonly string[];
  /** The fields whose changes the timeline shows. */
  readonly watched: Watched<R>;
  /** Saves the data derived from these records, in the transaction that saved them. */
  readonly onSaved?: (database: CacheConnection, entityIds: readonly string[]) => void;
};

type Identified = { readonly entityId: string; readonly extras?: Extras | undefined };

type StoredRecord = { document: string; as_of: string; gone_at: string | null };

export type KnownRecord<R> = {
  readonly record: R;
  readonly asOf: Timestamp;
  readonly goneAt: Timestamp | null;
  /** The earlier contents, newest first, each with the time until which it was valid. */
  readonly earlier: readonly { readonly record: R; readonly until: Timestamp }[];
};

/** Saves records. A complete list marks the records that it lacks as gone; nothing is deleted. */
export function saveRecords<R extends Identified>(
  database: CacheConnection,
  list: RecordList<R>,
  records: readonly R[],
  { asOf, complete }: Completeness & { asOf: Timestamp },
): SavedRecords {
  return inTransaction(database, () => {
    const saved = { added: 0, changed: 0, gone: 0 };
    noteRecords(database, list, records, { asOf, complete });
    for (const record of records) {
      const effect = saveOne(database, list, record, { asOf, complete });
      if (effect !== null) saved[effect] += 1;
    }
    list.onSaved?.(
      database,
      records.map(({ entityId }) => entityId),
    );
    if (!complete) return saved;
    saveTopic(database, list.topic, asOf);
    return { ...saved, gone: markGone(database, list, records, asOf) };
  });
}

/** Saves a single record without a sync: a power cut undoes it as a whole, and the bank sends it again. */
export function saveRecord<R extends Identified>(
  database: CacheConnection,
  list: RecordList<R>,
  record: R,
  asOf: Timestamp,
): void {
  inUnsyncedTransaction(database, () => {
    noteRecords(database, list, [record], { asOf, complete: false });
    saveOne(database, list, record, { asOf, complete: false });
    list.onSaved?.(database, [record.entityId]);
  });
}

/**
 * Records the changes of records. Must be called before the records are saved. The first reading of a list is the baseline and not
 * news. A record read by its identifier neither appears nor disappears: only a list shows that.
 */
function noteRecords<R extends Identified>(
  database: CacheConnection,
  { table, topic, watched }: RecordList<R>,
  records: readonly R[],
  { asOf, complete }: Completeness & { asOf: Timestamp },
): void {
  if (asOfTopic(database, topic) === null) return;
  const listed = new Set(records.map(({ entityId }) => entityId));
  const notes = records.flatMap((record): readonly EventNote[] => {
    const known = currentDocument(database, table, record.entityId);
    if (known === canonicalJson(record)) return [];
    if (known === null) return complete ? notesOf(watched, null, record) : [];
    return notesOf(watched, JSON.parse(known) as R, record);
  });
  const left = complete
    ? rows<{ entity_id: string; document: string }>(
        database,
        `SELECT entity_id, document FROM ${table} WHERE gone_at IS NULL AND listed = 1`,
      ).filter(({ entity_id }) => !listed.has(entity_id))
    : [];
  const gone = left.flatMap(({ document }) => notesOf(watched, JSON.parse(document) as R, null));
  noteEvents(database, [...notes, ...gone], asOf);
}

const currentDocument = (
  database: CacheConnection,
  table: RecordList<never>['table'],
  entityId: string,
): string | null =>
  row<{ document: string }>(
    database,
    `SELECT document FROM ${table} WHERE entity_id = ? AND gone_at IS NULL`,
    entityId,
  )?.document ?? null;

/** Returns the current records that contain every word of the search, by name, with the time at which the bank last sent each. */
export function findRecords<R>(
  database: AnyDatabase,
  { table }: RecordList<R>,
  search: string,
): { record: R; asOf: Timestamp }[] {
  const words = foldedWords(search).map(withoutMarks);
  return rows<{ document: string; as_of: string }>(
    database,
    `SELECT document, as_of FROM ${table} WHERE gone_at IS NULL${` AND ${hasTermSql('search_text')}`.repeat(words.length)}
     ORDER BY name, entity_id`,
    ...words,
  ).map(({ document, as_of }) => ({ record: JSON.parse(document) as R, asOf: as_of }));
}

export function recordById<R>(
  database: AnyDatabase,
  { table, topic }: RecordList<R>,
  entityId: string,
): KnownRecord<R> | null {
  const stored = row<StoredRecord>(
    database,
    `SELECT document, as_of, gone_at FROM ${table} WHERE entity_id = ?`,
    entityId,
  );
  if (stored === null) return null;
  const earlier = rows<{ document: string; until: string }>(
    database,
    'SELECT document, until FROM earlier_record WHERE topic = ? AND entity_id = ? ORDER BY id DESC',
    topic,
    entityId,
  );
  return {
    record: JSON.parse(stored.document) as R,
    asOf: stored.as_of,
    goneAt: stored.gone_at,
    earlier: earlier.map(({ document, until }) => ({ record: JSON.parse(document) as R, until })),
  };
}

function saveOne<R extends Identified>(
  database: CacheConnection,
  { table, topic, nameOf, wordsOf }: RecordList<R>,
  record: R,
  { asOf, complete }: Completeness & { asOf: Timestamp },
): 'added' | 'changed' | null {
  const document = canonicalJson(record);
  const known = row<StoredRecord>(
    database,
    `SELECT document, as_of, gone_at FROM ${table} WHERE entity_id = ?`,
    record.entityId,
  );
  // Extras added to a record that had none are not a change of its content.
  const changed =
    known !== null &&
    known.document !== document &&
    known.document !== canonicalJson(withoutExtras(record));
  if (changed)
    saveEarlier(
      database,
      { topic, entityId: record.entityId },
      { document: known.document, next: document, until: asOf },
    );
  run(
    database,
    `INSERT INTO ${table} (entity_id, name, search_text, document, as_of, listed) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (entity_id) DO UPDATE SET name = excluded.name, search_text = excluded.search_text,
       document = excluded.document, as_of = excluded.as_of, gone_at = NULL,
       listed = max(listed, excluded.listed)`,
    record.entityId,
    nameOf(record),
    searchText([...wordsOf(record), extraTexts(record.extras)]),
    document,
    asOf,
    complete ? 1 : 0,
  );
  if (known === null) return 'added';
  return changed || known.gone_at !== null ? 'changed' : null;
}

function markGone<R extends Identified>(
  database: CacheConnection,
  { table }: RecordList<R>,
  records: readonly R[],
  asOf: Timestamp,
): number {
  return run(
    database,
    `UPDATE ${table} SET gone_at = ?, listed = 0 WHERE gone_at IS NULL
       AND entity_id NOT IN (SELECT value FROM json_each(?))`,
    asOf,
    JSON.stringify(records.map(({ entityId }) => entityId)),
  );
}
