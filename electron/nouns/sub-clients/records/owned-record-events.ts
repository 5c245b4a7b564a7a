import type { Shareholder, SubClientDocument } from '../../../../shared/bank/onboarding.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { noteEvents } from '../../../engines/store/records/bank-events.ts';
import { row, rows, type CacheConnection } from '../../../engines/store/database.ts';
import {
  notesOf,
  type EventNote,
  type Watched,
} from '../../../engines/store/records/event-notes.ts';
import type { Completeness } from '../../../engines/store/records/record-lists.ts';
import { ownerName, watchedDocument, watchedShareholder, type Owned } from './watched.ts';

/** Notes what changed of a sub-client's documents and shareholders. Call each function before the records are saved. */

type Reading = Completeness & { readonly asOf: Timestamp };

export function noteDocuments(
  database: CacheConnection,
  subClientId: string,
  documents: readonly SubClientDocument[],
  reading: Reading,
): void {
  const owner = ownerOf(database, subClientId);
  if (!owner?.documents_as_of) return;
  const owned = { subClientId, owner: ownerName(owner.document, subClientId) };
  const known = knownOf<SubClientDocument>(database, 'sub_client_document', subClientId);
  noteEvents(
    database,
    changes(watchedDocument, owned, { known, now: documents, reading }),
    reading.asOf,
  );
}

export function noteShareholders(
  database: CacheConnection,
  subClientId: string,
  shareholders: readonly Shareholder[],
  reading: Reading,
): void {
  const owner = ownerOf(database, subClientId);
  if (!owner?.shareholders_as_of) return;
  const owned = { subClientId, owner: ownerName(owner.document, subClientId) };
  const known = knownOf<Shareholder>(database, 'shareholder', subClientId);
  noteEvents(
    database,
    changes(watchedShareholder, owned, { known, now: shareholders, reading }),
    reading.asOf,
  );
}

type Identified = { readonly id: string };

function changes<R extends Identified>(
  watched: Watched<Owned<R>>,
  owned: Omit<Owned<R>, 'record'>,
  { known, now, reading }: { known: ReadonlyMap<string, R>; now: readonly R[]; reading: Reading },
): readonly EventNote[] {
  const of = (record: R | undefined): Owned<R> | null => (record ? { record, ...owned } : null);
  const ids = new Set(now.map(({ id }) => id));
  const left = reading.complete ? [...known.values()].filter(({ id }) => !ids.has(id)) : [];
  return [
    ...now.flatMap((record) => notesOf(watched, of(known.get(record.id)), of(record))),
    ...left.flatMap((record) => notesOf(watched, of(record), null)),
  ];
}

/** Returns the records that are not gone, by id. */
const knownOf = <R extends Identified>(
  database: CacheConnection,
  table: 'sub_client_document' | 'shareholder',
  subClientId: string,
): Map<string, R> =>
  new Map(
    rows<{ id: string; document: string }>(
      database,
      `SELECT id, document FROM ${table} WHERE sub_client_id = ? AND gone_at IS NULL`,
      subClientId,
    ).map(({ id, document }) => [id, JSON.parse(document) as R]),
  );

type Owner = {
  document: string;
  documents_as_of: string | null;
  shareholders_as_of: string | null;
};

const ownerOf = (database: CacheConnection, subClientId: string): Owner | null =>
  row<Owner>(
    database,
    'SELECT document, documents_as_of, shareholders_as_of FROM sub_client WHERE entity_id = ?',
    subClientId,
  );
