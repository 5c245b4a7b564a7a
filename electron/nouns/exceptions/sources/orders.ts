import type { Receivable } from '../../../../shared/bank/receivables.ts';
import type { Remittance } from '../../../../shared/bank/remittances.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { ExceptionPlace } from '../../../../shared/ipc/review/exceptions.ts';
import { registeredInStates } from '../../orders/tables.ts';
import { bankStatusMessage, moneyOrNull } from '../../../engines/bank/mapping/reason-texts.ts';
import {
  exceptionId,
  watchedSince,
  type ExceptionParts,
  type Finding,
  type Source,
} from './exception.ts';
import { endingOf } from '../../../engines/bank/mapping/status-terms.ts';

const isWanted =
  ({ statusWords }: ExceptionParts) =>
  (status: string): boolean =>
    endingOf(status, statusWords) !== null;

/** Remittances that were rejected, failed or came back. */
export const endedRemittances: Source = (parts) =>
  registeredInStates(parts.journal, 'remittance', {
    isWanted: isWanted(parts),
    since: watchedSince(parts),
  }).map(({ record, asOf }) =>
    findingOf(record, parts, {
      title: `Remittance to ${record.recipientName || record.id}`,
      since: record.updatedAt ?? record.createdAt ?? asOf,
      next: 'Open the remittance',
      place: { view: 'remittances', id: record.id },
    }),
  );

/** Receivables that were not paid in time. */
export const endedReceivables: Source = (parts) =>
  registeredInStates(parts.journal, 'receivable', {
    isWanted: isWanted(parts),
    since: watchedSince(parts),
  }).map(({ record, asOf }) =>
    findingOf(record, parts, {
      title: `Receivable from ${record.payerName || record.id}`,
      since: record.dueDate ?? record.createdAt ?? asOf,
      next: 'Open the receivable',
      place: { view: 'receivables', id: record.id },
    }),
  );

type EndedOrder = {
  readonly title: string;
  readonly since: Timestamp;
  readonly next: string;
  readonly place: ExceptionPlace;
};

function findingOf(
  record: Remittance | Receivable,
  { statusWords }: ExceptionParts,
  words: EndedOrder,
): Finding {
  const { id, status, reason, amount, currency } = record;
  const kind = endingOf(status, statusWords) ?? 'failed';
  return {
    ...words,
    exceptionId: exceptionId(kind, `${words.place.view}-${id}`, status),
    kind,
    detail: bankStatusMessage(status, reason),
    status,
    amount: moneyOrNull(amount, currency),
    submissionId: null,
  };
}
