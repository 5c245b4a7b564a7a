import type { Transfer } from '../../../shared/bank/transfers.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { PayeeRow } from '../../../shared/ipc/changes/payments.ts';
import { money, type Money } from '../../../shared/money/money.ts';
import { listBeneficiaries } from '../beneficiaries/tables.ts';
import type { CacheReader, Journal } from '../../engines/store/database.ts';
import { findMoneyRecords } from '../../engines/store/records/money-lists.ts';
import { newestTransfers } from '../../engines/submissions/journal/journal-payments.ts';
import { transferList } from './tables.ts';

/** How many of the newest payments are read, of ours and of the bank's each. */
const lookedAt = 200;

/**
 * The active payees that match every word: the recently paid first, newest first, then by name. Counts the payments that the bank accepted
 * or may have accepted, from here or elsewhere.
 */
export function listPayees(
  { journal, reader }: { readonly journal: Journal; readonly reader: CacheReader },
  search: string,
): PayeeRow[] {
  const paidAt = lastPaid(journal, reader);
  return listBeneficiaries(reader, search)
    .rows.map((payee) => ({ ...payee, lastPaidAt: paidAt.get(payee.entityId) ?? null }))
    .toSorted((a, b) => (b.lastPaidAt ?? '').localeCompare(a.lastPaidAt ?? ''));
}

/** The time of each payee's last payment, by the bank's identifier of the payee. */
function lastPaid(journal: Journal, reader: CacheReader): ReadonlyMap<string, Timestamp> {
  const payments = [...paidBefore({ journal, reader }, lookedAt)];
  return new Map(payments.flatMap(([payee, [newest]]) => (newest ? [[payee, newest.at]] : [])));
}

/** A payment that was made before. */
export type PaidBefore = { readonly at: Timestamp; readonly amount: Money | null };

/**
 * The payments to each payee among the newest `limit` of this desk and the newest `limit` that the bank lists, newest first, each once.
 * `isCounted` excludes transfers of the bank.
 */
export function paidBefore(
  { journal, reader }: { readonly journal: Journal; readonly reader: CacheReader },
  limit: number,
  isCounted: (transfer: Transfer) => boolean = () => true,
): ReadonlyMap<string, readonly PaidBefore[]> {
  const own = newestTransfers(journal, limit);
  const ownReferences = new Set(own.map(({ reference }) => reference));
  const listed = findMoneyRecords<Transfer>(reader, transferList, { search: '', limit })
    .filter(({ record }) => !ownReferences.has(record.reference) && isCounted(record))
    .map(({ record, since }) => ({
      payee: record.beneficiaryId,
      at: since,
      amount: record.amount,
      currency: record.currency,
    }));
  const paid = new Map<string, PaidBefore[]>();
  for (const { payee, at, amount, currency } of [...own, ...listed]) {
    if (payee === null || payee === '') continue;
    const known = paid.get(payee) ?? [];
    known.push({ at, amount: amount && currency ? money(amount, currency) : null });
    paid.set(payee, known);
  }
  for (const payments of paid.values()) payments.sort((a, b) => b.at.localeCompare(a.at));
  return paid;
}
