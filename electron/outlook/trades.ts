import type { Trade } from '../../shared/bank/conversions.ts';
import { formatMoney } from '../../shared/money/format.ts';
import { money } from '../../shared/money/money.ts';
import { toUnits } from '../../shared/money/decimal.ts';
import { endingOf } from '../bank/status-words.ts';
import { bookedLegs } from '../conversions/booked-legs.ts';
import { tradeList } from '../conversions/tables.ts';
import type { CacheReader } from '../store/database.ts';
import { walkMoneyRecords } from '../store/money-lists.ts';
import type { Sliced } from '../store/turns.ts';
import type { KnownLine, TradesQuestion } from './lines.ts';

const tradesMax = 100;

/** Trades of the account that are not settled: what is bought comes in, and what is sold leaves, where that is not in flight already. */
export function* tradesAhead(
  reader: CacheReader,
  { accountNumber, today, statusWords, inFlight }: TradesQuestion,
): Sliced<KnownLine[]> {
  const open = yield* walkMoneyRecords(reader, tradeList, {
    limit: tradesMax,
    holds: ({ record }) =>
      [record.buyAccountNumber, record.sellAccountNumber].includes(accountNumber) &&
      record.settledAt === null &&
      endingOf(record.status, statusWords) === null,
  });
  return open.flatMap(({ record }) => {
    const booked = new Set(bookedLegs(reader, record).map(({ leg }) => leg));
    const line = (leg: string, units: bigint, name: string): KnownLine => ({
      ...{ id: `trade ${record.tradeId} ${leg}`, day: today, units, name },
      ...{ reason: 'trade to settle', record: '' },
      source: { kind: 'trade', tradeId: record.tradeId },
    });
    const [sold, bought] = amountsOf(record);
    return [
      ...(record.buyAccountNumber === accountNumber && !booked.has('bought')
        ? [line('bought', toUnits(record.buyAmount), `Bought for ${formatMoney(sold)}`)]
        : []),
      ...(record.sellAccountNumber === accountNumber &&
      !booked.has('sold') &&
      !inFlight.includes(record.reference)
        ? [
            line(
              'sold',
              -toUnits(record.sellAmount) - toUnits(record.fee ?? '0'),
              `Sold for ${formatMoney(bought)}`,
            ),
          ]
        : []),
    ];
  });
}

const amountsOf = ({ sellAmount, sellCurrency, buyAmount, buyCurrency }: Trade) =>
  [money(sellAmount, sellCurrency), money(buyAmount, buyCurrency)] as const;
