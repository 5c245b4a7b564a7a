import type { BeneficiaryRecord } from '../../../shared/bank/beneficiaries.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import {
  rows,
  run,
  valueRows,
  type CacheConnection,
  type CacheReader,
} from '../../engines/store/database.ts';
import { lastChangeSql } from '../../engines/store/records/record-versions.ts';
import { fingerprinted, fingerprintRule } from './fingerprint.ts';

/** A current payee whose bank details differ from those of its last payment. */
export type OtherDetails = {
  readonly entityId: string;
  readonly name: string;
  /** Of the current bank details. */
  readonly fingerprint: string;
  readonly paidFingerprint: string;
  readonly paidAt: Timestamp;
  /** When the record last changed. */
  readonly since: Timestamp;
};

/** A current beneficiary, as the bank last reported it. */
export type BeneficiaryText = { readonly entityId: string; readonly document: string };

/** Reads the named beneficiaries that are current. */
export const beneficiaryTexts = (
  reader: CacheReader,
  entityIds: readonly string[],
): BeneficiaryText[] =>
  rows(
    reader,
    `SELECT entity_id AS entityId, document FROM beneficiary
     WHERE gone_at IS NULL AND entity_id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(entityIds),
  );

/** Saves the fingerprints that these payees lack. Call it within the transaction that saves the payees. */
export function saveFingerprints(database: CacheConnection, entityIds: readonly string[]): void {
  const lacking = rows<{ document: string }>(
    database,
    `SELECT b.document FROM json_each(?) i CROSS JOIN beneficiary b ON b.entity_id = i.value
     LEFT JOIN beneficiary_fingerprint f ON f.entity_id = b.entity_id AND f.rule = ${fingerprintRule}
     WHERE f.entity_id IS NULL`,
    JSON.stringify(entityIds),
  );
  for (const { document } of lacking) {
    const payee = JSON.parse(document) as BeneficiaryRecord;
    run(
      database,
      'INSERT OR REPLACE INTO beneficiary_fingerprint (entity_id, rule, fingerprint) VALUES (?, ?, ?)',
      payee.entityId,
      fingerprintRule,
      fingerprinted(payee).fingerprint,
    );
  }
}

type ComparedValues = readonly [
  entityId: string,
  name: string,
  fingerprint: string | null,
  paidFingerprint: string,
  paidAt: Timestamp,
  since: Timestamp,
];

/**
 * Returns the payees whose bank details differ from those they were last paid to. `piece` is one of `paidPieces`. A payee without a saved
 * fingerprint is compared by its record.
 */
export function otherDetails(reader: CacheReader, piece: string): OtherDetails[] {
  const compared = valueRows<ComparedValues>(
    reader,
    `SELECT b.entity_id, b.name, f.fingerprint, p.value ->> 1, p.value ->> 2,
       coalesce(${lastChangeSql('beneficiaries', 'b.entity_id')}, b.as_of)
     FROM json_each(?) p CROSS JOIN beneficiary b ON b.entity_id = p.value ->> 0
     LEFT JOIN beneficiary_fingerprint f ON f.entity_id = b.entity_id AND f.rule = ${fingerprintRule}
     WHERE b.gone_at IS NULL AND f.fingerprint IS NOT p.value ->> 1`,
    piece,
  );
  const lacking = compared.flatMap(([entityId, , saved]) => (saved === null ? [entityId] : []));
  const made = lacking.length === 0 ? null : fingerprintsOf(reader, lacking);
  const others: OtherDetails[] = [];
  for (const [entityId, name, saved, paidFingerprint, paidAt, since] of compared) {
    const fingerprint = saved ?? made?.get(entityId) ?? paidFingerprint;
    if (fingerprint !== paidFingerprint)
      others.push({ entityId, name, fingerprint, paidFingerprint, paidAt, since });
  }
  return others;
}

/** Entity id -> fingerprint, calculated from the record. */
const fingerprintsOf = (
  reader: CacheReader,
  entityIds: readonly string[],
): ReadonlyMap<string, string> =>
  new Map(
    beneficiaryTexts(reader, entityIds).map(({ entityId, document }) => [
      entityId,
      fingerprinted(JSON.parse(document) as BeneficiaryRecord).fingerprint,
    ]),
  );
