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
import { whyOutside, type Limit, type Trade } from '../../../nouns/approvals/limit.ts';
import {
  askQuote,
  lockQuote,
  type ConversionParts,
} from '../../../nouns/conversions/conversions.ts';
import { QuoteBook } from '../../../nouns/conversions/quotes.ts';
import { learnAccounts } from './learn-accounts.ts';
import type { QuoteView } from '../../../../shared/ipc/changes/conversions.ts';
import type { DeskParts } from '../../open-bank/changes.ts';

/** What a limit is about: it is bought at the worst rate or a better one. */
export const aboutLimit = ({ buyCurrency, worstRate }: Limit): string =>
  `to ${buyCurrency} at ${worstRate} or better`;

const pricedParts = (parts: DeskParts): ConversionParts => ({
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

/** The limit, and the bank's price for it now as far as it has one. Asks a price, and agrees to none. */
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

/** Prices under one limit that were asked for and not traded. */
const pricesMax = 99;

/** The last trade under a limit that may have been made, or the reference under which the next one is. */
function placeOf(
  { journal }: DeskParts,
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
 * Asks the bank for a price and agrees to it at once, where it is within the limit. Fails with `team.not-approved` where the price is worse
 * than the limit; nothing is sent then, and the limit stands. A limit that was used is reported.
 */
export async function tradeLimit(
  parts: DeskParts,
  limit: Limit,
  limitReference: string,
  context: Context,
): Promise<Outcome<Submission>> {
  const place = placeOf(parts, limitReference);
  if (place !== null && 'known' in place) return ok(place.known);
  if (place === null)
    return fail('input.invalid', context.correlationId, {
      message: 'Too many prices were asked for under this request. Request it anew.',
    });
  await learnAccounts(parts, [limit.sellAccountNumber, limit.buyAccountNumber], context);
  const priced = pricedParts(parts);
  const quoted = await askQuote(priced, question(limit), context);
  if (!quoted.ok) return quoted;
  const outside = whyOutside(limit, limit, tradeOfQuote(quoted.value));
  if (outside !== null)
    return fail('team.not-approved', context.correlationId, {
      operation: 'lockRate',
      message: `${outside} The bank’s rate is ${quoted.value.rate} now. Nothing was sent, and the request stands: try again later.`,
    });
  const { reference } = place;
  return lockQuote(priced, { reference, quoteId: quoted.value.quoteId }, context);
}
