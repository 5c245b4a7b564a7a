import type { SubClient, SubClientDocument } from '../../../../shared/bank/onboarding.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { SubClientDetail, SubClientRow } from '../../../../shared/ipc/changes/sub-clients.ts';
import {
  inTransaction,
  row,
  rows,
  run,
  type CacheConnection,
  type CacheReader,
} from '../../../engines/store/database.ts';
import { canonicalJson } from '../../../engines/store/records/record-versions.ts';
import {
  findRecords,
  recordById,
  saveRecord,
  saveRecords,
  type Completeness,
  type SavedRecords,
  type RecordList,
} from '../../../engines/store/records/record-lists.ts';
import { noteDocuments } from './owned-record-events.ts';
import { shareholdingOf } from './shareholders-table.ts';
import { asOfTopic } from '../../../engines/store/records/topics.ts';
import { refusedWords } from './expiring-documents.ts';
import { watchedSubClient } from './watched.ts';

export type CachedSubClient = Omit<SubClientDetail, 'openSubmission' | 'requirements' | 'clientId'>;

const list: RecordList<SubClient> = {
  topic: 'subClients',
  table: 'sub_client',
  nameOf: ({ name, businessName }) => name || businessName,
  wordsOf: ({ name, businessName, countryOfRegistration, status, approvalStatus, ...rest }) => [
    name,
    businessName,
    countryOfRegistration,
    status,
    approvalStatus,
    rest.code,
    rest.entityId,
  ],
  watched: watchedSubClient,
};

type DocumentTotals = { sub_client_id: string; n: number; nearest: string | null; words: string };

/** Lists the sub-clients that are not gone, by name; every word of `search` occurs. */
export function listSubClients(
  reader: CacheReader,
  search: string,
): { rows: SubClientRow[]; asOf: Timestamp | null } {
  const totals = new Map(documentTotals(reader).map((total) => [total.sub_client_id, total]));
  return {
    rows: findRecords(reader, list, search).map(({ record, asOf }) => ({
      ...subClientRow(record, totals.get(record.entityId)),
      asOf,
    })),
    asOf: asOfTopic(reader, list.topic),
  };
}

export function subClientById(reader: CacheReader, entityId: string): CachedSubClient | null {
  const known = recordById(reader, list, entityId);
  if (known === null) return null;
  const documentsAsOf = row<{ documents_as_of: string | null }>(
    reader,
    'SELECT documents_as_of FROM sub_client WHERE entity_id = ?',
    entityId,
  )?.documents_as_of;
  return {
    subClient: known.record,
    asOf: known.asOf,
    documents: documentsOf(reader, entityId),
    documentsAsOf: documentsAsOf ?? null,
    shareholding: shareholdingOf(reader, entityId),
    goneAt: known.goneAt,
  };
}

/** The documents that the bank reported, and that no complete list has left out since. */
export const documentsOf = (reader: CacheReader, subClientId: string): SubClientDocument[] =>
  rows<{ document: string }>(
    reader,
    'SELECT document FROM sub_client_document WHERE sub_client_id = ? AND gone_at IS NULL ORDER BY id',
    subClientId,
  ).map(({ document }) => JSON.parse(document) as SubClientDocument);

export function saveSubClients(
  database: CacheConnection,
  subClients: readonly SubClient[],
  options: Completeness & { asOf: Timestamp },
): SavedRecords {
  return saveRecords(database, list, subClients, options);
}

export function saveSubClient(
  database: CacheConnection,
  subClient: SubClient,
  asOf: Timestamp,
): void {
  saveRecord(database, list, subClient, asOf);
}

