import { z } from 'zod';

/** How calling the operation changes the world; decides retries, journalling and confirmation. */
export type Effect = 'read' | 'change' | 'money';

/** `specified`: the specification gives it in full. `assumed`: it only names it; path and shapes are ours. */
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
  /** May the window call it directly? Only reads without a cached copy are open. */
  readonly open: boolean;
};

export const operation = <const O extends Operation>(entry: O): O => entry;

/** Text that a bank may leave out or send as null; absent reads as empty. */
export const LooseText = z.codec(z.string().nullish(), z.string(), {
  decode: (value) => value ?? '',
  encode: (value) => value,
});

/** Text that the specification marks nullable; left out reads as null. */
export const NullableText = z.codec(z.string().nullish(), z.string().nullable(), {
  decode: (value) => value ?? null,
  encode: (value) => value,
});

/** A list of texts that a bank may leave out or send as null. */
export const LooseTexts = z.codec(z.array(z.string()).nullish(), z.array(z.string()), {
  decode: (value) => value ?? [],
  encode: (value) => value,
});

/** A flag that a bank may leave out or send as null; absent reads as false. */
export const LooseFlag = z.codec(z.boolean().nullish(), z.boolean(), {
  decode: (value) => value ?? false,
  encode: (value) => value,
});

/** A path parameter or an identifier: never empty, so that a path never loses a segment. */
export const Identifier = z.string().min(1).max(200);
