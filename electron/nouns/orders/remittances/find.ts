import { dayOf } from '../../../../shared/calendar/calendar.ts';
import type { Hit } from '../../../../shared/ipc/accounts/find.ts';
import { money } from '../../../../shared/money/money.ts';
import { holdsAllOf, type RecordQuestion } from '../../../engines/find/records.ts';
import { newestRegistered } from '../tables.ts';
import type { Journal } from '../../../engines/store/database.ts';

/** The remittances that match the terms, newest first. */
export function remittanceHits(journal: Journal, { terms, limit }: RecordQuestion): Hit[] {
  const holds = holdsAllOf(terms);
  return newestRegistered(journal, 'remittance')
    .filter(({ record, addedAt }) =>
      holds({
        texts: [
          record.id,
          record.reference,
          record.recipientName,
          record.senderName,
          record.narration,
          record.purpose,
          record.recipientAccountNumber,
          record.recipientBankName,
          record.status,
        ],
        payee: record.recipientName,
        reference: record.reference,
        sums: [record],
        day: dayOf(record.createdAt ?? addedAt),
        accounts: [record.accountNumber],
        direction: 'debit',
      }),
    )
    .slice(0, limit)
    .map(({ id, record, addedAt }) => ({
      id,
      within: null,
      day: dayOf(record.createdAt ?? addedAt),
      lead: '',
      text: `${record.reference || id} to ${record.recipientName}`,
      aside: record.status,
      amount:
        typeof record.amount === 'string' && record.currency !== ''
          ? money(record.amount, record.currency)
          : null,
      direction: 'debit',
    }));
}
