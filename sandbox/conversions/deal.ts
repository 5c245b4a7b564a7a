import type { RateLock } from '../../shared/bank/conversions.ts';
import { atRate } from '../../shared/money/rate.ts';
import { accountIn } from '../orders/checks.ts';
import { newOrder } from '../orders/register.ts';
import { uuidOf } from '../seed/random.ts';
import type { Fault } from '../server/faults/faults.ts';
import { Refusal } from '../server/refusal.ts';
import { priceUnder } from './rates.ts';
import type { ConversionsBank, QuoteRecord, TradeRecord } from './state.ts';

const lockMs = 60_000;

type LockOrder = {
  quoteId: string;
  sellAccountNumber: string;
  buyAccountNumber: string;
  reference: string;
};

/** The trade that locking a quote makes. Throws Refusal 400, 404 and 422. */
export function dealOf(
  bank: ConversionsBank,
  order: LockOrder,
  faults: readonly Fault[],
): { quote: QuoteRecord; trade: TradeRecord } {
  const nowMs = bank.clock.now();
  const quote = goodQuote(bank, order.quoteId, nowMs);
  const { sellCurrency, buyCurrency, sellAmount, fee, quoteId } = quote;
  const rate = priceUnder(quote.rate, faults);
  const isQuoted = rate === quote.rate;
  const buyAmount = isQuoted ? quote.buyAmount : atRate(sellAmount, rate, buyCurrency);
  const { sellAccountNumber, buyAccountNumber, reference } = order;
  const selling = { accountNumber: sellAccountNumber, currency: sellCurrency };
  const buying = { accountNumber: buyAccountNumber, currency: buyCurrency };
  accountIn(bank, selling, 'sellAccountNumber');
  accountIn(bank, buying, 'buyAccountNumber');
  const trade: TradeRecord = {
    ...newOrder(bank, bank.trades, reference),
    status: 'processing',
    sellCurrency,
    buyCurrency,
    sellAmount,
    buyAmount,
    rate,
    fee,
    lockId: uuidOf(`lock ${bank.parameters.seed} ${bank.trades.byId.size + 1}`),
    quoteId,
    sellAccountNumber,
    buyAccountNumber,
    settledAt: null,
    expiresAt: new Date(nowMs + lockMs).toISOString(),
  };
  return { quote, trade };
}

export const lockOf = ({ id, ...trade }: TradeRecord): RateLock => ({
  ...trade,
  tradeId: id,
  status: 'locked',
});

function goodQuote(bank: ConversionsBank, quoteId: string, nowMs: number): QuoteRecord {
  const quote = bank.quotes.get(quoteId);
  if (quote?.isLocked)
    throw new Refusal(422, 'quote_used', 'This quote has been locked already; ask for a new one');
  if (!quote || Date.parse(quote.expiresAt) <= nowMs)
    throw new Refusal(422, 'quote_expired', 'This quote is no longer good; ask for a new one');
  return quote;
}
