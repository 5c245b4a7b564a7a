import { z } from 'zod';

import { JsonNumber } from '../json/exact-json.ts';
import { plainNumber } from './plain-number.ts';

/** Decimal text: up to 14 digits before the point, up to 4 after it, no exponent. */
export type Decimal = string & { readonly __brand?: 'Decimal' };

/** Digits after the point that every amount of the desk can hold. */
const scaleDigits = 4;
const pattern = /^-?(0|[1-9]\d{0,13})(\.\d{1,4})?$/;

export function isDecimal(text: string): text is Decimal {
  return pattern.test(text);
}

/** Why a number's text cannot be kept exactly, in words; undefined when it can. */
export function decimalProblem(text: string): string | undefined {
  if (isDecimal(text)) return undefined;
  if (/^-?\d[\d.]*[eE]/.test(text)) return `${text} is written with an exponent`;
  if (/^-?\d+\.\d{5,}$/.test(text)) return `${text} has more than 4 decimals`;
  if (/^-?\d{15,}(\.\d+)?$/.test(text)) return `${text} has more than 14 digits before the point`;
  return `${text} is not a decimal number`;
}

/** Integer units of 10^-4. Throws RangeError for text that is not a {@link Decimal}. */
export function toUnits(decimal: Decimal): bigint {
  if (!isDecimal(decimal)) throw new RangeError(decimalProblem(decimal));
  return unitsOf(decimal);
}

/** The digits with the point taken out are the units, once there are four of them behind it. */
function unitsOf(decimal: Decimal): bigint {
  const point = decimal.indexOf('.');
  if (point < 0) return BigInt(`${decimal}0000`);
  const fraction = decimal.slice(point + 1);
  return BigInt(decimal.slice(0, point) + fraction.padEnd(scaleDigits, '0'));
}

/** Decimal text of integer units of 10^-4, with at least `digitsMin` digits after the point. */
export const fromUnits = (units: bigint, digitsMin = 0): Decimal =>
  fromUnitsText(units.toString(), digitsMin);

/** The same of the units' own digits, as a database returns them: no number is made of them. */
export function fromUnitsText(units: string, digitsMin: number): Decimal {
  const isNegative = units.startsWith('-');
  const magnitude = (isNegative ? units.slice(1) : units).padStart(scaleDigits + 1, '0');
  const point = magnitude.length - scaleDigits;
  let end = magnitude.length;
  while (end > point && end > point + digitsMin && magnitude.endsWith('0', end)) end -= 1;
  const fraction = magnitude.slice(point, end).padEnd(digitsMin, '0');
  return `${isNegative ? '-' : ''}${magnitude.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Why a text is no amount as a machine writes it: one amount has one text. */
export const plainFigureWords =
  'must be plain digits with a point before the decimals, and nothing else: 1250.10';

/** An amount as a machine writes it: no grouping, no blanks, no sign but a minus, no exponent, no leading zeros. */
export const DecimalText = z.string().refine(isDecimal, plainFigureWords);

/**
 * An exact JSON number on the wire, decimal text inside: how every amount is sent. The text stays as it was written, save that -0
 * loses its sign.
 */
export const DecimalNumber = z.codec(
  z.instanceof(JsonNumber, { error: 'must be a number' }),
  DecimalText,
  {
    decode: (number, context) => {
      const problem = decimalProblem(number.source);
      if (problem === undefined) return withoutMinusZero(number.source);
      context.issues.push({ code: 'custom', message: problem, input: number.source });
      return z.NEVER;
    },
    encode: (decimal) => new JsonNumber(decimal),
  },
);

const withoutMinusZero = (decimal: Decimal): Decimal => decimal.replace(/^-(0(\.0+)?)$/, '$1');

/** What a bank may write for a figure: a JSON number, or its text. */
export const wireFigure = z.union([z.instanceof(JsonNumber), z.string()], {
  error: ({ input }) => (input === undefined ? 'is missing' : 'must be a number'),
});

export const sourceOf = (figure: JsonNumber | string): string =>
  typeof figure === 'string' ? figure : figure.source;

/**
 * An amount as a bank sends it: a JSON number or the text of one, an exponent followed exactly. What cannot be held exactly is
 * refused, with the text that the bank wrote. What is sent is a {@link DecimalNumber}.
 */
export const WireDecimal = z.codec(wireFigure, z.string().refine(isDecimal), {
  decode: (value, context) => {
    const source = sourceOf(value);
    // Zeros behind the last place that can be held say nothing.
    const plain = plainNumber(source)?.replace(/(\.\d{4})0+$/, '$1') ?? source;
    const problem = decimalProblem(plain);
    if (problem === undefined) return withoutMinusZero(plain);
    const written = plain === source ? problem : `${source}: ${problem}`;
    context.issues.push({ code: 'custom', message: written, input: source });
    return z.NEVER;
  },
  encode: (decimal) => new JsonNumber(decimal),
});

/** The same where a bank may send none: left out, null or an empty text. */
export const LooseDecimal = z.codec(wireFigure.nullish(), z.string().refine(isDecimal).nullish(), {
  decode: (value, context) => {
    if (value === undefined || value === null || value === '') return null;
    const read = WireDecimal.safeDecode(value);
    if (read.success) return read.data;
    for (const { message } of read.error.issues)
      context.issues.push({ code: 'custom', message, input: sourceOf(value) });
    return z.NEVER;
  },
  encode: (decimal) => (decimal === undefined || decimal === null ? null : new JsonNumber(decimal)),
});

/** The same in a list of records: a number that cannot be held exactly is null, as one that the bank leaves out. */
export const ListedDecimal = z.codec(wireFigure.nullish(), z.string().refine(isDecimal).nullish(), {
  decode: (given, context) => {
    const read = LooseDecimal.safeDecode(given);
    if (read.success) return read.data;
    if (plainNumber(sourceOf(given ?? '')) !== null) return null;
    for (const { message } of read.error.issues)
      context.issues.push({ code: 'custom', message, input: given });
    return z.NEVER;
  },
  encode: (decimal) => (decimal === undefined || decimal === null ? null : new JsonNumber(decimal)),
});

/** A whole, non-negative number on the wire (counts and page numbers), as a number or its text; a safe integer inside. */
export const CountNumber = z.codec(wireFigure, z.int().min(0), {
  decode: (value, context) => {
    const source = sourceOf(value);
    const whole = plainNumber(source)?.replace(/\.0+$/, '') ?? '';
    if (/^\d{1,15}$/.test(whole)) return Number(whole);
    context.issues.push({
      code: 'custom',
      message: `${source} is not a whole number`,
      input: source,
    });
    return z.NEVER;
  },
  encode: (count) => new JsonNumber(String(count)),
});
