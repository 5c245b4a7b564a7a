import type { Trade } from '../../shared/bank/conversions.ts';
import { dateOfDayNumber } from '../../shared/calendar.ts';
import type { ArrivingTrade } from '../../shared/ipc/outlook.ts';
import { limits } from '../../shared/limits.ts';
import { toUnits } from '../../shared/money/decimal.ts';
import { formatMoney } from '../../shared/money/format.ts';
import { money } from '../../shared/money/money.ts';
import { accountByNumber } from '../accounts/tables.ts';
import { endingOf, isWord, saysItFailed, type StatusWords } from '../bank/status-words.ts';
import { bookedLegs } from '../conversions/booked-legs.ts';
import { tradeList } from '../conversions/tables.ts';
import type { CacheReader } from '../store/database.ts';
import {
  moneyRecordById,
  moneyRecordsByReference,
  walkMoneyRecords,
} from '../store/money-lists.ts';
import type { Sliced } from '../store/turns.ts';
import type { KnownLine, TradesQuestion } from './lines.ts';

const tradesMax = 500;
const dayMs = 24 * 3_600_000;

/** A trade that was dealt longer ago is not counted on, as nothing is that was sent so long ago. */
const sinceOf = (today: number): string => dateOfDayNumber(today - limits.inFlightMs / dayMs);

/** Which sides of a trade are still to move, by the bank's own record of it; the statement is asked apart. */
function sidesAt(reader: CacheReader, words: StatusWords) {
  const told = new Map<string, number>();
  /** When the balance of an account was told; always long ago for one that is not here. Milliseconds. */
  const balanceAt = (accountNumber: string): number => {
    const known = told.get(accountNumber);
    if (known !== undefined) return known;
    const account = accountByNumber(reader, accountNumber);
    const at = account && (account.available ? account.availableAsOf : account.statementAsOf);
    const ms = account === null ? Infinity : at === null ? 0 : Date.parse(at);
    told.set(accountNumber, ms);
    return ms;
  };
  const isOpen = ({ status, settledAt }: Trade): boolean =>
    settledAt === null && !saysItFailed(status, words) && !isWord(words.done, status);
  return {
    leaves: isOpen,
    /** What the bank has settled is on its way until the balance that is shown is newer. */
    comes: (trade: Trade): boolean =>
      isOpen(trade) ||
      (trade.settledAt !== null &&
        !saysItFailed(trade.status, words) &&
        balanceAt(trade.buyAccountNumber) < Date.parse(trade.settledAt)),
  };
}

const isBooked = (reader: CacheReader, trade: Trade, wanted: 'bought' | 'sold'): boolean =>
  bookedLegs(reader, trade).some(({ leg }) => leg === wanted);

/** Trades of the account that are not through: what is bought comes in, and what is sold leaves, where that is not in flight already. */
export function* tradesAhead(
  reader: CacheReader,
  { accountNumber, today, statusWords, inFlight }: TradesQuestion,
): Sliced<KnownLine[]> {
  const { comes, leaves } = sidesAt(reader, statusWords);
  const buys = (trade: Trade) => trade.buyAccountNumber === accountNumber && comes(trade);
  const sells = (trade: Trade) => trade.sellAccountNumber === accountNumber && leaves(trade);
  const open = yield* walkMoneyRecords(reader, tradeList, {
    ...{ since: sinceOf(today), limit: tradesMax },
    holds: ({ record }) => buys(record) || sells(record),
  });
  return open.flatMap(({ record }) => {
    const line = (leg: string, units: bigint, name: string): KnownLine => ({
      ...{ id: `trade ${record.tradeId} ${leg}`, day: today, units, name },
      ...{ reason: 'trade to settle', record: '' },
      source: { kind: 'trade', tradeId: record.tradeId },
    });
    const { sold, bought } = amountsOf(record);
    return [
      ...(buys(record) && !isBooked(reader, record, 'bought')
        ? [line('bought', toUnits(bought.amount), `Bought for ${formatMoney(sold)}`)]
        : []),
      ...(sells(record) && !inFlight.includes(record.reference) && !isBooked(reader, record, 'sold')
        ? [
            line(
              'sold',
              -toUnits(sold.amount) - toUnits(record.fee ?? '0'),
              `Sold for ${formatMoney(bought)}`,
            ),
          ]
        : []),
    ];
  });
}

const amountsOf = ({ sellAmount, sellCurrency, buyAmount, buyCurrency }: Trade) => ({
  sold: money(sellAmount, sellCurrency),
  bought: money(buyAmount, buyCurrency),
});

/** A deal as it was sent from here, while the bank's record of it may not be known. */
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

/** What is bought on any account and not booked: by the bank's record of the trade, and where there is none by what was sent. */
export function* arrivingTrades(
  reader: CacheReader,
  { today, statusWords, sent }: ArrivingQuestion,
): Sliced<ArrivingTrade[]> {
  const { comes } = sidesAt(reader, statusWords);
  const open = yield* walkMoneyRecords(reader, tradeList, {
    ...{ since: sinceOf(today), limit: tradesMax },
    holds: ({ record }) => comes(record),
  });
  const told = open
    .filter(({ record }) => !isBooked(reader, record, 'bought'))
    .map(({ record }) => arrivingOf(record, statusWords, sent));
  yield;
  return [...told, ...sent.flatMap((one) => asSent(reader, one))];
}

function arrivingOf(trade: Trade, words: StatusWords, sent: readonly SentTrade[]): ArrivingTrade {
  const { tradeId, reference, buyAccountNumber, createdAt, settledAt, status } = trade;
  const { sold, bought } = amountsOf(trade);
  const waits = endingOf(status, words) === 'awaiting-funds';
  const own = sent.find((one) => one.sent.recordId === tradeId || one.sent.reference === reference);
  return {
    ...{ kind: 'trade', accountNumber: buyAccountNumber, amount: bought, sold, tradeId },
    dealtAt: createdAt,
    standing: settledAt !== null ? 'settled' : waits ? 'waits-for-funds' : 'to-settle',
    sent: own?.sent ?? null,
  };
}

/** None where the bank's record tells of it, or its entry does. */
function asSent(
  reader: CacheReader,
  { accountNumber, amount, sold, sent, dealtAt, isOpen }: SentTrade,
): ArrivingTrade[] {
  const { recordId, reference } = sent;
  const isTold =
    (recordId !== null && moneyRecordById(reader, tradeList, recordId) !== null) ||
    moneyRecordsByReference(reader, tradeList, reference).length > 0;
  const places = { reference, buyAccountNumber: accountNumber, sellAccountNumber: '' };
  if (isTold || bookedLegs(reader, places).some(({ leg }) => leg === 'bought')) return [];
  const standing = isOpen ? 'unanswered' : 'to-settle';
  return [
    { ...{ kind: 'trade', accountNumber, amount, sold, sent, dealtAt, standing }, tradeId: null },
  ];
}
