import type { BeneficiaryRecord } from '../../shared/bank/beneficiaries.ts';
import type { Quarantine } from '../../shared/ipc/beneficiaries.ts';
import type { Journal } from '../store/database.ts';
import {
  isReleased,
  paidBeneficiary,
  releasedAmong,
  type EveryPaid,
  type PaidBeneficiary,
} from './fingerprints.ts';
import { fingerprinted, type Fingerprinted } from './fingerprint.ts';

/**
 * Has a payee's bank details changed since the last payment, unseen by a person since? Then it waits for a second look:
 * a changed account number is how payments are stolen. Null when it may be paid.
 */
export function quarantineOf(journal: Journal, payee: BeneficiaryRecord): Quarantine | null {
  const paid = paidBeneficiary(journal, payee.entityId);
  if (paid === null) return null;
  const now = fingerprinted(payee);
  if (now.fingerprint === paid.fingerprint || isReleased(journal, payee.entityId, now.fingerprint))
    return null;
  return changeOf(payee, now, paid);
}

/** A payee as it stands, with what stands for its bank details. */
export type Standing = { readonly record: BeneficiaryRecord; readonly now: Fingerprinted };

/** The same of many at once, in their order: one question to the journal, however many they are. */
export function quarantinesAmong<Payee extends Standing>(
  journal: Journal,
  paid: EveryPaid,
  payees: readonly Payee[],
): { readonly quarantine: Quarantine; readonly payee: Payee }[] {
  const changed = payees.flatMap((payee) => {
    const last = paid.get(payee.record.entityId);
    return last === undefined || payee.now.fingerprint === last.fingerprint
      ? []
      : [{ payee, last }];
  });
  const released = releasedAmong(
    journal,
    changed.map(({ payee: { record } }) => record.entityId),
  );
  return changed
    .filter(({ payee: { record, now } }) => !released.get(record.entityId)?.has(now.fingerprint))
    .map(({ payee, last }) => ({
      payee,
      quarantine: changeOf(payee.record, payee.now, last.read()),
    }));
}

function changeOf(
  { entityId, name, accountName }: BeneficiaryRecord,
  { details, fingerprint }: Fingerprinted,
  paid: PaidBeneficiary,
): Quarantine {
  const changedFields = Object.entries(details)
    .filter(([field, now]) => (paid.details[field] ?? '') !== now)
    .map(([field, now]) => ({ field, before: paid.details[field] ?? '', now }));
  return {
    entityId,
    name: name || accountName,
    fingerprint,
    changedFields,
    lastPaidAt: paid.paidAt,
  };
}
