import type { Trade } from '../../../../shared/bank/conversions.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { formatMoney } from '../../../../shared/money/format.ts';
import { money } from '../../../../shared/money/money.ts';
import { bankStatusMessage, moneyOrNull } from '../../../engines/bank/mapping/reason-texts.ts';
import { endingOf } from '../../../engines/bank/mapping/status-terms.ts';
import { moneyRecordsInStates } from '../../../engines/store/records/money-lists.ts';
import { tradeList } from '../../conversions/tables.ts';
import { registeredInStates } from '../../orders/tables.ts';
import { transferList } from '../../payments/tables.ts';
import {
  exceptionId,
  watchedSince,
  type ExceptionParts,
  type Finding,
  type Source,
} from './exception.ts';

/** Transfers that failed or came back. */
export const endedTransfers: Source = (parts) =>
  moneyRecordsInStates(parts.reader, transferList, endedWithin(parts)).map(({ record, asOf }) =>
    findingOf(parts, `transfer-${record.id}`, record, {
      title:
        record.beneficiaryName === ''
          ? `Transfer ${record.id}`
          : `Transfer to ${record.beneficiaryName}`,
      amount: moneyOrNull(record.amount, record.currency),
      since: record.settledAt ?? record.createdAt ?? asOf,
      next: record.reference === '' ? 'Call the bank' : 'Open the payment',
      place: record.reference === '' ? null : { view: 'payments', reference: record.reference },
    }),
  );

/** Conversions that wait for funds, or were not carried out. */
export const endedTrades: Source = (parts) =>
  moneyRecordsInStates(parts.reader, tradeList, endedWithin(parts)).map(({ record, asOf }) => {
    const sold = money(record.sellAmount, record.sellCurrency);
    return findingOf(parts, `trade-${record.tradeId}`, record, {
      title: `Sale of ${formatMoney(sold)} for ${record.buyCurrency}`,
      amount: sold,
      since: record.createdAt ?? asOf,
      next: 'Open the conversion',
      place: { view: 'conversions', tradeId: record.tradeId },
      ...(endingOf(record.status, parts.statusWords) === 'awaiting-funds' && {
        detail: waitingWords(record),
        next: 'Fund the account',
      }),
    });
  });

/** Remittances that were rejected, failed or came back. */
export const endedRemittances: Source = (parts) =>
  registeredInStates(parts.journal, 'remittance', endedWithin(parts)).map(({ record, asOf }) =>
    findingOf(parts, `remittances-${record.id}`, record, {
      title: `Remittance to ${record.recipientName || record.id}`,
      amount: moneyOrNull(record.amount, record.currency),
      since: record.updatedAt ?? record.createdAt ?? asOf,
      next: 'Open the remittance',
      place: { view: 'remittances', id: record.id },
    }),
  );

/** Receivables that were not paid in time. */
export const endedReceivables: Source = (parts) =>
  registeredInStates(parts.journal, 'receivable', endedWithin(parts)).map(({ record, asOf }) =>
    findingOf(parts, `receivables-${record.id}`, record, {
      title: `Receivable from ${record.payerName || record.id}`,
      amount: moneyOrNull(record.amount, record.currency),
      since: record.dueDate ?? record.createdAt ?? asOf,
      next: 'Open the receivable',
      place: { view: 'receivables', id: record.id },
    }),
  );

const endedWithin = (parts: ExceptionParts) => ({
  isWanted: (status: string) => endingOf(status, parts.statusWords) !== null,
  since: watchedSince(parts),
});

function findingOf(
  { statusWords }: ExceptionParts,
  subject: string,
  { status, reason }: { readonly status: string; readonly reason: string },
  own: Pick<Finding, 'title' | 'amount' | 'since' | 'next' | 'place'> & Partial<Finding>,
): Finding {
  const kind = endingOf(status, statusWords) ?? 'failed';
  return {
    ...{ kind, status, submissionId: null, exceptionId: exceptionId(kind, subject, status) },
    detail: bankStatusMessage(status, reason),
    ...own,
  };
}

const waitingWords = ({ status, sellAccountNumber, expiresAt }: Trade): string =>
  `The bank says “${status}”: the balance of account ${sellAccountNumber} is too low${
    expiresAt === null ? '' : `, and the rate is held until ${utcWords(expiresAt)}`
  }.`;

const utcWords = (at: Timestamp): string => {
  const text = new Date(at).toISOString();
  return `${text.slice(11, 16)} UTC on ${text.slice(0, 10)}`;
};
