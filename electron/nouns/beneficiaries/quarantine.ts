import type { BeneficiaryRecord } from '../../../shared/bank/beneficiaries.ts';
import type { Quarantine } from '../../../shared/ipc/changes/beneficiaries.ts';
import type { Journal } from '../../engines/store/database.ts';
import { isReleased, paidBeneficiary, type PaidBeneficiary } from './fingerprints.ts';
import { fingerprinted, type Fingerprinted } from './fingerprint.ts';

/**
 * The bank details of a payee that changed since its last payment and that no person has released; null when it may be paid. They need a
 * second look: a changed account number is how payments are stolen.
 */
export function quarantineOf(journal: Journal, payee: BeneficiaryRecord): Quarantine | null {
  const paid = paidBeneficiary(journal, payee.entityId);
  if (paid === null) return null;
  const now = fingerprinted(payee);
  if (now.fingerprint === paid.fingerprint || isReleased(journal, payee.entityId, now.fingerprint))
    return null;
  return changeOf(payee, now, paid);
}

function changeOf(
  { entityId, name, accountName }: BeneficiaryRecord,
  { details, fingerprint }: Fingerprinted,
  paid: PaidBeneficiary,
): Quarantine {
  return {
    entityId,
    name: name || accountName,
    fingerprint,
    changedFields: changedFieldsOf(details, paid.details),
    lastPaidAt: paid.paidAt,
  };
}

type Details = Readonly<Record<string, string>>;

/** The fields of bank details that differ from those last paid to. */
export const changedFieldsOf = (details: Details, paid: Details): Quarantine['changedFields'] =>
  Object.entries(details)
    .filter(([field, now]) => (paid[field] ?? '') !== now)
    .map(([field, now]) => ({ field, before: paid[field] ?? '', now }));
