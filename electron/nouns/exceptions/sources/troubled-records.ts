import type { Trade } from '../../../../shared/bank/conversions.ts';
import type { Transfer } from '../../../../shared/bank/transfers.ts';
import {
  dateOfDayNumber,
  type IsoDate,
  type Timestamp,
} from '../../../../shared/calendar/calendar.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import { moneyOfUnits, type Money } from '../../../../shared/money/money.ts';
import { rows, type CacheReader } from '../../../engines/store/database.ts';

type Records = { readonly transfer: Transfer; readonly trade: Trade };

/** What the bank carried out for us since then and now stands in one of these states; every state is asked about once. */
export function recordsThatStand<T extends keyof Records>(
  reader: CacheReader,
  table: T,
  { isWanted, since }: { isWanted: (status: string) => boolean; since: Timestamp },
): { record: Records[T]; asOf: Timestamp }[] {
  const statuses = rows<{ status: string }>(reader, distinctStatuses(table))
    .map(({ status }) => status)
    .filter(isWanted);
  return rows<{ document: string; asOf: Timestamp }>(
    reader,
    `SELECT document, as_of AS asOf FROM ${table}
     WHERE status IN (SELECT value FROM json_each(?)) AND created_at >= ?`,
    JSON.stringify(statuses),
    since,
  ).map(({ document, asOf }) => ({ record: JSON.parse(document) as Records[T], asOf }));
}

/** One step in the index per state, however many records there are. */
const distinctStatuses = (table: string): string =>
  `WITH RECURSIVE step (status) AS (
     SELECT min(status) FROM ${table}
     UNION ALL SELECT (SELECT min(status) FROM ${table} WHERE status > step.status) FROM step
       WHERE step.status IS NOT NULL)
   SELECT status FROM step WHERE status IS NOT NULL`;

/** The days of one account that do not hold, with what was found on the first of them. */
export type BrokenDays = {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly count: number;
  readonly first: IsoDate;
  readonly last: IsoDate;
  /** By how much the balance found on the first day differs from the one expected. */
  readonly difference: Money | null;
  /** The entry that the first of them lacks, as it was set aside; null where a balance is off. */
  readonly setAside: string | null;
};

type StoredDays = {
  number: string;
  currency: string | null;
  name: string | null;
  n: number;
  first: number;
  last: number;
  difference: string | null;
  entryId: string | null;
};

export const brokenDays = (reader: CacheReader): BrokenDays[] =>
  rows<StoredDays>(
    reader,
    // With a single min(), the other columns are those of its row.
    `SELECT a.number, a.currency, json_extract(a.document, '$.accountName') AS name, count(*) AS n,
       min(d.day) AS first, d.broken_entry_id AS entryId, CAST(d.found_e4 - d.expected_e4 AS TEXT) AS difference,
       (SELECT max(l.day) FROM day l WHERE l.account = d.account AND l.state = 'broken') AS last
     FROM day d JOIN account a ON a.ordinal = d.account WHERE d.state = 'broken' GROUP BY d.account`,
  ).map(({ number, currency, name, n, first, last, difference, entryId }) => ({
    accountNumber: number,
    accountName: name ?? '',
    count: n,
    first: dateOfDayNumber(first),
    last: dateOfDayNumber(last),
    // Earlier versions wrote down no difference where an entry was set aside.
    setAside: difference === null || difference === '0' ? entryId : null,
    difference:
      difference === null || currency === null ? null : moneyOfUnits(BigInt(difference), currency),
  }));

/** The last fetched day that closed at a floor or above it, or at a ceiling or under it; null where none did. */
export function lastDayWithin(
  reader: CacheReader,
  accountNumber: string,
  { side, bound }: { side: 'floor' | 'ceiling'; bound: Money },
): IsoDate | null {
  const [found] = rows<{ day: number }>(
    reader,
    `SELECT d.day FROM account a CROSS JOIN day d ON d.account = a.ordinal
     WHERE a.number = ? AND d.closing_e4 ${side === 'floor' ? '>=' : '<='} CAST(? AS INTEGER) ORDER BY d.day DESC LIMIT 1`,
    accountNumber,
    toUnits(bound.amount).toString(),
  );
  return found === undefined ? null : dateOfDayNumber(found.day);
}

/** A beneficiary as the bank last reported it, as text. */
export type CurrentBeneficiary = {
  readonly entityId: string;
  readonly document: string;
  readonly asOf: Timestamp;
};

/** Those of the beneficiaries named that still stand; read together, as there may be thousands. */
export const currentBeneficiaries = (
  reader: CacheReader,
  entityIds: readonly string[],
): CurrentBeneficiary[] =>
  rows(
    reader,
    `SELECT entity_id AS entityId, document, as_of AS asOf FROM beneficiary
     WHERE gone_at IS NULL AND entity_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(entityIds),
  );

/** Until when each of the beneficiaries named was otherwise; those that never were are left out. */
export const changedAt = (
  reader: CacheReader,
  entityIds: readonly string[],
): ReadonlyMap<string, Timestamp> =>
  new Map(
    rows<{ entityId: string; until: Timestamp }>(
      reader,
      // With a single max(), the other columns are those of its row.
      `SELECT entity_id AS entityId, until, max(id) FROM earlier_record
       WHERE topic = 'beneficiaries' AND entity_id IN (SELECT value FROM json_each(?)) GROUP BY entity_id`,
      JSON.stringify(entityIds),
    ).map(({ entityId, until }) => [entityId, until]),
  );
