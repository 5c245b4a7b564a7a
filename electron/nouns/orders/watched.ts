import type { Receivable } from '../../../shared/bank/receivables.ts';
import type { Remittance } from '../../../shared/bank/remittances.ts';
import { sumText, titleOf, type Watched } from '../../engines/store/records/event-notes.ts';

/** The fields whose changes the timeline lists, and the title of an order there. */

export const watchedRemittance: Watched<Remittance> = {
  kind: 'remittance',
  about: ({ id, amount, currency, recipientName, accountNumber }) => ({
    subjectId: id,
    title: titleOf(sumText(amount, currency), 'to', recipientName || id),
    accountNumber,
  }),
  fields: ({ status, reason }) => ({ status, reason }),
};

export const watchedReceivable: Watched<Receivable> = {
  kind: 'receivable',
  about: ({ id, amount, currency, payerName, accountNumber }) => ({
    subjectId: id,
    title: titleOf(sumText(amount, currency), 'from', payerName || id),
    accountNumber,
  }),
  fields: ({ status, reason, paidAmount }) => ({ status, reason, paidAmount: paidAmount ?? '' }),
};
