import type { SentField } from '../../../shared/bank/required-fields.ts';
import type { Receivable } from '../../../shared/bank/receivables.ts';
import type { Remittance } from '../../../shared/bank/remittances.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { row, rows, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';
import { foldText, foldedWords, hasTerm } from '../../engines/store/search/search-text.ts';
import { sentFieldsSql } from '../../engines/submissions/journal/submission-sql.ts';
import {
  submissionsWithoutRecord,
  type Submission,
} from '../../engines/submissions/journal/submission-table.ts';

/** Records by kind that the bank has no list of. */
type Kinds = { readonly remittance: Remittance; readonly receivable: Receivable };
export type RegisterKind = keyof Kinds;
export type RegisterRecord<K extends RegisterKind> = Kinds[K];

export type Registered<K extends RegisterKind> = {
  readonly id: string;
  readonly origin: 'made' | 'imported';
  readonly addedAt: Timestamp;
  readonly record: Kinds[K];
  readonly asOf: Timestamp;
  /** The fields that the bank file required beyond the catalogue when it was sent from here. */
  readonly more: readonly SentField[];
};

type StoredRecord = {
  id: string;
  origin: 'made' | 'imported';
  added_at: string;
  document: string;
  as_of: string;
  more: string | null;
};

/** Adds or replaces a record; its origin and its time of arrival stay. Durable before it returns. */
export function registerRecord<K extends RegisterKind>(
  journal: Journal,
  kind: K,
  record: Kinds[K],
  { origin, asOf }: { origin: Registered<K>['origin']; asOf: Timestamp },
): void {
  writeJournal(journal, 'order_record', () =>
    run(
      journal,
      `INSERT INTO order_record (kind, id, reference, origin, added_at, document, as_of) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (kind, id) DO UPDATE SET reference = excluded.reference, document = excluded.document,
         as_of = excluded.as_of`,
      kind,
      record.id,
      record.reference,
      origin,
      asOf,
      JSON.stringify(record),
      asOf,
    ),
  );
}

/** The records that contain every word of the search, newest first. */
export function listRegister<K extends RegisterKind>(
  journal: Journal,
  kind: K,
  search = '',
): Registered<K>[] {
  const words = foldedWords(search);
  return rows<StoredRecord>(
    journal,
    `SELECT ${registerColumns} FROM order_record r WHERE kind = ? ORDER BY added_at DESC, id DESC`,
    kind,
  )
    .map((stored) => registered<K>(stored))
    .filter(({ record }) => words.length === 0 || containsWords(record, words));
}

/** Newest records that a global search reads. */
const newestMax = 1_000;

/** The newest records, at most a thousand. */
export const newestRegistered = <K extends RegisterKind>(
  journal: Journal,
  kind: K,
): Pick<Registered<K>, 'id' | 'addedAt' | 'record'>[] =>
  rows<Pick<StoredRecord, 'id' | 'added_at' | 'document'>>(
    journal,
    'SELECT id, added_at, document FROM order_record WHERE kind = ? ORDER BY added_at DESC, id DESC LIMIT ?',
    kind,
    newestMax,
  ).map(({ id, added_at, document }) => ({
    id,
    addedAt: added_at,
    record: JSON.parse(document) as Kinds[K],
  }));

export function registeredById<K extends RegisterKind>(
  journal: Journal,
  kind: K,
  id: string,
): Registered<K> | null {
  const stored = row<StoredRecord>(
    journal,
    `SELECT ${registerColumns} FROM order_record r WHERE kind = ? AND id = ?`,
    kind,
    id,
  );
  return stored && registered<K>(stored);
}

/** The id of the record that came in last; null where there is none. */
export const latestRegistered = (journal: Journal, kind: RegisterKind): string | null =>
  row<{ id: string }>(
    journal,
    'SELECT id FROM order_record WHERE kind = ? ORDER BY added_at DESC, id DESC LIMIT 1',
    kind,
  )?.id ?? null;

/**
 * The submissions of an operation without a register record, newest first: those without an answer or without a record id,
 * of any age; those refused, never sent or not found, since `since`.
 */
export function unregisteredSubmissions(
  journal: Journal,
  { kind, operation, since }: { kind: RegisterKind; operation: string; since: Timestamp },
): Submission[] {
  const found = submissionsWithoutRecord(journal, operation, since);
  const references = rows<{ reference: string }>(
    journal,
    'SELECT reference FROM order_record WHERE kind = ? AND reference IN (SELECT value FROM json_each(?))',
    kind,
    JSON.stringify(found.map(({ reference }) => reference)),
  );
  const known = new Set(references.map(({ reference }) => reference));
  return found.filter(
    ({ state, reference }) => state === 'sending' || state === 'unknown' || !known.has(reference),
  );
}

/** An imported record may have the reference of another: the additional fields are those of the same record. */
const registerColumns = `r.id, r.origin, r.added_at, r.document, r.as_of, ${sentFieldsSql('r.reference', 'r.id')} AS more`;

const registered = <K extends RegisterKind>(stored: StoredRecord): Registered<K> => ({
  id: stored.id,
  origin: stored.origin,
  addedAt: stored.added_at,
  record: JSON.parse(stored.document) as Kinds[K],
  asOf: stored.as_of,
  more: stored.more === null ? [] : (JSON.parse(stored.more) as SentField[]),
});

function containsWords(record: object, words: readonly string[]): boolean {
  const texts = Object.values(record).filter((value) => typeof value === 'string');
  const folded = foldText(texts.join(' '));
  return words.every((word) => hasTerm(folded, word));
}

/** The records that were added since `since` and have a wanted status; `isWanted` is called once for each status. */
export function registeredInStates<K extends RegisterKind>(
  journal: Journal,
  kind: K,
  { isWanted, since }: { isWanted: (status: string) => boolean; since: Timestamp },
): { record: Kinds[K]; asOf: Timestamp }[] {
  const statuses = rows<{ status: string | null }>(
    journal,
    `SELECT DISTINCT json_extract(document, '$.status') AS status FROM order_record WHERE kind = ?`,
    kind,
  ).flatMap(({ status }) => (status !== null && isWanted(status) ? [status] : []));
  return rows<{ document: string; asOf: Timestamp }>(
    journal,
    `SELECT document, as_of AS asOf FROM order_record
     WHERE kind = ? AND json_extract(document, '$.status') IN (SELECT value FROM json_each(?)) AND added_at >= ?`,
    kind,
    JSON.stringify(statuses),
    since,
  ).map(({ document, asOf }) => ({ record: JSON.parse(document) as Kinds[K], asOf }));
}
