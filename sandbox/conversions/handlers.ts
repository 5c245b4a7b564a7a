import type { conversions as operations, Trade } from '../../shared/bank/conversions.ts';
import type { HandlersOf } from '../server/noun.ts';
import { listPage } from '../server/list-page.ts';
import { found } from '../orders/checks.ts';
import { dealOf, lockOf } from './deal.ts';
import { giveQuote } from './quote.ts';
import type { TradeRecord } from '../orders/records.ts';
import { keepOrder, seenOrder, seenOrders } from '../orders/register.ts';
import { takeOrder } from '../orders/schedule.ts';
import { bookTrade } from './life.ts';

export const conversions: HandlersOf<typeof operations> = {
  getQuote: ({ query }, { bank }) => {
    const quote = giveQuote(bank, query);
    bank.onChange();
    return { message: 'Quote given', quote };
  },

  lockRate: ({ body }, { bank, faults }) => {
    const { quote, trade } = dealOf(bank, body);
    bank.orders.quotes.set(quote.quoteId, { ...quote, isLocked: true });
    keepOrder(bank.orders.trades, trade);
    takeOrder(bank, { id: trade.id, late: 'trade-booked' }, faults, bookTrade);
    return { message: 'Rate locked', lock: lockOf(trade) };
  },

  getTrade: ({ path }, { bank }) => ({
    message: 'Trade retrieved',
    trade: answerOf(found(seenOrder(bank.orders.trades, path.tradeId), `Trade ${path.tradeId}`)),
  }),

  getAllTrades: ({ query = {} }, { bank }) => ({
    message: 'Trades retrieved',
    trades: listPage(seenOrders(bank.orders.trades, query.reference).map(answerOf), query),
  }),
};

const answerOf = (trade: TradeRecord): Trade => ({ ...trade, tradeId: trade.id });
