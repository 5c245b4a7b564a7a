import { z } from 'zod';

import { JsonNumber } from '../json/exact-json.ts';
import { decimalProblem, isDecimal, plainFigureWords, type Decimal } from './decimal.ts';
import { plainNumber } from './plain-number.ts';

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
 * An amount as a bank sends it: a JSON number or the text of one, with any exponent expanded exactly. What is not exactly representable is
 * refused, with the text that the bank wrote. What is sent is a {@link DecimalNumber}.
 */
export const WireDecimal = z.codec(wireFigure, z.string().refine(isDecimal), {
  decode: (value, context) => {
    const source = sourceOf(value);
    // Zeros after the last representable place carry no value.
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

/** The same in a list of records: a number that is not exactly representable is null, as one that the bank leaves out. */
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
