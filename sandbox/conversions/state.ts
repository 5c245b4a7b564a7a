import { z } from 'zod';

import type { WithLedger } from '../ledger/ledger.ts';
import type { WithAgenda } from '../orders/agenda.ts';
import { orderFields } from '../orders/records.ts';
import type { Register } from '../orders/register.ts';

const exchange = {
  sellCurrency: z.string(),
  buyCurrency: z.string(),
  sellAmount: z.string(),
  buyAmount: z.string(),
  rate: z.string(),
  fee: z.string(),
  createdAt: z.string(),
  expiresAt: z.string(),
};

export const QuoteRecord = z.strictObject({
  quoteId: z.string(),
  ...exchange,
  /** A quote is good for one lock. */
  isLocked: z.boolean(),
});
export type QuoteRecord = z.output<typeof QuoteRecord>;

export const TradeRecord = z.strictObject({
  ...orderFields,
  ...exchange,
  lockId: z.string(),
  quoteId: z.string(),
  sellAccountNumber: z.string(),
  buyAccountNumber: z.string(),
  settledAt: z.string().nullable(),
});
export type TradeRecord = z.output<typeof TradeRecord>;

export type ConversionsState = {
  /** How many were given so far: the next one's id follows from it. */
  quotesGiven: number;
  readonly quotes: Map<string, QuoteRecord>;
  readonly trades: Register<TradeRecord>;
  /** Trades that wait for the selling account to cover them. */
  readonly awaitingFunds: Set<string>;
};
export type ConversionsBank = ConversionsState & WithLedger & WithAgenda;
