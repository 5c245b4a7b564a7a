import type { SubClient, SubClientDocument } from '../../../../shared/bank/onboarding.ts';
import type { IsoDate, Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { Shareholding } from '../../../../shared/ipc/changes/sub-clients.ts';
import { noteEvents } from '../../../engines/store/records/bank-events.ts';
import {
  inTransaction,
  row,
  rows,
  run,
  type CacheConnection,
  type CacheReader,
} from '../../../engines/store/database.ts';
import { notesOf } from '../../../engines/store/records/event-notes.ts';
import { everyShareSum } from './shareholders-table.ts';
import { refusedWords } from './expiring-documents.ts';
import { watchedSubClient } from './watched.ts';

/** The state of a sub-client on its way to its approval, by the local copy. */
export type SubClientState = {
  readonly subClient: SubClient;
  /** Documents that may need action, and those of the same type and owner, one of which may have replaced them. */
  readonly documents: readonly SubClientDocument[];
  /** The total share of its owners; null when they were never read. */
  readonly shareholding: Pick<Shareholding, 'total' | 'remaining'> | null;
};

/**
 * Lists every sub-client that the bank still has, by name, with the documents that were refused, are expired or end by that day. Takes
 * three queries for any number. Documents without a problem are not read into memory.
 */
export function listSubClientStates(reader: CacheReader, endingBy: IsoDate): SubClientState[] {
  const shareholdings = everyShareSum(reader);
  const documents = Map.groupBy(
    rows<{ subClientId: string; document: string }>(reader, documentsInTrouble, endingBy),
    ({ subClientId }) => subClientId,
  );
  return rows<{ entityId: string; document: string }>(
    reader,
    'SELECT entity_id AS entityId, document FROM sub_client WHERE gone_at IS NULL ORDER BY name, entity_id',
  ).map(({ entityId, document }) => ({
    subClient: JSON.parse(document) as SubClient,
    documents: (documents.get(entityId) ?? []).map(
      (stored) => JSON.parse(stored.document) as SubClientDocument,
    ),
    shareholding: shareholdings.get(entityId) ?? null,
  }));
}

/** Uses the indexes of expiries, of documents in trouble, and of a document's kind: its sub-client, type and owner. */
const documentsInTrouble = `
  WITH troubled AS (
    SELECT sub_client_id, id FROM sub_client_document
      WHERE gone_at IS NULL AND expiry_date IS NOT NULL AND expiry_date <= ?
    UNION SELECT sub_client_id, id FROM sub_client_document
      WHERE gone_at IS NULL AND (json_extract(document, '$.isExpired')
        OR lower(coalesce(json_extract(document, '$.approvalStatus'), '')) IN (${refusedWords}))),
  kind AS (
    SELECT DISTINCT sub_client_id, json_extract(document, '$.documentType') AS type,
      json_extract(document, '$.documentOwner') AS owner
    FROM troubled JOIN sub_client_document USING (sub_client_id, id))
  SELECT d.sub_client_id AS subClientId, d.document FROM kind k CROSS JOIN sub_client_document d INDEXED BY sub_client_document_kind
    ON d.sub_client_id = k.sub_client_id AND json_extract(d.document, '$.documentType') = k.type
      AND json_extract(d.document, '$.documentOwner') = k.owner AND d.gone_at IS NULL
  ORDER BY d.sub_client_id, d.id`;

/** Marks a sub-client as gone after the bank, asked by its id, said that it has no such one; deletes nothing. */
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
