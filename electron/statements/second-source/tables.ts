import type { IsoDate, Timestamp } from '../../../shared/calendar.ts';
import { DeskFault } from '../../../shared/errors.ts';
import type { SecondSourceKind } from '../../../shared/ipc/second-sources.ts';
import {
  inTransaction,
  row,
  rows,
  run,
  type CacheConnection,
  type CacheReader,
} from '../../store/database.ts';
import type { Remote } from '../../store/writer-thread.ts';

/** A second telling of a period, as it was fetched; its bytes lie beside it. */
export type KeptSource = {
  readonly sourceId: string;
  readonly accountNumber: string;
  readonly kind: SecondSourceKind;
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly fileName: string;
  readonly mimeType: string;
  /** SHA-256 of the bytes, hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly fetchedAt: Timestamp;
};

export type SourceToKeep = Omit<KeptSource, 'sizeBytes'> & { readonly content: Uint8Array };

const columns = `source_id AS sourceId, account_number AS accountNumber, kind, from_date AS "from", to_date AS "to",
  file_name AS fileName, mime_type AS mimeType, sha256, length(content) AS sizeBytes, fetched_at AS fetchedAt`;

/** Newest first. */
export const listSecondSources = (reader: CacheReader, accountNumber: string): KeptSource[] =>
  rows<KeptSource>(
    reader,
    `SELECT ${columns} FROM second_source WHERE account_number = ? ORDER BY id DESC`,
    accountNumber,
  );

export const secondSourceById = (reader: CacheReader, sourceId: string): KeptSource | null =>
  row<KeptSource>(reader, `SELECT ${columns} FROM second_source WHERE source_id = ?`, sourceId);

/** The bytes as they came. Throws `offline.not-cached` when they were forgotten meanwhile. */
export function secondSourceContent(reader: CacheReader, sourceId: string): Uint8Array {
  const found = row<{ content: Uint8Array }>(
    reader,
    'SELECT content FROM second_source WHERE source_id = ?',
    sourceId,
  );
  if (found === null)
    throw new DeskFault('offline.not-cached', 'This file is no longer in the local copy.');
  return found.content;
}

/** Keeps a source; of one account's the newest `keptMax` stay. */
function saveSecondSource(database: CacheConnection, source: SourceToKeep, keptMax: number): void {
  inTransaction(database, () => {
    run(
      database,
      `INSERT INTO second_source (source_id, account_number, kind, from_date, to_date, file_name, mime_type, sha256, fetched_at, content)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      source.sourceId,
      source.accountNumber,
      source.kind,
      source.from,
      source.to,
      source.fileName,
      source.mimeType,
      source.sha256,
      source.fetchedAt,
      source.content,
    );
    run(
      database,
      `DELETE FROM second_source WHERE account_number = ? AND id NOT IN
       (SELECT id FROM second_source WHERE account_number = ? ORDER BY id DESC LIMIT ?)`,
      source.accountNumber,
      source.accountNumber,
      keptMax,
    );
  });
}

function forgetSecondSource(database: CacheConnection, sourceId: string): void {
  run(database, 'DELETE FROM second_source WHERE source_id = ?', sourceId);
}

/** What the thread of the local copy writes of them. */
export const secondSourceWrites = (database: CacheConnection) => ({
  /** Keeps a second telling of a statement; of one account's the newest `keptMax` stay. */
  saveSecondSource: (source: SourceToKeep, keptMax: number): void => {
    saveSecondSource(database, source, keptMax);
  },
  forgetSecondSource: (sourceId: string): void => {
    forgetSecondSource(database, sourceId);
  },
});

export type SecondSourceWrites = Remote<ReturnType<typeof secondSourceWrites>>;
