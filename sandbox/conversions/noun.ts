import { z } from 'zod';

import type { conversions as operations } from '../../shared/bank/conversions.ts';
import { createRegister, mountOrders, ordersIn } from '../orders/register.ts';
import type { Noun } from '../server/noun.ts';
import { handlers } from './handlers.ts';
import { settleAwaiting, steps } from './life.ts';
import { QuoteRecord, TradeRecord, type ConversionsBank, type ConversionsState } from './state.ts';

const savedFields = {
  quotesGiven: z.int().default(0),
  quotes: z.array(QuoteRecord).default([]),
  trades: z.array(TradeRecord).default([]),
};

export const conversions: Noun<
  typeof operations,
  ConversionsBank,
  ConversionsState,
  typeof savedFields
> = {
  handlers,
  steps,
  settle: settleAwaiting,
  seed: () => restored({ quotesGiven: 0, quotes: [], trades: [] }),
  savedFields,
  save: ({ quotesGiven, quotes, trades }) => ({
    quotesGiven,
    quotes: [...quotes.values()],
    trades: ordersIn(trades),
  }),
  restore: restored,
  mountAdmin: (app, bank) => mountOrders(app, bank, 'trades'),
};

function restored({ quotesGiven, quotes, trades }: z.output<z.ZodObject<typeof savedFields>>) {
  const waiting = trades.filter(({ status }) => status === 'awaiting_funds');
  return {
    quotesGiven,
    quotes: new Map(quotes.map((quote) => [quote.quoteId, quote])),
    trades: createRegister('Trade', trades),
    awaitingFunds: new Set(waiting.filter(({ isBooked }) => isBooked).map(({ id }) => id)),
  };
}
