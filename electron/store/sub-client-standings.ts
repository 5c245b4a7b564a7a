import type { SubClient, SubClientDocument } from '../../shared/bank/onboarding.ts';
import type { Timestamp } from '../../shared/calendar.ts';
import type { Shareholding } from '../../shared/ipc/onboarding-records.ts';
import { noteEvents } from './bank-events.ts';
import {
  inTransaction,
  row,
  rows,
  run,
  type CacheConnection,
  type CacheReader,
} from './database.ts';
import { notesOf } from './event-notes.ts';
import { everyShareholding } from './shareholders.ts';
import { watchedSubClient } from './watched-records.ts';

/** What the local copy knows of a sub-client's way to its approval. */
export type SubClientStanding = {
  readonly subClient: SubClient;
  readonly documents: readonly SubClientDocument[];
  /** Null when the owners were never read. */
  readonly shareholding: Shareholding | null;
};

/** Every sub-client that the bank still has, by name; three questions, however many there are. */
export function everyStanding(reader: CacheReader): SubClientStanding[] {
  const shareholdings = everyShareholding(reader);
  const documents = Map.groupBy(
    rows<{ subClientId: string; document: string }>(
      reader,
      `SELECT sub_client_id AS subClientId, document FROM sub_client_document
       WHERE gone_at IS NULL ORDER BY sub_client_id, id`,
    ),
    ({ subClientId }) => subClientId,
  );
  return rows<{ entityId: string; document: string }>(
    reader,
    'SELECT entity_id AS entityId, document FROM sub_client WHERE gone_at IS NULL ORDER BY name, entity_id',
  ).map(({ entityId, document }) => ({
    subClient: JSON.parse(document) as SubClient,
    documents: (documents.get(entityId) ?? []).map(
      (kept) => JSON.parse(kept.document) as SubClientDocument,
    ),
    shareholding: shareholdings.get(entityId) ?? null,
  }));
}

/** The bank was asked for it by its id and said that it has no such sub-client; nothing is deleted. */
export function markSubClientGone(
  database: CacheConnection,
  entityId: string,
  asOf: Timestamp,
): void {
  inTransaction(database, () => {
    const known = row<{ document: string; listed: number }>(
      database,
      'SELECT document, listed FROM sub_client WHERE entity_id = ? AND gone_at IS NULL',
      entityId,
    );
    if (known === null) return;
    const record = JSON.parse(known.document) as SubClient;
    if (known.listed === 1) noteEvents(database, notesOf(watchedSubClient, record, null), asOf);
    run(
      database,
      'UPDATE sub_client SET gone_at = ?, listed = 0 WHERE entity_id = ?',
      asOf,
      entityId,
    );
  });
}
