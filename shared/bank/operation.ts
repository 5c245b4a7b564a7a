import { z } from 'zod';

import { JsonNumber } from '../json/exact-json.ts';
import { currencyIn, isCurrency } from '../money/currencies.ts';
import { CountNumber, DecimalNumber } from '../money/decimal-schemas.ts';

/** How calling the operation changes the world; decides retries, journalling and confirmation. */
export type Effect = 'read' | 'change' | 'money';

/** `specified`: the specification defines it in full. `assumed`: it is only named there; path and shapes are ours. */
export type Origin = 'specified' | 'assumed';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

/** The parts of a request. Path and query values are text on the wire. */
export type OperationParts = {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** A file part, for `multipart` operations only. */
  readonly file?: FilePart;
};

export type FilePart = {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
};

/** One call that the bank offers, declared once: client, sandbox, contract tests and documents follow from it. */
export type Operation = {
  /** The specification's words, as a person reads them. */
  readonly title: string;
  readonly group: string;
  readonly method: Method;
  /** Below `{base_url}/platform`; `{name}` is a path parameter of the input. */
  readonly path: string;
  readonly encoding: 'json' | 'multipart';
  readonly input: z.ZodType;
  readonly output: z.ZodType;
  readonly effect: Effect;
  readonly origin: Origin;
  /** Names of ours that the bank file may give to extra fields of a row. Without the bank file they are not used. */
  readonly meanings?: readonly string[];
  /** Its answer is a file: JSON that holds its bytes, or the bytes themselves under their own type. */
  readonly answersFile?: true;
  /** The secret in its input, if any. Such an input is never an argument, and the bank's messages must not repeat it. */
  readonly secretInput?: 'password' | 'token';
};

export const operation = <const O extends Operation>(entry: O): O => entry;

/** A record or an answer of a bank. Fields beyond these are collected in `extras` (`Extras`). */
export const wireRecord = <S extends z.ZodRawShape>(fields: S) =>
  z.object({ ...fields, extras: z.string().optional() });

/** The values that a bank may send for a text: a number reads as its digits, a flag as its word. */
const wireText = z.union([z.string(), z.instanceof(JsonNumber), z.boolean()], {
  error: ({ input }) => (input === undefined ? 'is missing' : 'must be a text'),
});
type WireText = z.output<typeof wireText>;

const textOf = (value: WireText): string =>
  value instanceof JsonNumber ? value.source : String(value);

/** The bank's identifier of a record: never empty. One sent as a number reads as the text of its digits, however many. */
export const WireId = z.codec(
  z.union([z.string(), z.instanceof(JsonNumber)], {
    error: ({ input }) => (input === undefined ? 'is missing' : 'must be a text'),
  }),
  z
    .string()
    .min(1)
    .refine(
      (id) => id.isWellFormed(),
      'holds half a letter, so no file could distinguish it from another',
    ),
  { decode: textOf, encode: (value) => value },
);

/** Required text, normalised by `read`. */
export const wireEnum = (read: (text: string) => string) =>
  z.codec(wireText, z.string(), {
    decode: (value) => read(textOf(value)),
    encode: (value) => value,
  });

export const RequiredText = wireEnum((text) => text);

/** Text that a bank may leave out or send as null; absent reads as empty. */
export const LooseText = z.codec(wireText.nullish(), z.string(), {
  decode: (value) => textOf(value ?? ''),
  encode: (value) => value,
});

/** Text that the specification marks nullable; left out reads as null. */
export const NullableText = z.codec(wireText.nullish(), z.string().nullable(), {
  decode: (value) => (value === undefined || value === null ? null : textOf(value)),
  encode: (value) => value,
});

/** A list of texts that a bank may leave out or send as null. */
export const LooseTexts = z.codec(z.array(wireText).nullish(), z.array(z.string()), {
  decode: (value) => (value ?? []).map(textOf),
  encode: (value) => value,
});

/** A flag that a bank may leave out or send as null; absent reads as false. */
export const LooseFlag = z
  .codec(wireText.nullish(), z.boolean(), {
    decode: (value, context) => {
      const text = textOf(value ?? false).toLowerCase();
      if (text === 'true' || text === 'false') return text === 'true';
      context.issues.push({ code: 'custom', message: 'must be true or false', input: text });
      return z.NEVER;
    },
    encode: (value) => value,
  })
  .meta({ words: ['true', 'false'] });

/** A path parameter or an identifier: never empty, so that a path never loses a segment. */
export const Identifier = z
  .string()
  .min(1, 'must not be empty')
  .max(200, 'must not be longer than 200 characters');

const fieldsMax = 50;

/** Texts under names that are not ours, such as a bank's names for the parts of an address. */
export const namedTexts = (value: z.ZodString) =>
  z
    .record(z.string().max(100), value)
    .refine(
      (texts) => Object.keys(texts).length <= fieldsMax,
      `must have at most ${String(fieldsMax)} fields`,
    );

/** A change that names no field would ask the bank for nothing, and its answer could show nothing. */
export const namesSomething = (change: object): boolean =>
  Object.values(change).some((value) => value !== undefined);
export const nothingToChange = 'names nothing to change';

/** A moment that a bank may leave out or send as null. */
export const LooseTimestamp = z.codec(wireText.nullish(), z.string().nullable(), {
  decode: (value) => (value === undefined || value === null ? null : textOf(value) || null),
  encode: (value) => value,
});

/** A list of records that a bank may send as null, or leave out, where it has none. */
export const looseList = <R extends z.ZodType>(row: R) =>
  z.codec(z.array(z.unknown()).nullish(), z.array(row), {
    decode: (value) => (value ?? []) as z.input<R>[],
    encode: (value) => value,
  });

/** The page of a list, in the form of the specification's statement (section 2). */
export const pageOf = <R extends z.ZodType>(row: R) =>
  z.object({
    data: looseList(row),
    page: CountNumber,
    pageSize: CountNumber,
    totalItems: CountNumber,
    totalPages: CountNumber,
  });

/** The page figures of a list that the catalogue does not page; each is optional. */
export const ListPaging = z.object({
  page: CountNumber.nullish(),
  pageSize: CountNumber.nullish(),
  totalItems: CountNumber.nullish(),
  totalPages: CountNumber.nullish(),
  hasMore: z.boolean().nullish(),
});
export type ListPaging = z.output<typeof ListPaging>;

/** The query of a paged list of ours. */
export const PageQuery = z.object({
  pageNumber: z.string().optional(),
  pageSize: z.string().optional(),
});

/**
 * Any currency text of a bank. Absent reads as empty, and small letters as capitals. Whether the currency is known is checked
 * where an amount is entered, so an unknown currency does not stop the rest from being read.
 */
export const WireCurrency = z.codec(
  wireText.nullish(),
  z.string().max(40, 'must not be longer than 40 characters'),
  { decode: (value) => currencyIn(textOf(value ?? '')), encode: (value) => value },
);

/** A currency code as it is sent to a bank. */
export const CurrencyCode = z
  .string()
  .refine((code) => code.length === 3 || isCurrency(code), 'must be a 3-letter currency code');

/** Our reference of a change, echoed by the bank: at most 35 characters, as payment messages allow. */
export const Reference = z
  .string()
  .regex(/^[\w/.:+-]{1,35}$/, 'must be 1 to 35 letters, digits or / . : + - _');

/** An amount to be moved: above zero. */
export const PositiveNumber = DecimalNumber.refine(
  (text) => /[1-9]/.test(text),
  'must be above zero',
).refine((text) => !text.startsWith('-'), 'must be above zero');