/** Saves documents. A complete list marks the documents that it leaves out as gone. */
export function saveDocuments(
  database: CacheConnection,
  subClientId: string,
  documents: readonly SubClientDocument[],
  { asOf, complete }: Completeness & { asOf: Timestamp },
): void {
  inTransaction(database, () => {
    noteDocuments(database, subClientId, documents, { asOf, complete });
    for (const document of documents) saveDocument(database, subClientId, document);
    if (!complete) return;
    run(
      database,
      `UPDATE sub_client_document SET gone_at = ? WHERE sub_client_id = ? AND gone_at IS NULL
         AND id NOT IN (SELECT value FROM json_each(?))`,
      asOf,
      subClientId,
      JSON.stringify(documents.map(({ id }) => id)),
    );
    run(
      database,
      'UPDATE sub_client SET documents_as_of = ? WHERE entity_id = ?',
      asOf,
      subClientId,
    );
  });
}

function saveDocument(
  database: CacheConnection,
  subClientId: string,
  document: SubClientDocument,
): void {
  run(
    database,
    `INSERT INTO sub_client_document (sub_client_id, id, document, expiry_date, gone_at)
     VALUES (?, ?, ?, ?, NULL)
     ON CONFLICT (sub_client_id, id) DO UPDATE
     SET document = excluded.document, expiry_date = excluded.expiry_date, gone_at = NULL`,
    subClientId,
    document.id,
    canonicalJson(document),
    document.isDeleted ? null : (document.expiryDate?.slice(0, 10) ?? null),
  );
}

/**
 * Counts only sub-clients whose documents were fetched: having none differs from never having asked. For a type and owner the valid
 * document counts: the one that runs longest, unless a later one has no end; a refused one only without another.
 */
function documentTotals(reader: CacheReader): DocumentTotals[] {
  return rows<DocumentTotals>(
    reader,
    `WITH held AS (
       SELECT sub_client_id, json_extract(document, '$.documentType') AS type,
         json_extract(document, '$.documentOwner') AS owner, expiry_date AS ends,
         json_extract(document, '$.createdAt') AS made, json_extract(document, '$.approvalStatus') AS status
       FROM sub_client_document WHERE gone_at IS NULL AND NOT json_extract(document, '$.isDeleted')),
     ranked AS (SELECT *, lower(coalesce(status, '')) IN (${refusedWords}) AS refused FROM held),
     kind AS (
       SELECT sub_client_id, type, count(*) AS n,
         max(ends || made) FILTER (WHERE NOT refused AND length(ends) = 10) AS longest,
         max(made) FILTER (WHERE NOT refused AND ends IS NULL) AS endless,
         max(ends) FILTER (WHERE refused) AS refusedEnd, min(refused) AS isRefused,
         max(made || coalesce(status, '')) AS latest, max(made) AS latestMade
       FROM ranked GROUP BY sub_client_id, type, owner)
     SELECT s.entity_id AS sub_client_id, coalesce(sum(k.n), 0) AS n,
       min(CASE WHEN k.isRefused THEN k.refusedEnd WHEN k.endless > substr(k.longest, 11) THEN NULL
         ELSE substr(k.longest, 1, 10) END) AS nearest,
       json_group_object(k.type, substr(k.latest, length(k.latestMade) + 1)) FILTER (WHERE k.type IS NOT NULL) AS words
     FROM sub_client s LEFT JOIN kind k ON k.sub_client_id = s.entity_id
     WHERE s.documents_as_of IS NOT NULL GROUP BY s.entity_id`,
  );
}

/** The row of a sub-client, without the time of its report. */
export function subClientRow(
  subClient: SubClient,
  totals: DocumentTotals | undefined,
): Omit<SubClientRow, 'asOf'> {
  const { entityId, name, businessName, countryOfRegistration } = subClient;
  const { status, approvalStatus, stagesRemaining } = subClient;
  return {
    entityId,
    name,
    businessName,
    code: subClient.code,
    countryOfRegistration,
    status,
    approvalStatus,
    stagesRemaining,
    nearestExpiry: totals?.nearest ?? null,
    documentCount: totals?.n ?? null,
    documentWords: totals ? (JSON.parse(totals.words) as Record<string, string>) : {},
  };
}
