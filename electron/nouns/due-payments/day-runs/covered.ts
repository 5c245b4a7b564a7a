import { createHash } from 'node:crypto';

import type { Journal } from '../../../engines/store/database.ts';
import { changesOf, duePaymentUnder, type DuePayment } from '../tables.ts';

/** A payment of a run: its reference, and the digest of what would be sent. */
export type NamedPayment = { readonly reference: string; readonly digest: string };

/**
 * SHA-256 (hex) of what a payment would send, on which day, to which bank details. Any change of the payment changes the digest, even where
 * it was moved and moved back.
 */
export function digestOf(journal: Journal, { order, day, fingerprint }: DuePayment): string {
  const { reference, accountNumber, beneficiaryId, amount, currency, narration, more } = order;
  const content = [
    ...[reference, accountNumber, beneficiaryId, amount, currency, narration ?? ''],
    Object.entries(more ?? {}).toSorted(),
    ...[day, fingerprint, changesOf(journal, reference).length],
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** The payment as the run names it; null where it was sent, withdrawn, moved or changed since. */
export function coveredPayment(
  journal: Journal,
  { reference, digest }: NamedPayment,
): DuePayment | null {
  const payment = duePaymentUnder(journal, reference);
  const isCovered = payment?.state === 'scheduled' && digestOf(journal, payment) === digest;
  return isCovered ? payment : null;
}
