import type { conversions as operations, Trade } from '../../shared/bank/conversions.ts';
import { takeOrder } from '../orders/agenda.ts';
import { saveOrder, seenOrder, seenOrders } from '../orders/register.ts';
import type { HandlersOf } from '../server/noun.ts';
import { listPage } from '../server/records.ts';
import { dealOf, lockOf } from './deal.ts';
import { steps } from './life.ts';
import { giveQuote } from './quote.ts';
import type { ConversionsBank, TradeRecord } from './state.ts';

export const handlers: HandlersOf<typeof operations, ConversionsBank> = {
  getQuote: ({ query }, { bank, faults }) => {
    const quote = giveQuote(bank, query, faults);
    bank.onChange();
    return { message: 'Quote given', quote };
  },

  lockRate: ({ body }, { bank, faults }) => {
    const { quote, trade } = dealOf(bank, body, faults);
    bank.quotes.set(quote.quoteId, { ...quote, isLocked: true });
    saveOrder(bank.trades, trade);
    takeOrder(bank, { id: trade.id, steps, first: 'trade-booked' }, faults);
    return { message: 'Rate locked', lock: lockOf(trade) };
  },

  getTrade: ({ path }, { bank }) => ({
    message: 'Trade retrieved',
    trade: answerOf(seenOrder(bank.trades, path.tradeId)),
  }),

  getAllTrades: ({ query = {} }, { bank }) => ({
    message: 'Trades retrieved',
    trades: listPage(seenOrders(bank.trades, query.reference).map(answerOf), query),
  }),
};

const answerOf = (trade: TradeRecord): Trade => ({ ...trade, tradeId: trade.id });
