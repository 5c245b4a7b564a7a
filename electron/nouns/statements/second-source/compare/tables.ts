import type { IsoDate, Timestamp } from '../../../../../shared/calendar/calendar.ts';
import { DeskFault } from '../../../../../shared/errors.ts';
import type { SecondSourceKind } from '../../../../../shared/ipc/accounts/second-sources.ts';
import {
  inTransaction,
  row,
  rows,
  run,
  type CacheConnection,
  type CacheReader,
} from '../../../../engines/store/database.ts';
import type { Remote } from '../../../../engines/store/threads/remote-methods.ts';

/** A second source of a period, as fetched or dropped. Its bytes are stored separately. */
export type StoredSource = {
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
  /** For a dropped file: the account as the file writes it, and its currency. */
  readonly given?: { readonly namedAccount: string; readonly currency: string };
};

export type NewSource = Omit<StoredSource, 'sizeBytes' | 'given'> & {
  readonly content: Uint8Array;
};

/** The statement of one account in a dropped file. */
export type NewGivenSource = Omit<StoredSource, 'sizeBytes' | 'given' | 'kind' | 'fetchedAt'> & {
  readonly namedAccount: string;
  readonly currency: string;
  readonly givenAt: Timestamp;
};

const columns = `source_id AS sourceId, account_number AS accountNumber, kind, from_date AS "from", to_date AS "to",
  file_name AS fileName, mime_type AS mimeType, sha256, length(content) AS sizeBytes, fetched_at AS fetchedAt`;

type StoredGiven = Omit<StoredSource, 'given'> & { namedAccount: string; currency: string };

const givenColumns = `g.source_id AS sourceId, g.account_number AS accountNumber, 'givenFile' AS kind, g.from_date AS "from",
  g.to_date AS "to", g.file_name AS fileName, g.mime_type AS mimeType, g.sha256, length(f.content) AS sizeBytes,
  g.imported_at AS fetchedAt, g.named_account AS namedAccount, g.currency`;
const givenWithFile = 'imported_statement g JOIN imported_file f ON f.sha256 = g.sha256';

/** Lists the fetched and dropped sources of an account, newest first. */
export const listSecondSources = (reader: CacheReader, accountNumber: string): StoredSource[] =>
  [
    ...rows<StoredSource>(
      reader,
      `SELECT ${columns} FROM second_source WHERE account_number = ? ORDER BY id DESC`,
      accountNumber,
    ),
    ...givenOf(reader, accountNumber),
  ].toSorted((a, b) => b.fetchedAt.localeCompare(a.fetchedAt));

/** Lists the dropped statements of an account, newest first. */
export const givenOf = (reader: CacheReader, accountNumber: string): StoredSource[] =>
  rows<StoredGiven>(
    reader,
    `SELECT ${givenColumns} FROM ${givenWithFile} WHERE g.account_number = ? ORDER BY g.id DESC`,
    accountNumber,
  ).map(givenSource);

export function secondSourceById(reader: CacheReader, sourceId: string): StoredSource | null {
  const fetched = row<StoredSource>(
    reader,
    `SELECT ${columns} FROM second_source WHERE source_id = ?`,
    sourceId,
  );
  if (fetched) return fetched;
  const given = row<StoredGiven>(
    reader,
    `SELECT ${givenColumns} FROM ${givenWithFile} WHERE g.source_id = ?`,
    sourceId,
  );
  return given && givenSource(given);
}

const givenSource = ({ namedAccount, currency, ...stored }: StoredGiven): StoredSource => ({
  ...stored,
  given: { namedAccount, currency },
});

/** Returns the bytes as received. Throws `offline.not-cached` if they were deleted in the meantime. */
export function secondSourceContent(
  reader: CacheReader,
  { sourceId, sha256, given }: Pick<StoredSource, 'sourceId' | 'sha256' | 'given'>,
): Uint8Array {
  const found = given
    ? row<{ content: Uint8Array }>(
        reader,
        'SELECT content FROM imported_file WHERE sha256 = ?',
        sha256,
      )
    : row<{ content: Uint8Array }>(
        reader,
        'SELECT content FROM second_source WHERE source_id = ?',
        sourceId,
      );
  if (found === null)
    throw new DeskFault('offline.not-cached', 'This file is no longer in the local copy.');
  return found.content;
}

/** Stores a source. Deletes all but the newest `sourcesMax` of its account. */
function saveSecondSource(database: CacheConnection, source: NewSource, sourcesMax: number): void {
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
      sourcesMax,
    );
  });
}

function forgetSecondSource(database: CacheConnection, sourceId: string): void {
  run(database, 'DELETE FROM second_source WHERE source_id = ?', sourceId);
  run(database, 'DELETE FROM imported_statement WHERE source_id = ?', sourceId);
}

/** Stores the statements of one file, its bytes once. Deletes all but the newest `sourcesMax` statements of each account. */
function saveGiven(
  database: CacheConnection,
  sources: readonly NewGivenSource[],
  content: Uint8Array,
  sourcesMax: number,
): void {
  inTransaction(database, () => {
    for (const one of sources) {
      run(
        database,
        'INSERT OR IGNORE INTO imported_file (sha256, content) VALUES (?, ?)',
        ...[one.sha256, content],
      );
      run(
        database,
        `INSERT INTO imported_statement (source_id, account_number, named_account, currency, from_date, to_date, file_name, mime_type,
           sha256, imported_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[one.sourceId, one.accountNumber, one.namedAccount, one.currency, one.from, one.to],
        ...[one.fileName, one.mimeType, one.sha256, one.givenAt],
      );
      run(
        database,
        `DELETE FROM imported_statement WHERE account_number = ? AND id NOT IN
         (SELECT id FROM imported_statement WHERE account_number = ? ORDER BY id DESC LIMIT ?)`,
        ...[one.accountNumber, one.accountNumber, sourcesMax],
      );
    }
  });
}

/** The writer thread's operations on second sources. */
export const secondSourceWrites = (database: CacheConnection) => ({
  /** Stores a second source of a statement. Deletes all but the newest `sourcesMax` of its account. */
  saveSecondSource: (source: NewSource, sourcesMax: number): void => {
    saveSecondSource(database, source, sourcesMax);
  },
  saveGiven: (
    sources: readonly NewGivenSource[],
    content: Uint8Array,
    sourcesMax: number,
  ): void => {
    saveGiven(database, sources, content, sourcesMax);
  },
  forgetSecondSource: (sourceId: string): void => {
    forgetSecondSource(database, sourceId);
  },
});

export type SecondSourceWrites = Remote<ReturnType<typeof secondSourceWrites>>;
