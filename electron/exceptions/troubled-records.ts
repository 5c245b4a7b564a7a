import type { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import type { Trade } from '../../shared/bank/conversions.ts';
import type { SubClientDocument } from '../../shared/bank/onboarding.ts';
import type { Transfer } from '../../shared/bank/transfers.ts';
import { dateOfDayNumber, type IsoDate, type Timestamp } from '../../shared/calendar.ts';
import { moneyOfUnits, type Money } from '../../shared/money/money.ts';
import { rows, type CacheReader } from '../store/database.ts';

type Kept = { readonly transfer: Transfer; readonly trade: Trade };

/** What the bank carried out for us since then and now stands in one of these states; every state is asked about once. */
export function recordsThatStand<T extends keyof Kept>(
  reader: CacheReader,
  table: T,
  { isWanted, since }: { isWanted: (status: string) => boolean; since: Timestamp },
): { record: Kept[T]; asOf: Timestamp }[] {
  const statuses = rows<{ status: string }>(reader, distinctStatuses(table))
    .map(({ status }) => status)
    .filter(isWanted);
  return rows<{ document: string; asOf: Timestamp }>(
    reader,
    `SELECT document, as_of AS asOf FROM ${table}
     WHERE status IN (SELECT value FROM json_each(?)) AND created_at >= ?`,
    JSON.stringify(statuses),
    since,
  ).map(({ document, asOf }) => ({ record: JSON.parse(document) as Kept[T], asOf }));
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
};

type StoredDays = {
  number: string;
  currency: string | null;
  name: string | null;
  n: number;
  first: number;
  last: number;
  difference: string | null;
};

export const brokenDays = (reader: CacheReader): BrokenDays[] =>
  rows<StoredDays>(
    reader,
    // With a single min(), the other columns are those of its row.
    `SELECT a.number, a.currency, json_extract(a.document, '$.accountName') AS name, count(*) AS n,
       min(d.day) AS first, CAST(d.found_e4 - d.expected_e4 AS TEXT) AS difference,
       (SELECT max(l.day) FROM day l WHERE l.account = d.account AND l.state = 'broken') AS last
     FROM day d JOIN account a ON a.ordinal = d.account WHERE d.state = 'broken' GROUP BY d.account`,
  ).map(({ number, currency, name, n, first, last, difference }) => ({
    accountNumber: number,
    accountName: name ?? '',
    count: n,
    first: dateOfDayNumber(first),
    last: dateOfDayNumber(last),
    difference:
      difference === null || currency === null ? null : moneyOfUnits(BigInt(difference), currency),
  }));

export type ExpiringDocument = {
  readonly subClientId: string;
  readonly subClientName: string;
  readonly document: SubClientDocument;
  readonly expiryDate: IsoDate;
};

/** The words by which a bank refuses a document, in lower case, as SQL has them. */
export const refusedWords = `'rejected', 'refused', 'declined', 'returned'`;

/** A later one that has no end is as good as one that ends later, unless it was deleted or refused. */
const tookItsPlace = `json_extract(o.document, '$.createdAt') > json_extract(d.document, '$.createdAt')
             AND json_extract(o.document, '$.expiryDate') IS NULL
             AND NOT json_extract(o.document, '$.isDeleted')
             AND lower(coalesce(json_extract(o.document, '$.approvalStatus'), ''))
               NOT IN (${refusedWords})`;

/** Documents of sub-clients that expire by that day, or have; not where a later one of the same type took its place. */
export const documentsExpiringBy = (reader: CacheReader, by: IsoDate): ExpiringDocument[] =>
  rows<{ subClientId: string; subClientName: string; document: string; expiryDate: IsoDate }>(
    reader,
    `SELECT d.sub_client_id AS subClientId, s.name AS subClientName, d.document, d.expiry_date AS expiryDate
     FROM sub_client_document d JOIN sub_client s ON s.entity_id = d.sub_client_id
     WHERE d.expiry_date <= ? AND d.expiry_date IS NOT NULL AND d.gone_at IS NULL AND s.gone_at IS NULL
       AND json_extract(s.document, '$.status') <> 'deleted'
       AND NOT EXISTS (SELECT 1 FROM sub_client_document o
         WHERE o.sub_client_id = d.sub_client_id AND o.gone_at IS NULL
           AND (o.expiry_date > d.expiry_date OR o.expiry_date IS NULL AND ${tookItsPlace})
           AND json_extract(o.document, '$.documentType') = json_extract(d.document, '$.documentType')
           AND json_extract(o.document, '$.documentOwner') IS json_extract(d.document, '$.documentOwner'))`,
    by,
  ).map(({ document, ...rest }) => ({
    ...rest,
    document: JSON.parse(document) as SubClientDocument,
  }));

/** Those of the beneficiaries named that still stand; read together, as there may be thousands. */
export const standingBeneficiaries = (
  reader: CacheReader,
  entityIds: readonly string[],
): BeneficiaryRecord[] =>
  rows<{ document: string }>(
    reader,
    `SELECT document FROM beneficiary WHERE gone_at IS NULL AND entity_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(entityIds),
  ).map(({ document }) => JSON.parse(document) as BeneficiaryRecord);
