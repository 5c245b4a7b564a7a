import type { BeneficiaryRecord } from '../../../shared/bank/beneficiaries.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type {
  BeneficiaryDetail,
  BeneficiaryRow,
  ListedBeneficiary,
} from '../../../shared/ipc/changes/beneficiaries.ts';
import {
  row,
  rows,
  type CacheConnection,
  type AnyDatabase,
  type CacheReader,
} from '../../engines/store/database.ts';
import {
  findRecords,
  recordById,
  saveRecord,
  saveRecords,
  type Completeness,
  type SavedRecords,
  type RecordList,
} from '../../engines/store/records/record-lists.ts';
import { asOfTopic } from '../../engines/store/records/topics.ts';
import type { Watched } from '../../engines/store/records/event-notes.ts';
import type { Remote } from '../../engines/store/threads/remote-methods.ts';
import { saveFingerprints } from './saved-fingerprints.ts';

export type CachedBeneficiary = Omit<BeneficiaryDetail, 'openSubmission'> & {
  /** When a complete list first lacked it; null while it is current. */
  readonly goneAt: Timestamp | null;
};

/** The fields of a payee whose changes are watched: all but identifiers and extra fields. */
const watchedBeneficiary: Watched<BeneficiaryRecord> = {
  kind: 'beneficiary',
  about: ({ entityId, name, accountName }) => ({
    subjectId: entityId,
    title: name || accountName || entityId,
  }),
  fields: ({
    entityId,
    clientId,
    subClientId,
    intermediaryBank,
    branchInformation,
    extras,
    ...details
  }) => ({
    ...details,
    ...partsOf('intermediaryBank', intermediaryBank),
    ...partsOf('branchInformation', branchInformation),
  }),
};

const partsOf = (
  name: string,
  parts: Readonly<Record<string, string>> | null | undefined,
): Record<string, string> =>
  Object.fromEntries(Object.entries(parts ?? {}).map(([part, text]) => [`${name}.${part}`, text]));

const list: RecordList<BeneficiaryRecord> = {
  topic: 'beneficiaries',
  table: 'beneficiary',
  nameOf: ({ name, accountName }) => name || accountName,
  wordsOf: ({ name, accountName, accountNumber, bankName, bankBicOrCode, country, ...rest }) => [
    name,
    accountName,
    accountNumber,
    bankName,
    bankBicOrCode,
    country,
    rest.currencyIso3Code,
    rest.entityId,
  ],
  watched: watchedBeneficiary,
  onSaved: saveFingerprints,
};

/** The current payees that contain every word of `search`, by name. `total` counts without the search. */
export function listBeneficiaries(
  reader: CacheReader,
  search: string,
): { rows: ListedBeneficiary[]; total: number; asOf: Timestamp | null } {
  const countSql = 'SELECT count(*) AS n FROM beneficiary WHERE gone_at IS NULL';
  return {
    rows: findRecords(reader, list, search).map(({ record, asOf }) => ({
      ...beneficiaryRow(record),
      asOf,
    })),
    total: row<{ n: number }>(reader, countSql)?.n ?? 0,
    asOf: asOfTopic(reader, list.topic),
  };
}

/** The fields that may name a payee. */
export type NamedBeneficiary = Pick<
  BeneficiaryRow,
  'entityId' | 'name' | 'accountName' | 'accountNumber' | 'country'
>;

/** Yields the current payees by their identifiers, in pieces of at most `perPiece`: between two pieces others may run. */
export function* currentBeneficiaries(
  reader: CacheReader,
  perPiece: number,
): Generator<readonly NamedBeneficiary[]> {
  for (let after = ''; ;) {
    const piece = rows<{ entity_id: string; document: string }>(
      reader,
      `SELECT entity_id, document FROM beneficiary WHERE gone_at IS NULL AND entity_id > ? ORDER BY entity_id LIMIT ?`,
      after,
      perPiece,
    );
    yield piece.map(({ document }) => beneficiaryRow(JSON.parse(document) as BeneficiaryRecord));
    const last = piece.at(-1);
    if (last === undefined || piece.length < perPiece) return;
    after = last.entity_id;
  }
}

/** Is it a current payee of the local copy? */
export const isCurrentBeneficiary = (reader: CacheReader, entityId: string): boolean =>
  row(reader, 'SELECT 1 FROM beneficiary WHERE entity_id = ? AND gone_at IS NULL', entityId) !==
  null;

export function beneficiaryById(reader: CacheReader, entityId: string): CachedBeneficiary | null {
  const known = recordById(reader, list, entityId);
  if (known === null) return null;
  const { record, asOf, goneAt, earlier } = known;
  return {
    beneficiary: record,
    asOf,
    goneAt,
    earlier: earlier.map(({ record: beneficiary, until }) => ({ beneficiary, until })),
  };
}

/** The identifiers of all payees that were ever read, current or gone; null when the whole list was never read. */
export function everyBeneficiaryId(reader: CacheReader): ReadonlySet<string> | null {
  if (asOfTopic(reader, list.topic) === null) return null;
  const known = rows<{ entity_id: string }>(reader, 'SELECT entity_id FROM beneficiary');
  return new Set(known.map(({ entity_id }) => entity_id));
}

function saveBeneficiaries(
  database: CacheConnection,
  records: readonly BeneficiaryRecord[],
  options: Completeness & { asOf: Timestamp },
): SavedRecords {
  return saveRecords(database, list, records, options);
}

function saveBeneficiary(
  database: CacheConnection,
  record: BeneficiaryRecord,
  asOf: Timestamp,
): void {
  saveRecord(database, list, record, asOf);
}

/** A payee as a row of the list. */
export function beneficiaryRow(record: BeneficiaryRecord): BeneficiaryRow {
  const { entityId, name, accountName, accountNumber } = record;
  const { bankName, bankBicOrCode, country, currencyIso3Code } = record;
  return {
    entityId,
    name,
    accountName,
    accountNumber,
    bankName,
    bankBicOrCode,
    country,
    currencyIso3Code,
  };
}

/** The writes of payees in the writer thread of the local copy. */
export const beneficiaryWrites = (database: CacheConnection) => ({
  saveBeneficiaries: (
    records: readonly BeneficiaryRecord[],
    asOf: Timestamp,
    { complete }: Completeness,
  ): SavedRecords => saveBeneficiaries(database, records, { asOf, complete }),
  saveBeneficiary: (record: BeneficiaryRecord, asOf: Timestamp): void => {
    saveBeneficiary(database, record, asOf);
  },
});

export type BeneficiaryWrites = Remote<ReturnType<typeof beneficiaryWrites>>;

/** The names of current beneficiaries, each once, in order. */
export const beneficiaryNames = (database: AnyDatabase, limit: number): string[] =>
  rows<{ name: string }>(
    database,
    `SELECT DISTINCT name FROM beneficiary WHERE name <> '' AND gone_at IS NULL ORDER BY name LIMIT ?`,
    limit,
  ).map(({ name }) => name);
