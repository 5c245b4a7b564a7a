import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { BankEvent, BankEventKind } from '../../../../shared/ipc/review/timeline.ts';
import { limits } from '../../../../shared/limits.ts';
import {
  inTransaction,
  prepared,
  row,
  rows,
  run,
  type AnyDatabase,
  type CacheConnection,
  type CacheReader,
} from '../database.ts';
import { alikeTogether, type EventNote } from './event-notes.ts';
import { foldText, foldedWords, hasTermSql, withoutMarks } from '../search/search-text.ts';
import type { Remote } from '../threads/remote-methods.ts';

type StoredEvent = Omit<BankEvent, 'eventId' | 'seenAt' | keyof Renamed> &
  Readonly<Record<'id', number> & Record<'seen_at' | 'subject_id' | 'place_id', string>> & {
    readonly account_number: string | null;
  };
type Renamed = Pick<BankEvent, 'subjectId' | 'placeId' | 'accountNumber'>;

export type TimelineQuestion = {
  /** Only events older than this one. */
  readonly before?: number | undefined;
  readonly limit: number;
  /** Defaults to all kinds. */
  readonly kinds?: readonly BankEventKind[] | undefined;
  /** Every word must occur. */
  readonly search?: string | undefined;
};

/**
 * Records the changes that a reading found. Must be called in the transaction that saves the reading. Large numbers of like changes
 * become one event. The oldest events beyond {@link limits.timelineRowsMax} are removed.
 */
export function noteEvents(
  database: CacheConnection,
  notes: readonly EventNote[],
  seenAt: Timestamp,
): void {
  if (notes.length === 0) return;
  for (const note of alikeTogether(notes)) insertEvent(database, note, seenAt);
  run(
    database,
    'DELETE FROM bank_event WHERE id <= (SELECT max(id) FROM bank_event) - ?',
    limits.timelineRowsMax,
  );
}

/** Lists events, newest first. */
export function listEvents(
  reader: CacheReader,
  { before = Number.MAX_SAFE_INTEGER, limit, kinds, search = '' }: TimelineQuestion,
): { rows: BankEvent[]; hasMore: boolean } {
  const words = foldedWords(search).map(withoutMarks);
  const found = rows<StoredEvent>(
    reader,
    `SELECT id, seen_at, kind, change, subject_id, title, field, before, after, account_number, place_id
     FROM bank_event WHERE id < ?${kinds ? ' AND kind IN (SELECT value FROM json_each(?))' : ''}
       ${` AND ${hasTermSql('search_text')}`.repeat(words.length)}
     ORDER BY id DESC LIMIT ?`,
    before,
    ...(kinds ? [JSON.stringify(kinds)] : []),
    ...words,
    limit + 1,
  );
  return { rows: found.slice(0, limit).map(eventOf), hasMore: found.length > limit };
}

/** Returns a number that grows with every recorded event; 0 where there is none. */
export const newestEventId = (database: AnyDatabase): number =>
  row<{ id: number | null }>(database, 'SELECT max(id) AS id FROM bank_event')?.id ?? 0;

function insertEvent(database: CacheConnection, note: EventNote, seenAt: Timestamp): void {
  prepared(
    database,
    `INSERT INTO bank_event (seen_at, kind, change, subject_id, title, field, before, after,
       account_number, place_id, search_text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    seenAt,
    note.kind,
    note.change,
    note.subjectId,
    note.title,
    note.field,
    note.before,
    note.after,
    note.accountNumber,
    note.placeId,
    foldText(wordsOf(note).join(' ')),
  );
}

const wordsOf = (note: EventNote): string[] => [
  note.kind,
  note.title,
  note.field,
  note.before ?? '',
  note.after ?? '',
  note.subjectId,
  note.placeId,
  note.accountNumber ?? '',
];

const eventOf = (stored: StoredEvent): BankEvent => ({
  eventId: stored.id,
  seenAt: stored.seen_at,
  kind: stored.kind,
  change: stored.change,
  subjectId: stored.subject_id,
  placeId: stored.place_id,
  title: stored.title,
  field: stored.field,
  before: stored.before,
  after: stored.after,
  accountNumber: stored.account_number,
});

/** The writes of events in the thread of the local copy. */
export const eventWrites = (database: CacheConnection) => ({
  /** Records changes of records stored elsewhere. All other methods record the changes that they find. */
  noteEvents: (notes: readonly EventNote[], seenAt: Timestamp): void => {
    inTransaction(database, () => {
      noteEvents(database, notes, seenAt);
    });
  },
});

export type EventWrites = Remote<ReturnType<typeof eventWrites>>;
