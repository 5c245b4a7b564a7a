import type { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import type { Timestamp } from '../../shared/calendar.ts';
import type { BeneficiaryDetail, BeneficiaryRow } from '../../shared/ipc/beneficiaries.ts';
import { row, rows, type CacheConnection, type CacheReader } from '../store/database.ts';
import type { Completeness, SavedRecords } from '../statements/incoming.ts';
import {
  findRecords,
  recordById,
  saveRecord,
  saveRecords,
  type RecordList,
} from '../store/record-lists.ts';
import { asOfTopic } from '../store/topics.ts';
import { watchedBeneficiary } from '../timeline/watched-records.ts';

export type CachedBeneficiary = Omit<BeneficiaryDetail, 'openSubmission'> & {
  /** Since when a complete list no longer has it; null while it stands. */
  readonly goneAt: Timestamp | null;
};

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
};

/** Those that stand, by name; every word of `search` occurs. `total` counts without the search. */
export function listBeneficiaries(
  reader: CacheReader,
  search: string,
): { rows: BeneficiaryRow[]; total: number; asOf: Timestamp | null } {
  const standing = 'SELECT count(*) AS n FROM beneficiary WHERE gone_at IS NULL';
  return {
    rows: findRecords(reader, list, search).map(beneficiaryRow),
    total: row<{ n: number }>(reader, standing)?.n ?? 0,
    asOf: asOfTopic(reader, list.topic),
  };
}

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

/** Of all that were ever read, standing or gone; null when the whole list was never read. */
export function everyBeneficiaryId(reader: CacheReader): ReadonlySet<string> | null {
  if (asOfTopic(reader, list.topic) === null) return null;
  const known = rows<{ entity_id: string }>(reader, 'SELECT entity_id FROM beneficiary');
  return new Set(known.map(({ entity_id }) => entity_id));
}

export function saveBeneficiaries(
  database: CacheConnection,
  records: readonly BeneficiaryRecord[],
  options: Completeness & { asOf: Timestamp },
): SavedRecords {
  return saveRecords(database, list, records, options);
}

export function saveBeneficiary(
  database: CacheConnection,
  record: BeneficiaryRecord,
  asOf: Timestamp,
): void {
  saveRecord(database, list, record, asOf);
}

function beneficiaryRow(record: BeneficiaryRecord): BeneficiaryRow {
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
