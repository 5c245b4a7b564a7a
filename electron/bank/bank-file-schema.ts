import { z } from 'zod';

import { isOperationName } from '../../shared/bank/catalogue.ts';
import { limits } from '../../shared/limits.ts';
import { AskedFieldsShape } from './asked-fields-shape.ts';
import { checkBaseUrl } from './base-url.ts';
import { datePairs, pagingPairs } from './dialect.ts';
import { nearest } from './nearest.ts';
import { pointerProblem } from './pointer.ts';
import { templateNames, templateProblem, type Template } from './template.ts';
import { ValueMapsShape } from './value-maps.ts';

/** A strict object that tells an unknown field with the nearest known one. */
const strict = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? unknownFields((issue as { keys?: string[] }).keys ?? [], Object.keys(shape))
        : undefined,
  });

function unknownFields(keys: readonly string[], known: readonly string[]): string {
  const [key = ''] = keys;
  const close = nearest(key, known);
  const fix = close ? `write “${close}”, or remove it` : `remove it; known are ${known.join(', ')}`;
  return `“${key}” is not a field here: ${fix}`;
}

/** A text refused by a reason that names the fix. */
const checked = (problemOf: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const problem = problemOf(text);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  });

const Pointer = checked(pointerProblem);
const Name = checked((text) =>
  text.trim() === '' || text.length > 100 ? 'must be a name of 1 to 100 letters' : undefined,
);
const HeaderName = checked((text) =>
  /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(text) && !reservedHeaders.has(text.toLowerCase())
    ? undefined
    : 'must be the name of a header, such as authorization',
);
const reservedHeaders = new Set(
  'host content-length content-type content-encoding transfer-encoding connection accept accept-encoding x-correlation-id expect upgrade te cookie keep-alive proxy-connection trailer via'.split(
    ' ',
  ),
);
const Scheme = checked((text) =>
  /^[A-Za-z0-9._-]{0,50}$/.test(text) ? undefined : 'must be one word, such as Bearer, or empty',
);
const TemplateText = checked(templateProblem);
const TemplateValue: z.ZodType<Template> = z.lazy(() =>
  z.union(
    [
      TemplateText,
      z.number(),
      z.boolean(),
      z.null(),
      z.array(TemplateValue),
      z.record(z.string(), TemplateValue),
    ],
    { error: (issue) => templateTreeProblem(issue.input) },
  ),
);

/** The first problem of any text in the tree, since a union tells only that nothing fits. */
function templateTreeProblem(input: unknown): string {
  if (typeof input === 'string') return templateProblem(input) ?? 'cannot be filled';
  if (typeof input !== 'object' || input === null) return 'must be JSON';
  for (const part of Object.values(input)) {
    const problem = templateTreeProblem(part);
    if (problem !== 'must be JSON') return problem;
  }
  return 'must be JSON';
}

