import type { Trade } from '../../../shared/bank/conversions.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { CacheConnection } from '../../engines/store/database.ts';
import { sumText, titleOf, type Watched } from '../../engines/store/records/event-notes.ts';
import { saveMoneyRecords, type MoneyList } from '../../engines/store/records/money-lists.ts';
import type { Completeness } from '../../engines/store/records/record-lists.ts';
import type { Remote } from '../../engines/store/threads/remote-methods.ts';

const watchedTrade: Watched<Trade> = {
  kind: 'trade',
  about: ({ tradeId, sellAmount, sellCurrency, buyAmount, buyCurrency, sellAccountNumber }) => ({
    subjectId: tradeId,
    title: titleOf(sumText(sellAmount, sellCurrency), 'for', sumText(buyAmount, buyCurrency)),
    accountNumber: sellAccountNumber,
  }),
  fields: ({ status, reason }) => ({ status, reason }),
};

export const tradeList: MoneyList<Trade> = {
  topic: 'trades',
  table: 'trade',
  idOf: ({ tradeId }) => tradeId,
  wordsOf: ({ tradeId, reference, status, sellCurrency, buyCurrency }) => [
    tradeId,
    reference,
    status,
    sellCurrency,
    buyCurrency,
  ],
  watched: watchedTrade,
};

/** The writes of trades in the writer thread of the local copy. */
export const tradeWrites = (database: CacheConnection) => ({
  /** Records the time of a complete list; removes no trade. */
  saveTrades: (trades: readonly Trade[], asOf: Timestamp, { complete }: Completeness): void => {
    saveMoneyRecords(database, tradeList, trades, { asOf, complete });
  },
});

export type TradeWrites = Remote<ReturnType<typeof tradeWrites>>;
