import type { Trade } from '../../../../shared/bank/conversions.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { formatMoney } from '../../../../shared/money/format.ts';
import { money } from '../../../../shared/money/money.ts';
import { tradeList } from '../../conversions/tables.ts';
import { moneyRecordsInStates } from '../../../engines/store/records/money-lists.ts';
import { bankStatusMessage } from '../../../engines/bank/mapping/reason-texts.ts';
import {
  exceptionId,
  watchedSince,
  type ExceptionParts,
  type Finding,
  type Source,
} from './exception.ts';
import { endingOf } from '../../../engines/bank/mapping/status-terms.ts';

/** Conversions that wait for funds, or were not carried out. */
export const endedTrades: Source = (parts) =>
  moneyRecordsInStates(parts.reader, tradeList, {
    isWanted: (status) => endingOf(status, parts.statusWords) !== null,
    since: watchedSince(parts),
  }).map(({ record, asOf }) => findingOf(record, asOf, parts));

function findingOf(trade: Trade, asOf: Timestamp, { statusWords }: ExceptionParts): Finding {
  const { tradeId, status, reason, createdAt } = trade;
  const kind = endingOf(status, statusWords) ?? 'failed';
  const sold = money(trade.sellAmount, trade.sellCurrency);
  const isWaiting = kind === 'awaiting-funds';
  return {
    exceptionId: exceptionId(kind, `trade-${tradeId}`, status),
    kind,
    title: `Sale of ${formatMoney(sold)} for ${trade.buyCurrency}`,
    detail: isWaiting ? waitingWords(trade) : bankStatusMessage(status, reason),
    status,
    amount: sold,
    since: createdAt ?? asOf,
    next: isWaiting ? 'Fund the account' : 'Open the conversion',
    place: { view: 'conversions', tradeId },
    submissionId: null,
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
