import { z } from 'zod';

import { AgendaStep } from '../orders/agenda.ts';
import {
  QuoteRecord,
  ReceivableRecord,
  RemittanceRecord,
  TradeRecord,
  TransferRecord,
} from '../orders/records.ts';
import { createRegister, type Register } from '../orders/register.ts';

/** All that clients have asked the bank to do, and what is still to come of it. */
export type Orders = {
  /** How many were ever given: the next one's id follows from it. */
  quotesGiven: number;
  readonly quotes: Map<string, QuoteRecord>;
  readonly trades: Register<TradeRecord>;
  /** Trades that wait for the selling account to cover them. */
  readonly awaitingFunds: Set<string>;
  readonly transfers: Register<TransferRecord>;
  readonly remittances: Register<RemittanceRecord>;
  readonly receivables: Register<ReceivableRecord>;
  readonly agenda: AgendaStep[];
  /** How many of the ledger's changes have been looked through for payments of receivables. */
  inflowsRead: number;
};

/** The orders in a snapshot. */
export const OrdersState = z.strictObject({
  quotesGiven: z.int().default(0),
  quotes: z.array(QuoteRecord).default([]),
  trades: z.array(TradeRecord).default([]),
  transfers: z.array(TransferRecord).default([]),
  remittances: z.array(RemittanceRecord).default([]),
  receivables: z.array(ReceivableRecord).default([]),
  agenda: z.array(AgendaStep).default([]),
  inflowsRead: z.int().default(0),
});
export type OrdersState = z.output<typeof OrdersState>;

export function createOrders(state: OrdersState = OrdersState.parse({})): Orders {
  const trades = createRegister(state.trades);
  const waiting = state.trades.filter(({ status }) => status === 'awaiting_funds');
  return {
    quotesGiven: state.quotesGiven,
    quotes: new Map(state.quotes.map((quote) => [quote.quoteId, quote])),
    trades,
    awaitingFunds: new Set(waiting.filter(({ isBooked }) => isBooked).map(({ id }) => id)),
    transfers: createRegister(state.transfers),
    remittances: createRegister(state.remittances),
    receivables: createRegister(state.receivables),
    agenda: [...state.agenda],
    inflowsRead: state.inflowsRead,
  };
}

export const stateOfOrders = (orders: Orders): OrdersState => ({
  quotesGiven: orders.quotesGiven,
  quotes: [...orders.quotes.values()],
  trades: [...orders.trades.byId.values()],
  transfers: [...orders.transfers.byId.values()],
  remittances: [...orders.remittances.byId.values()],
  receivables: [...orders.receivables.byId.values()],
  agenda: [...orders.agenda],
  inflowsRead: orders.inflowsRead,
});
