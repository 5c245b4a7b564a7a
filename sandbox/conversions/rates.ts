import { minorDigits, type Currency } from '../../shared/money/currencies.ts';
import { fromUnits, toUnits, type Decimal } from '../../shared/money/decimal.ts';
import { dividedHalfEven, rateOfRatio, ratio, type Rate } from '../../shared/money/rate.ts';
import { mixSeeds } from '../seed/random.ts';
import type { Fault } from '../server/faults/faults.ts';

/** Units of a currency for a dollar at the middle of the market, before it moves, in 10^-4. */
const perDollar: ReadonlyMap<string, bigint> = new Map([
  ['USD', 1_0000n],
  ['EUR', 8642n],
  ['GBP', 7583n],
  ['NGN', 1452_0000n],
  ['KES', 129_3000n],
  ['JPY', 154_8000n],
  ['KWD', 3068n],
]);
const quoted = [...perDollar.keys()];

export const isQuoted = (currency: string): boolean => perDollar.has(currency);

/** Parts per billion: the units of movements. */
const billion = 1_000_000_000n;
/** The bank's margin: 15 basis points. */
const margin = 1_500_000n;
const significantDigits = 7;

/** Movements of a currency against the dollar, slow ones wide and fast ones narrow; a rate wanders smoothly. */
const waves = [
  { seconds: 86_400, reach: 4_000_000 },
  { seconds: 3_600, reach: 800_000 },
  { seconds: 60, reach: 40_000 },
] as const;

type Pair = { readonly sell: Currency; readonly buy: Currency };

/** The bank's price of one unit sold, to 7 significant digits; it follows from the seed and changes every second. */
export function rateOf({ sell, buy }: Pair, seed: number, atMs: number): Rate {
  const second = Math.floor(atMs / 1000);
  const factor = billion - margin + flutterOf({ sell, buy }, seed, second);
  const dividend = dollarPriceOf(buy, seed, second) * factor;
  return rounded(dividend, dollarPriceOf(sell, seed, second) * billion);
}

const wholeBasisPoints = 10_000n;

/** Applies a fault to a price. */
export function priceUnder(rate: Rate, faults: readonly Fault[]): Rate {
  const fault = faults.find(({ kind }) => kind === 'poor-price');
  if (fault?.kind !== 'poor-price') return rate;
  const { times, by } = ratio(rate);
  const left = wholeBasisPoints - BigInt(fault.basisPoints);
  return rateOfRatio({ times: times * left, by: by * wholeBasisPoints });
}

/** What must be sold to buy an amount, in the minor unit of what is sold, rounded half to even. */
export function soldFor(buyAmount: Decimal, rate: Rate, currency: Currency): Decimal {
  const decimals = rate.split('.')[1]?.length ?? 0;
  const step = 10n ** BigInt(4 - minorDigits(currency));
  const dividend = toUnits(buyAmount) * 10n ** BigInt(decimals);
  const minor = dividedHalfEven(dividend, BigInt(rate.replace('.', '')) * step);
  return fromUnits(minor * step, minorDigits(currency));
}

/** In 10^-13. */
function dollarPriceOf(currency: Currency, seed: number, second: number): bigint {
  const place = quoted.indexOf(currency);
  const drift = waves.reduce((sum, wave) => sum + heightOf(wave, [seed, place], second), 0n);
  return (perDollar.get(currency) ?? 0n) * (billion + (place === 0 ? 0n : drift));
}

/** A wave's height: linear between two crests that follow from the seed. */
function heightOf(
  { seconds, reach }: (typeof waves)[number],
  origin: readonly number[],
  second: number,
): bigint {
  const passed = second % seconds;
  const crest = Math.floor(second / seconds);
  const [from, to] = [crest, crest + 1].map((number) =>
    BigInt((mixSeeds(...origin, seconds, number) % (2 * reach + 1)) - reach),
  );
  return (from ?? 0n) + (((to ?? 0n) - (from ?? 0n)) * BigInt(passed)) / BigInt(seconds);
}

/** Up in one second and down in the next, further than the waves move in that time: no two seconds have the same price. */
function flutterOf({ sell, buy }: Pair, seed: number, second: number): bigint {
  const places = [quoted.indexOf(sell), quoted.indexOf(buy)].toSorted((a, b) => a - b);
  const width = BigInt(10_000 + (mixSeeds(seed, 8, ...places, second) % 30_000));
  const isUp = (second % 2 === 0) === sell < buy;
  return isUp ? width : -width;
}

/** No price of the table reaches a million, so that there always are decimals. */
function rounded(dividend: bigint, divisor: bigint): Rate {
  const least = 10n ** BigInt(significantDigits - 1);
  let decimals = 0;
  while (dividend * 10n ** BigInt(decimals) < least * divisor) decimals += 1;
  const units = dividedHalfEven(dividend * 10n ** BigInt(decimals), divisor);
  const digits = String(units).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
