import type { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import type { Quarantine } from '../../shared/ipc/beneficiaries.ts';
import type { Journal } from '../store/database.ts';
import { isReleased, paidBeneficiary } from './fingerprints.ts';
import { bankDetailsOf, fingerprintOf } from './fingerprint.ts';

/**
 * Has a payee's bank details changed since the last payment, unseen by a person since? Then it waits for a second look:
 * a changed account number is how payments are stolen. Null when it may be paid.
 */
export function quarantineOf(journal: Journal, payee: BeneficiaryRecord): Quarantine | null {
  const paid = paidBeneficiary(journal, payee.entityId);
  if (paid === null) return null;
  const details = bankDetailsOf(payee);
  const fingerprint = fingerprintOf(details);
  if (fingerprint === paid.fingerprint || isReleased(journal, payee.entityId, fingerprint))
    return null;
  const changedFields = Object.entries(details)
    .filter(([field, now]) => (paid.details[field] ?? '') !== now)
    .map(([field, now]) => ({ field, before: paid.details[field] ?? '', now }));
  return {
    entityId: payee.entityId,
    name: payee.name || payee.accountName,
    fingerprint,
    changedFields,
    lastPaidAt: paid.paidAt,
  };
}
