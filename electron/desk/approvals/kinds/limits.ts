import { fail, type Outcome } from '../../../../shared/errors.ts';
import type { ChangeFact } from '../../../../shared/ipc/approvals.ts';
import { formatMoney } from '../../../../shared/money/format.ts';
import { money } from '../../../../shared/money/money.ts';
import { ok } from '../../../../shared/result.ts';
import type { Context } from '../../../engines/machine/context.ts';
import {
  submissionByReference,
  type Submission,
} from '../../../engines/submissions/journal/submission-table.ts';
import { limitIn, whyOutside, type Limit, type Trade } from '../../../nouns/approvals/limit.ts';
import type { Line } from '../../../nouns/approvals/state.ts';
import {
  askQuote,
  lockQuote,
  type ConversionParts,
} from '../../../nouns/conversions/conversions.ts';
import { QuoteBook } from '../../../nouns/conversions/quotes.ts';
import { learnAccounts } from './learn-accounts.ts';
import type { QuoteView } from '../../../../shared/ipc/changes/conversions.ts';
import type { DeskParts } from '../../open-bank/changes.ts';

/** The limit of a conversion in words: the bought currency, and the worst rate. */
export const aboutLimit = ({ buyCurrency, worstRate }: Limit): string =>
  `to ${buyCurrency} at ${worstRate} or better`;

/** The limit in a request, and the reference under which it is traded. */
export type LimitOfRequest = { readonly limit: Limit; readonly reference: string };

/** Reads the limit of a request; null where it is no conversion, or its limit cannot be read. */
export function limitOf(
  operation: string,
  { payload, reference }: Pick<Line, 'payload' | 'reference'>,
): LimitOfRequest | null {
  const limit = operation === 'lockRate' ? limitIn(payload) : null;
  return limit && { limit, reference };
}

const pricedParts = (parts: DeskParts) => ({
  ...parts,
  quotes: new QuoteBook({
    clocks: { wall: parts.clock, monotonicNow: () => parts.clock.monotonicMs() },
    bankOffsetMs: () => parts.bank.clockOffsetMs(),
    onJump: () => undefined,
  }),
});

const question = ({ side, amount, sellAccountNumber, buyAccountNumber }: Limit) => ({
  ...{ sellAccountNumber, buyAccountNumber },
  ...(side === 'sell' ? { sellAmount: amount } : { buyAmount: amount }),
});

const tradeOfQuote = ({ sell, buy, rate, fee }: QuoteView): Trade => ({
  ...{ sell, buy, rate },
  fee: fee?.amount ?? null,
});

/** Returns the limit, and the bank's price for it now if there is one. Asks for a price, and agrees to none. */
export async function readLimit(
  parts: DeskParts,
  limit: Limit,
  context: Context,
): Promise<readonly ChangeFact[]> {
  const { side, amount, sellCurrency, buyCurrency, worstRate } = limit;
  await learnAccounts(parts, [limit.sellAccountNumber, limit.buyAccountNumber], context);
  const quoted = await askQuote(pricedParts(parts), question(limit), context);
  const price = quoted.ok ? quoted.value : null;
  const fact = (label: string, value: string, now: string | null = null): ChangeFact => ({
    ...{ label, value, now },
  });
  const given = formatMoney(money(amount, side === 'sell' ? sellCurrency : buyCurrency));
  return [
    fact('Sell', side === 'sell' ? given : sellCurrency, price && formatMoney(price.sell)),
    fact('Buy', side === 'buy' ? given : buyCurrency, price && formatMoney(price.buy)),
    fact('Worst rate, fee included', `${worstRate} ${buyCurrency} for 1 ${sellCurrency}`),
    fact('Rate now', '–', price?.rate ?? 'not known'),
    ...(price?.fee ? [fact('Fee now', '–', formatMoney(price.fee))] : []),
    fact('Pay from', limit.sellAccountNumber),
    fact('Pay to', limit.buyAccountNumber),
  ];
}

/** The most prices under one limit that were not traded. */
const pricesMax = 99;

/** The trade under a limit that may have been made, or the reference for the next one; null after too many. */
function placeOf(
  { journal }: Pick<DeskParts, 'journal'>,
  reference: string,
): { readonly known: Submission } | { readonly reference: string } | null {
  for (let count = 1; count <= pricesMax; count += 1) {
    const name = count === 1 ? reference : `${reference}-${String(count)}`;
    const known = submissionByReference(journal, name);
    if (known === null) return { reference: name };
    if (known.state !== 'not-sent' && known.state !== 'not-found') return { known };
  }
  return null;
}

/**
 * Asks the bank for a price within the limit. Agrees to none. Fails with `quote.worse` where the price is outside the limit, which remains
 * usable, and with `input.invalid` where the limit was used.
 */
export async function priceLimit(
  parts: ConversionParts & DeskParts,
  { limit, reference }: LimitOfRequest,
  context: Context,
): Promise<Outcome<QuoteView>> {
  const place = placeOf(parts, reference);
  if (place === null) return tooManyPrices(context);
  if ('known' in place)
    return fail('input.invalid', context.correlationId, {
      message: `It was sent before, under the reference ${place.known.reference}: look at its outcome under Conversions.`,
    });
  await learnAccounts(parts, [limit.sellAccountNumber, limit.buyAccountNumber], context);
  const quoted = await askQuote(parts, question(limit), context);
  if (!quoted.ok) return quoted;
  const outside = whyOutside(limit, limit, tradeOfQuote(quoted.value));
  return outside === null
    ? quoted
    : fail('quote.worse', context.correlationId, {
        operation: 'lockRate',
        message: `${outside} The bank’s rate is ${quoted.value.rate} now.`,
      });
}

/** Agrees to a quoted price. Fails with `quote.expired` where it expired; nothing is sent then. A used limit is only reported. */
export async function tradePriced(
  parts: ConversionParts,
  { reference }: Pick<LimitOfRequest, 'reference'>,
  quoteId: string,
  context: Context,
): Promise<Outcome<Submission>> {
  const place = placeOf(parts, reference);
  if (place === null) return tooManyPrices(context);
  if ('known' in place) return ok(place.known);
  return lockQuote(parts, { reference: place.reference, quoteId }, context);
}

/**
 * Asks the bank for a price and agrees to it at once if it is within the limit, for a person at a terminal. A used limit is only reported.
 */
export async function tradeLimit(
  parts: DeskParts,
  of: LimitOfRequest,
  context: Context,
): Promise<Outcome<Submission>> {
  const place = placeOf(parts, of.reference);
  if (place !== null && 'known' in place) return ok(place.known);
  const priced = pricedParts(parts);
  const quoted = await priceLimit(priced, of, context);
  return quoted.ok ? tradePriced(priced, of, quoted.value.quoteId, context) : quoted;
}

const tooManyPrices = ({ correlationId }: Context): Outcome<never> =>
  fail('input.invalid', correlationId, {
    message: 'Too many prices were asked for under this request. Request it anew.',
  });
