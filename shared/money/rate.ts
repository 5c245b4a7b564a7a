import { z } from 'zod';

import { JsonNumber } from '../json/exact-json.ts';
import { shownDigits, type Currency } from './currencies.ts';
import { sourceOf, wireFigure } from './decimal-schemas.ts';
import { fromUnits, toUnits, type Decimal } from './decimal.ts';
import { plainNumber } from './plain-number.ts';

/** A price of one currency in another, as decimal text: up to 10 digits before the point, up to 12 after it, above zero. */
export type Rate = string & { readonly __brand?: 'Rate' };

const pattern = /^(0|[1-9]\d{0,9})(\.\d{1,12})?$/;
const scaleDigits = 12;
/** One, in the units in which a rate is calculated. */
const one = 10n ** BigInt(scaleDigits);

export const isRate = (text: string): text is Rate => pattern.test(text) && unitsOf(text) > 0n;

function unitsOf(rate: string): bigint {
  const [whole = '0', fraction = ''] = rate.split('.');
  return BigInt(whole) * one + BigInt(fraction.padEnd(scaleDigits, '0'));
}

/** A rate as a bank sends it, a JSON number or the text of one, with any exponent expanded exactly; written back as a number. */
export const RateNumber = z.codec(wireFigure, z.string().refine(isRate), {
  decode: (value, context) => {
    const source = sourceOf(value);
    const plain = plainNumber(source) ?? source;
    if (isRate(plain)) return plain;
    context.issues.push({
      code: 'custom',
      message: `${source} is not a rate that can be stored exactly`,
      input: source,
    });
    return z.NEVER;
  },
  encode: (rate) => new JsonNumber(rate),
});

/** The inverse rate, to 12 digits after the point, rounded half to even. Throws RangeError for text that is no {@link Rate}. */
export function inverseOf(rate: Rate): Rate {
  return textOf(dividedHalfEven(one * one, checked(rate)));
}

/**
 * An amount at a rate, in the minor unit of the other currency or as far as an amount can represent it, rounded half to even. Indicative:
 * the bank's own figure is decisive. Throws RangeError for text that is no {@link Rate}.
 */
export function atRate(amount: Decimal, rate: Rate, currency: Currency): Decimal {
  const digits = shownDigits(currency);
  const step = 10n ** BigInt(4 - digits);
  const minor = dividedHalfEven(toUnits(amount) * checked(rate), one * step);
  return fromUnits(minor * step, digits);
}

/** A factor and a divisor of an amount: exact, where an inverse rate is not. */
export type Ratio = { readonly times: bigint; readonly by: bigint };

/** Throws RangeError for text that is no {@link Rate}. */
export const rateUnits = (rate: Rate): bigint => checked(rate);

/** Throws RangeError for text that is no {@link Rate}. */
export const ratio = (rate: Rate, direction: 'straight' | 'inverse' = 'straight'): Ratio =>
  direction === 'straight' ? { times: checked(rate), by: one } : { times: one, by: checked(rate) };

/** As a person reads it: to 12 digits after the point, rounded half to even. */
export const rateOfRatio = ({ times, by }: Ratio): Rate => textOf(dividedHalfEven(times * one, by));

/** An amount, of either sign, by a ratio: in the minor unit of the other currency, rounded half to even, once. */
export function byRatio(amount: Decimal, { times, by }: Ratio, currency: Currency): Decimal {
  const digits = shownDigits(currency);
  const step = 10n ** BigInt(4 - digits);
  const units = toUnits(amount);
  const minor = dividedHalfEven((units < 0n ? -units : units) * times, by * step);
  return fromUnits((units < 0n ? -minor : minor) * step, digits);
}

function checked(rate: Rate): bigint {
  if (!isRate(rate)) throw new RangeError(`${String(rate)} is not a rate`);
  return unitsOf(rate);
}

function textOf(units: bigint): Rate {
  const digits = units.toString().padStart(scaleDigits + 1, '0');
  const fraction = digits.slice(-scaleDigits).replace(/0+$/, '');
  return `${digits.slice(0, -scaleDigits)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** A quotient of two whole numbers above zero, rounded half to even. */
export function dividedHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const twice = (dividend % divisor) * 2n;
  if (twice < divisor) return quotient;
  if (twice > divisor) return quotient + 1n;
  return quotient + (quotient % 2n);
}
