import { dayOf } from '../../../../shared/calendar/calendar.ts';
import type { Hit } from '../../../../shared/ipc/accounts/find.ts';
import { money } from '../../../../shared/money/money.ts';
import { holdsAllOf, type RecordQuestion } from '../../../engines/find/records.ts';
import { newestRegistered } from '../tables.ts';
import type { Journal } from '../../../engines/store/database.ts';

/** The receivables that match the terms, newest first. */
export function receivableHits(journal: Journal, { terms, limit }: RecordQuestion): Hit[] {
  const holds = holdsAllOf(terms);
  return newestRegistered(journal, 'receivable')
    .filter(({ record, addedAt }) =>
      holds({
        texts: [
          record.id,
          record.reference,
          record.payerName,
          record.payerEmail,
          record.description,
          record.status,
        ],
        payee: record.payerName,
        reference: record.reference,
        sums: [record, { amount: record.paidAmount, currency: record.currency }],
        day: dayOf(record.createdAt ?? addedAt),
        accounts: [record.accountNumber],
        direction: 'credit',
      }),
    )
    .slice(0, limit)
    .map(({ id, record, addedAt }) => ({
      id,
      within: null,
      day: dayOf(record.createdAt ?? addedAt),
      lead: '',
      text: `${record.reference || id} from ${record.payerName}`,
      aside: record.status,
      amount:
        typeof record.amount === 'string' && record.currency !== ''
          ? money(record.amount, record.currency)
          : null,
      direction: 'credit',
    }));
}
