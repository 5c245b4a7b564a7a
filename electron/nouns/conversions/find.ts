import type { Trade } from '../../../shared/bank/conversions.ts';
import { dayOf } from '../../../shared/calendar/calendar.ts';
import type { Hit } from '../../../shared/ipc/accounts/find.ts';
import { formatMoney } from '../../../shared/money/format.ts';
import { money } from '../../../shared/money/money.ts';
import { holdsAllOf, type RecordQuestion } from '../../engines/find/records.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { walkMoneyRecords, type DatedRecord } from '../../engines/store/records/money-lists.ts';
import type { Sliced } from '../../engines/store/threads/turns.ts';
import { tradeList } from './tables.ts';

/** The questions about trades that the reader thread answers. */
export const tradeReads = (reader: CacheReader) => ({
  /** The newest trades that match the terms. */
  findTrades: function* ({ terms, limit }: RecordQuestion): Sliced<Hit[]> {
    const holds = holdsAllOf(terms);
    const found = yield* walkMoneyRecords(reader, tradeList, {
      limit,
      holds: ({ record, since }) =>
        holds({
          texts: [record.tradeId, record.reference, record.status, 'trade convert'],
          reference: record.reference,
          sums: [
            { amount: record.sellAmount, currency: record.sellCurrency },
            { amount: record.buyAmount, currency: record.buyCurrency },
          ],
          day: dayOf(since),
          accounts: [record.sellAccountNumber, record.buyAccountNumber],
        }),
    });
    return found.map(hitOf);
  },
});

const hitOf = ({ record, since }: DatedRecord<Trade>): Hit => ({
  id: record.tradeId,
  within: null,
  day: dayOf(since),
  lead: '',
  text: `${record.reference || record.tradeId} for ${formatMoney(money(record.buyAmount, record.buyCurrency))}`,
  aside: record.status,
  amount: money(record.sellAmount, record.sellCurrency),
  direction: 'debit',
});
