import { toUnits, type Decimal } from '../../shared/money/decimal.ts';
import { atRate, type Rate } from '../../shared/money/rate.ts';
import { checkedAmount, refuseOverLimit } from '../orders/checks.ts';
import { tradeFeeOf } from '../orders/tariff.ts';
import { uuidOf } from '../seed/random.ts';
import { minuteMs } from '../server/clock.ts';
import { invalid, refuseWrong } from '../server/refusal.ts';
import type { Fault } from '../server/faults/faults.ts';
import { isQuoted, priceUnder, rateOf, soldFor } from './rates.ts';
import type { ConversionsBank, QuoteRecord } from './state.ts';

const quoteMs = 30_000;
/** Quotes are forgotten some time after they have expired. */
const forgottenMs = 10 * minuteMs;

type Question = {
  sellCurrency: string;
  buyCurrency: string;
  sellAmount?: string | undefined;
  buyAmount?: string | undefined;
};
type Amounts = { readonly sellAmount: Decimal; readonly buyAmount: Decimal };

/** Gives a price that is good for half a minute. Throws Refusal 400 and 422. */
export function giveQuote(
  bank: ConversionsBank,
  question: Question,
  faults: readonly Fault[],
): QuoteRecord {
  const { sellCurrency, buyCurrency } = pairOf(question);
  const { parameters, clock } = bank;
  const nowMs = clock.now();
  const market = rateOf({ sell: sellCurrency, buy: buyCurrency }, parameters.seed, nowMs);
  const rate = priceUnder(market, faults);
  const { sellAmount, buyAmount } = amountsOf(question, rate);
  forgetOld(bank, nowMs);
  bank.quotesGiven += 1;
  const quote: QuoteRecord = {
    quoteId: uuidOf(`quote ${parameters.seed} ${bank.quotesGiven}`),
    sellCurrency,
    buyCurrency,
    sellAmount,
    buyAmount,
    rate,
    fee: tradeFeeOf(sellAmount, sellCurrency),
    createdAt: new Date(nowMs).toISOString(),
    expiresAt: new Date(nowMs + quoteMs).toISOString(),
    isLocked: false,
  };
  bank.quotes.set(quote.quoteId, quote);
  return quote;
}

function pairOf({ sellCurrency, buyCurrency }: Question) {
  refuseWrong(
    [!isQuoted(sellCurrency), 'sellCurrency', 'is not a currency that is traded here'],
    [!isQuoted(buyCurrency), 'buyCurrency', 'is not a currency that is traded here'],
  );
  if (sellCurrency === buyCurrency)
    throw invalid({ field: 'buyCurrency', message: 'must be another currency than what is sold' });
  return { sellCurrency, buyCurrency };
}

/** The limit is checked before anything is calculated: an amount below it fits every other currency of the table. */
function amountsOf({ sellCurrency, buyCurrency, ...wanted }: Question, rate: Rate): Amounts {
  if (wanted.sellAmount !== undefined && wanted.buyAmount !== undefined)
    throw invalid({ field: 'buyAmount', message: 'must be left out when sellAmount is given' });
  if (wanted.buyAmount !== undefined) {
    const buyAmount = checkedAmount(wanted.buyAmount, buyCurrency, 'buyAmount');
    refuseOverLimit(buyAmount, buyCurrency);
    const sellAmount = notNothing(soldFor(buyAmount, rate, sellCurrency), 'buyAmount');
    refuseOverLimit(sellAmount, sellCurrency);
    return { sellAmount, buyAmount };
  }
  if (wanted.sellAmount === undefined)
    throw invalid({ field: 'sellAmount', message: 'or buyAmount is required' });
  const sellAmount = checkedAmount(wanted.sellAmount, sellCurrency, 'sellAmount');
  refuseOverLimit(sellAmount, sellCurrency);
  return { sellAmount, buyAmount: notNothing(atRate(sellAmount, rate, buyCurrency), 'sellAmount') };
}

function notNothing(otherSide: Decimal, field: string): Decimal {
  if (toUnits(otherSide) === 0n) throw invalid({ field, message: 'is too small to be traded' });
  return otherSide;
}

function forgetOld({ quotes }: ConversionsBank, nowMs: number): void {
  for (const { quoteId, expiresAt } of quotes.values()) {
    if (Date.parse(expiresAt) + forgottenMs > nowMs) return;
    quotes.delete(quoteId);
  }
}
