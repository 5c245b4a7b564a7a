import type { Quote, Trade } from '../../../shared/bank/conversions.ts';
import type { AgreedQuote } from '../../../shared/ipc/submissions.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import { formatMoney } from '../../../shared/money/format.ts';
import { money, type Money } from '../../../shared/money/money.ts';
import type { Rate } from '../../../shared/money/rate.ts';

/** The figures of an exchange by one source; null where it has none. */
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
export const figuresOf = (
  exchange: Exchange,
): Figures & { sell: Money; buy: Money; rate: Rate } => ({
  sell: money(exchange.sellAmount, exchange.sellCurrency),
  buy: money(exchange.buyAmount, exchange.buyCurrency),
  rate: exchange.rate,
  fee: typeof exchange.fee === 'string' ? money(exchange.fee, exchange.sellCurrency) : null,
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

/** The differences between two sources, a sentence each. Compares to the last digit, and only figures that both have. */
export function disagreements(
  [firstName, first]: readonly [string, Figures],
  [secondName, second]: readonly [string, Figures],
): string[] {
  return (Object.keys(names) as Figure[]).flatMap((figure) => {
    const one = first[figure];
    const other = second[figure];
    return one === null || other === null || plain(one) === plain(other)
      ? []
      : [
          `${names[figure]}: ${firstName} says ${textOf(one)}, ${secondName} says ${textOf(other)}.`,
        ];
  });
}

/** Equal for equal values: trailing zeros of the decimals do not count. */
const plain = (value: Money | Rate): string =>
  typeof value === 'string'
    ? value.replace(/(?<=\.\d*)0+$/, '').replace(/\.$/, '')
    : `${String(toUnits(value.amount))} ${value.currency}`;

const textOf = (value: Money | Rate): string =>
  typeof value === 'string' ? value : formatMoney(value);
