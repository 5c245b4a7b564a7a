import type { Quote, Trade } from '../../../shared/bank/conversions.ts';
import type { AgreedQuote } from '../../../shared/ipc/submission-records.ts';
import { formatMoney } from '../../../shared/money/format.ts';
import { compare, money, type Money } from '../../../shared/money/money.ts';
import type { Rate } from '../../../shared/money/rate.ts';

/** What is exchanged for what, as one source tells it; null where it says nothing. */
export type Figures = {
  readonly sell: Money | null;
  readonly buy: Money | null;
  readonly rate: Rate | null;
  readonly fee: Money | null;
};
export type Figure = keyof Figures;

type Exchange = Pick<
  Trade,
  'sellCurrency' | 'buyCurrency' | 'sellAmount' | 'buyAmount' | 'rate' | 'fee'
>;

/** The figures of a quote, a lock or a trade; the fee is in what is sold. */
const isTold = (fee: string | null | undefined): fee is string => typeof fee === 'string';

export const figuresOf = (told: Exchange): Figures & { sell: Money; buy: Money; rate: Rate } => ({
  sell: money(told.sellAmount, told.sellCurrency),
  buy: money(told.buyAmount, told.buyCurrency),
  rate: told.rate,
  fee: isTold(told.fee) ? money(told.fee, told.sellCurrency) : null,
});

/** What a person agrees to by locking a quote. */
export const agreedQuote = (quote: Quote): AgreedQuote => ({
  quoteId: quote.quoteId,
  ...figuresOf(quote),
  expiresAt: quote.expiresAt,
});

const names: Readonly<Record<Figure, string>> = {
  sell: 'Sold',
  buy: 'Bought',
  rate: 'Rate',
  fee: 'Fee',
};

/** What one source tells otherwise than another, a sentence each; to the last digit, and only where both tell it. */
export function disagreements(
  [firstName, first]: readonly [string, Figures],
  [secondName, second]: readonly [string, Figures],
): string[] {
  return (Object.keys(names) as Figure[])
    .filter((figure) => !agree(first[figure], second[figure]))
    .map(
      (figure) =>
        `${names[figure]}: ${firstName} says ${textOf(first[figure])}, ${secondName} says ${textOf(second[figure])}.`,
    );
}

function agree(a: Money | Rate | null, b: Money | Rate | null): boolean {
  if (a === null || b === null) return true;
  if (typeof a === 'string' || typeof b === 'string') return plainRate(a) === plainRate(b);
  return a.currency === b.currency && compare(a, b) === 0;
}

/** Noughts at the end of the decimals count for nothing. */
const plainRate = (rate: Money | Rate): unknown =>
  typeof rate === 'string' && rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate;

const textOf = (value: Money | Rate | null): string =>
  value === null ? 'nothing' : typeof value === 'string' ? value : formatMoney(value);