/** A segment `..` or an empty one would move the path elsewhere. */
function pathProblem(path: string): string | undefined {
  if (!path.startsWith('/')) return 'must start with a slash';
  if (/[\s\\?#\p{Cc}]/u.test(path)) return 'must be a path only: no blanks, “?”, “#” or “\\”';
  const segments = path.slice(1).split('/');
  if (segments.some((segment) => /^(|\.|\.\.|%2e|%2e%2e|\.%2e|%2e\.)$/i.test(segment)))
    return 'must not hold empty segments, “.” or “..”';
  if (path.startsWith('/platform/')) return 'must start after /platform, which the desk adds';
  if (templateNames(path).some((name) => path.includes(`{${name}:number}`)))
    return 'must write path parameters as {name}';
  return templateProblem(path);
}

const OperationOverride = strict({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  path: checked(pathProblem).optional(),
  query: z.record(z.string().min(1), TemplateText).optional(),
  request: z.record(z.string().min(1), TemplateValue).optional(),
  response: z.record(z.string().min(1), Pointer).optional(),
  items: Pointer.optional(),
  fields: AskedFieldsShape.optional(),
  values: ValueMapsShape.optional(),
});
export type OperationOverride = z.output<typeof OperationOverride>;

/** What the sandbox answers; a bank that is left out of the file's pointers is taken to answer the same. */
export const ownTokenPointers = {
  token: '/data/accessToken',
  refreshToken: '/data/refreshToken',
  expiresIn: '/data/expiresIn',
};

const Auth = strict({
  operation: checked((name) =>
    isOperationName(name) ? undefined : 'must be the name of an operation, such as getToken',
  ).default('getToken'),
  request: z
    .record(z.string().min(1), TemplateValue)
    .default({ username: '{username}', password: '{password}' }),
  token: Pointer.optional(),
  refreshToken: Pointer.nullish(),
  expiresIn: Pointer.nullish(),
  header: HeaderName.default('authorization'),
  scheme: Scheme.default('Bearer'),
}).transform(({ token, refreshToken, expiresIn, ...rest }) => {
  // Whoever names the token's place has an answer of their own: what they leave out is not in it.
  const assumed = token === undefined ? ownTokenPointers : { refreshToken: null, expiresIn: null };
  return {
    ...rest,
    token: token ?? ownTokenPointers.token,
    refreshToken: refreshToken === undefined ? assumed.refreshToken : refreshToken,
    expiresIn: expiresIn === undefined ? assumed.expiresIn : expiresIn,
  };
});

const pair = <P extends readonly (readonly [string, string])[]>(pairs: P) =>
  z.custom<P[number]>(
    (value) => Array.isArray(value) && pairs.some((known) => known.join() === value.join()),
    { error: `must be one of ${pairs.map((known) => JSON.stringify(known)).join(', ')}` },
  );

const StatementSetting = z.union(
  [
    z.literal('auto'),
    strict({
      dates: pair(datePairs),
      paging: pair(pagingPairs),
      pageUnit: z.enum(['page', 'item']).default('page'),
      firstPage: z.union([z.literal(0), z.literal(1)], { error: 'must be 0 or 1' }).default(1),
      pageSizeMax: z.int().min(1).max(10_000).default(limits.pageSizeDefault),
    }),
  ],
  {
    error: ({ input }) =>
      typeof input === 'object' && input !== null && !Array.isArray(input)
        ? undefined
        : 'must be "auto" or a record with dates and paging',
  },
);

const statusWordsMax = 100;
const StatusWordList = z
  .array(
    checked((text) =>
      /[\p{L}\p{N}]/u.test(text) && text.length <= 100
        ? undefined
        : 'must be a word of the bank’s for a state, such as "REJECTED"',
    ),
  )
  .max(statusWordsMax)
  .default([]);

const StatusWordLists = strict({
  failed: StatusWordList,
  rejected: StatusWordList,
  done: StatusWordList,
});

const mimePattern = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/;

const Limits = strict({
  requestsPerSecond: z.number().positive().max(10_000).default(limits.requestsPerSecondDefault),
  uploadBytes: z.int().min(1).max(limits.uploadBytesMax).default(limits.uploadBytesDefault),
  uploadTypes: z
    .array(
      z.string().regex(mimePattern, 'must be a media type in small letters, like application/pdf'),
    )
    .min(1)
    .default(['application/pdf', 'image/jpeg', 'image/png']),
});

/** The bank file of the contract, field by field; what needs the catalogue is checked in `bank-file-checks.ts`. */
export const BankFileShape = strict({
  name: Name,
  environment: z.enum(['sandbox', 'uat', 'production']),
  baseUrl: z.string().transform((text, context) => {
    const url = checkBaseUrl(text);
    if (url.ok) return url.value;
    context.issues.push({ code: 'custom', message: url.error, input: '' });
    return z.NEVER;
  }),
  auth: Auth.prefault({}),
  statement: StatementSetting.default('auto'),
  errorMessage: z.array(Pointer).default(['/message', '/error/message', '/error']),
  statusWords: StatusWordLists.prefault({}),
  values: ValueMapsShape.default({}),
  idempotency: strict({ header: HeaderName }).nullable().default(null),
  operations: z.record(z.string(), OperationOverride).default({}),
  limits: Limits.prefault({}),
});
