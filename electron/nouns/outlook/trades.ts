import type { Trade } from '../../../shared/bank/conversions.ts';
import { dateOfDayNumber } from '../../../shared/calendar/calendar.ts';
import type { ArrivingTrade } from '../../../shared/ipc/accounts/outlook.ts';
import { limits } from '../../../shared/limits.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { formatMoney } from '../../../shared/money/format.ts';
import { money } from '../../../shared/money/money.ts';
import { accountByNumber } from '../accounts/tables.ts';
import {
  endingOf,
  isStatusTerm,
  isFailureStatus,
  type StatusWords,
} from '../../engines/bank/mapping/status-terms.ts';
import { bookedLegs } from '../conversions/booked-legs.ts';
import { tradeList } from '../conversions/tables.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import {
  moneyRecordById,
  moneyRecordsByReference,
  walkMoneyRecords,
} from '../../engines/store/records/money-lists.ts';
import type { Sliced } from '../../engines/store/threads/turns.ts';
import type { KnownLine, TradesQuestion } from './lines.ts';

const tradesMax = 500;
const dayMs = 24 * 3_600_000;

/** The first day of trades that still count, the same limit as for payments in flight. */
const sinceOf = (today: number): string => dateOfDayNumber(today - limits.inFlightMs / dayMs);

/** Is the bought amount still expected by the bank's record of the trade? The statement is checked elsewhere. */
function comesAt(reader: CacheReader, words: StatusWords): (trade: Trade) => boolean {
  const balanceTimes = new Map<string, number>();
  /** When the balance of an account was read, in milliseconds: infinite for an unknown account, 0 where it never was. */
  const balanceAt = (accountNumber: string): number => {
    const known = balanceTimes.get(accountNumber);
    if (known !== undefined) return known;
    const account = accountByNumber(reader, accountNumber);
    const at = account && (account.available ? account.availableAsOf : account.statementAsOf);
    const ms = account === null ? Infinity : at === null ? 0 : Date.parse(at);
    balanceTimes.set(accountNumber, ms);
    return ms;
  };
  const isOpen = ({ status, settledAt }: Trade): boolean =>
    settledAt === null && !isFailureStatus(status, words) && !isStatusTerm(words.done, status);
  // A settled trade counts as in transit until the shown balance is newer.
  return (trade) =>
    isOpen(trade) ||
    (trade.settledAt !== null &&
      !isFailureStatus(trade.status, words) &&
      balanceAt(trade.buyAccountNumber) < Date.parse(trade.settledAt));
}

const isBought = (reader: CacheReader, trade: Trade): boolean =>
  bookedLegs(reader, trade).some(({ leg }) => leg === 'bought');

/** The amounts bought on the account and not booked; the sold legs are in flight. */
export function* tradesAhead(
  reader: CacheReader,
  { accountNumber, today, statusWords }: TradesQuestion,
): Sliced<KnownLine[]> {
  const comes = comesAt(reader, statusWords);
  const open = yield* walkMoneyRecords(reader, tradeList, {
    ...{ since: sinceOf(today), limit: tradesMax },
    holds: ({ record }) => record.buyAccountNumber === accountNumber && comes(record),
  });
  return open.flatMap(({ record }): KnownLine[] => {
    if (isBought(reader, record)) return [];
    const { sold, bought } = amountsOf(record);
    return [
      {
        ...{ id: `trade ${record.tradeId} bought`, day: today, units: toUnits(bought.amount) },
        ...{ name: `Bought for ${formatMoney(sold)}`, reason: 'trade to settle', record: '' },
        source: { kind: 'trade', tradeId: record.tradeId },
      },
    ];
  });
}

const amountsOf = ({ sellAmount, sellCurrency, buyAmount, buyCurrency }: Trade) => ({
  sold: money(sellAmount, sellCurrency),
  bought: money(buyAmount, buyCurrency),
});

/** A trade as it was sent from here; the bank's record may not be known yet. */
export type SentTrade = Pick<ArrivingTrade, 'accountNumber' | 'amount' | 'sold'> & {
  readonly sent: NonNullable<ArrivingTrade['sent']>;
  readonly dealtAt: string;
  readonly isOpen: boolean;
};

export type ArrivingQuestion = {
  readonly today: number;
  readonly statusWords: StatusWords;
  readonly sent: readonly SentTrade[];
};

/** The amounts bought on any account and not booked, from the bank's records of trades, else from what was sent. */
export function* arrivingTrades(
  reader: CacheReader,
  { today, statusWords, sent }: ArrivingQuestion,
): Sliced<ArrivingTrade[]> {
  const comes = comesAt(reader, statusWords);
  const open = yield* walkMoneyRecords(reader, tradeList, {
    ...{ since: sinceOf(today), limit: tradesMax },
    holds: ({ record }) => comes(record),
  });
  const recorded = open
    .filter(({ record }) => !isBought(reader, record))
    .map(({ record }) => arrivingOf(record, statusWords, sent));
  yield;
  return [...recorded, ...sent.flatMap((one) => asSent(reader, one))];
}

function arrivingOf(trade: Trade, words: StatusWords, sent: readonly SentTrade[]): ArrivingTrade {
  const { tradeId, reference, buyAccountNumber, createdAt, settledAt, status } = trade;
  const { sold, bought } = amountsOf(trade);
  const waits = endingOf(status, words) === 'awaiting-funds';
  const own = sent.find((one) => one.sent.recordId === tradeId || one.sent.reference === reference);
  return {
    ...{ kind: 'trade', accountNumber: buyAccountNumber, amount: bought, sold, tradeId },
    dealtAt: createdAt,
    status: settledAt !== null ? 'settled' : waits ? 'waits-for-funds' : 'to-settle',
    sent: own?.sent ?? null,
  };
}

/** A trade that was sent; empty where the bank has a record or an entry of the trade. */
function asSent(
  reader: CacheReader,
  { accountNumber, amount, sold, sent, dealtAt, isOpen }: SentTrade,
): ArrivingTrade[] {
  const { recordId, reference } = sent;
  const isRecorded =
    (recordId !== null && moneyRecordById(reader, tradeList, recordId) !== null) ||
    moneyRecordsByReference(reader, tradeList, reference).length > 0;
  const places = { reference, buyAccountNumber: accountNumber, sellAccountNumber: '' };
  if (isRecorded || bookedLegs(reader, places).length > 0) return [];
  const status = isOpen ? 'unanswered' : 'to-settle';
  return [
    { ...{ kind: 'trade', accountNumber, amount, sold, sent, dealtAt, status }, tradeId: null },
  ];
}
