import { z } from 'zod';

import { TimestampText } from '../calendar/calendar-schemas.ts';
import { DecimalText, LooseDecimal, WireDecimal } from '../money/decimal-schemas.ts';
import { RateNumber } from '../money/rate.ts';
import {
  CurrencyCode,
  Identifier,
  LooseText,
  LooseTimestamp,
  operation,
  wireRecord,
  pageOf,
  PageQuery,
  Reference,
  WireCurrency,
  WireId,
} from './operation.ts';

/** The two sides of an exchange; `rate` is the price of one unit sold, in the currency bought. */
const exchange = {
  sellCurrency: WireCurrency,
  buyCurrency: WireCurrency,
  sellAmount: WireDecimal,
  buyAmount: WireDecimal,
  rate: RateNumber,
  /** Charged to the selling account, on top of the amount sold. */
  fee: LooseDecimal,
};

/** An indicative price, good until `expiresAt` by the bank's clock. */
export const Quote = wireRecord({
  ...exchange,
  quoteId: WireId,
  createdAt: LooseTimestamp,
  expiresAt: TimestampText,
});
export type Quote = z.output<typeof Quote>;

/** A price that is held until `expiresAt`, and the resulting trade. */
export const RateLock = wireRecord({
  ...exchange,
  lockId: WireId,
  quoteId: LooseText,
  tradeId: LooseText,
  reference: LooseText,
  status: LooseText,
  expiresAt: TimestampText,
});
export type RateLock = z.output<typeof RateLock>;

/** The deal done. */
export const Trade = wireRecord({
  ...exchange,
  tradeId: WireId,
  lockId: LooseText,
  quoteId: LooseText,
  reference: LooseText,
  status: LooseText,
  /** Why the trade failed, if it did. */
  reason: LooseText,
  sellAccountNumber: LooseText,
  buyAccountNumber: LooseText,
  createdAt: LooseTimestamp,
  settledAt: LooseTimestamp,
  expiresAt: LooseTimestamp,
});
export type Trade = z.output<typeof Trade>;

const shared = { group: 'Conversions', encoding: 'json', origin: 'assumed' } as const;

/**
 * The specification names four operations and defines none. Lock Rate is the only one of them that can change anything, so locking a quote
 * is the deal: the lock holds the price until it expires, and its trade is carried out as soon as the selling account covers it.
 */
export const conversions = {
  /** One of `sellAmount` and `buyAmount` is given, as decimal text. */
  getQuote: operation({
    ...shared,
    title: 'Get Quote',
    method: 'GET',
    path: '/client-service/api/v1/conversions/quote',
    input: z.object({
      query: z.object({
        sellCurrency: CurrencyCode,
        buyCurrency: CurrencyCode,
        sellAmount: DecimalText.optional(),
        buyAmount: DecimalText.optional(),
      }),
    }),
    output: wireRecord({ message: LooseText, quote: Quote }),
    effect: 'read',
  }),
  lockRate: operation({
    ...shared,
    title: 'Lock Rate',
    method: 'POST',
    path: '/client-service/api/v1/conversions/lock',
    input: z.object({
      body: z.object({
        quoteId: Identifier,
        sellAccountNumber: Identifier,
        buyAccountNumber: Identifier,
        reference: Reference,
      }),
    }),
    output: wireRecord({ message: LooseText, lock: RateLock }),
    effect: 'money',
  }),
  getTrade: operation({
    ...shared,
    title: 'Get Trade',
    method: 'GET',
    path: '/client-service/api/v1/conversions/trades/{tradeId}',
    input: z.object({ path: z.object({ tradeId: Identifier }) }),
    output: wireRecord({ message: LooseText, trade: Trade }),
    effect: 'read',
  }),
  getAllTrades: operation({
    ...shared,
    title: 'Get All Trades',
    method: 'GET',
    path: '/client-service/api/v1/conversions/trades',
    input: z.object({ query: PageQuery.extend({ reference: z.string().optional() }).optional() }),
    output: wireRecord({ message: LooseText, trades: pageOf(Trade) }),
    effect: 'read',
  }),
};
