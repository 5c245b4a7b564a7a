import type { Transfer } from '../../../shared/bank/transfers.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { PayeeRow } from '../../../shared/ipc/changes/payments.ts';
import { listBeneficiaries } from '../beneficiaries/tables.ts';
import type { CacheReader, Journal } from '../../engines/store/database.ts';
import { findMoneyRecords } from '../../engines/store/records/money-lists.ts';
import { newestPayees } from '../../engines/submissions/journal/journal-payments.ts';
import { transferList } from './tables.ts';

/** Newest payments that are read, ours and the bank's each. */
const lookedAt = 200;

/**
 * The active payees that match every word: the recently paid first, newest first, then by name. A payment counts that the bank
 * accepted or may have accepted, from here or elsewhere.
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

/** By the bank's identifier of a payee. */
function lastPaid(journal: Journal, reader: CacheReader): ReadonlyMap<string, Timestamp> {
  const paidAt = new Map<string, Timestamp>();
  const note = (payee: string, at: Timestamp): void => {
    if (payee !== '' && at > (paidAt.get(payee) ?? '')) paidAt.set(payee, at);
  };
  for (const { payee, at } of newestPayees(journal, lookedAt)) note(payee ?? '', at);
  const newest = { search: '', limit: lookedAt };
  for (const { record, since } of findMoneyRecords<Transfer>(reader, transferList, newest))
    note(record.beneficiaryId, since);
  return paidAt;
}
