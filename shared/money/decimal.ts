import { z } from 'zod';

import { JsonNumber } from '../exact-json.ts';

/** Decimal text: up to 14 digits before the point, up to 4 after it, no exponent. */
export type Decimal = string & { readonly __brand?: 'Decimal' };

/** Digits after the point that every amount of the desk can hold. */
const scaleDigits = 4;
const scale = 10n ** BigInt(scaleDigits);
const pattern = /^-?(0|[1-9]\d{0,13})(\.\d{1,4})?$/;

export function isDecimal(text: string): text is Decimal {
  return pattern.test(text);
}

/** Why a number's text cannot be kept exactly, in words; undefined when it can. */
export function decimalProblem(text: string): string | undefined {
  if (isDecimal(text)) return undefined;
  if (/[eE]/.test(text)) return `${text} is written with an exponent`;
  if (/^-?\d+\.\d{5,}$/.test(text)) return `${text} has more than 4 decimals`;
  if (/^-?\d{15,}(\.\d+)?$/.test(text)) return `${text} has more than 14 digits before the point`;
  return `${text} is not a decimal number`;
}

/** Integer units of 10^-4. Throws RangeError for text that is not a {@link Decimal}. */
export function toUnits(decimal: Decimal): bigint {
  if (!isDecimal(decimal)) throw new RangeError(decimalProblem(decimal));
  const negative = decimal.startsWith('-');
  const [whole = '0', fraction = ''] = (negative ? decimal.slice(1) : decimal).split('.');
  const units = BigInt(whole) * scale + BigInt(fraction.padEnd(scaleDigits, '0'));
  return negative ? -units : units;
}

/** Decimal text of integer units of 10^-4, with at least `digitsMin` digits after the point. */
export function fromUnits(units: bigint, digitsMin = 0): Decimal {
  const magnitude = (units < 0n ? -units : units).toString().padStart(scaleDigits + 1, '0');
  const whole = magnitude.slice(0, -scaleDigits);
  const fraction = magnitude.slice(-scaleDigits).replace(/0+$/, '').padEnd(digitsMin, '0');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * An exact JSON number on the wire, decimal text inside; one codec for both directions.
 * The client decodes what the sandbox encodes. The text stays as the bank wrote it, save that -0 loses its sign.
 */
export const DecimalNumber = z.codec(
  z.instanceof(JsonNumber, { error: 'must be a number' }),
  z.string().refine(isDecimal),
  {
    decode: (number, context) => {
      const problem = decimalProblem(number.source);
      if (problem === undefined) return number.source.replace(/^-(0(\.0+)?)$/, '$1');
      context.issues.push({ code: 'custom', message: problem, input: number.source });
      return z.NEVER;
    },
    encode: (decimal) => new JsonNumber(decimal),
  },
);

/** A whole, non-negative JSON number on the wire (counts and page numbers), a safe integer inside. */
export const CountNumber = z.codec(
  z.instanceof(JsonNumber, { error: 'must be a number' }),
  z.int().min(0),
  {
    decode: (number, context) => {
      const value = /^\d{1,15}$/.test(number.source) ? Number(number.source) : undefined;
      if (value !== undefined) return value;
      context.issues.push({
        code: 'custom',
        message: `${number.source} is not a whole number`,
        input: number.source,
      });
      return z.NEVER;
    },
    encode: (count) => new JsonNumber(String(count)),
  },
);
