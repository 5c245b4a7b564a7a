import { z } from 'zod';

import { usualDocumentTypes } from '../../../../shared/document-types.ts';
import { limits } from '../../../../shared/limits.ts';
import { RequiredFieldsShape } from './required-fields-schema.ts';
import { Auth } from './auth-schema.ts';
import {
  checked,
  HeaderName,
  Pointer,
  strict,
  TemplateText,
  TemplateValue,
} from './bank-file-parts.ts';
import { checkBaseUrl } from './base-url.ts';
import { CalendarsShape, CutOffsShape } from './calendar-schema.ts';
import { isTimeZone } from '../time/local-time.ts';
import { datePairs, pagingPairs } from './dialect.ts';
import { templateNames, templateProblem } from './template.ts';
import { ValueMapsShape } from './value-maps.ts';

const Name = checked((text) =>
  text.trim() === '' || text.length > 100 ? 'must be a name of 1 to 100 letters' : undefined,
);

/** Refuses empty and `..` segments, which would lead to another path. */
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
  fields: RequiredFieldsShape.optional(),
  values: ValueMapsShape.optional(),
});
export type OperationOverride = z.output<typeof OperationOverride>;

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
const StatusTermList = z
  .array(
    checked((text) =>
      /[\p{L}\p{N}]/u.test(text) && text.length <= 100
        ? undefined
        : 'must be a word of the bank’s for a state, such as "REJECTED"',
    ),
  )
  .max(statusWordsMax)
  .default([]);

const StatusTermLists = strict({
  failed: StatusTermList,
  rejected: StatusTermList,
  done: StatusTermList,
});

const mimePattern = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*$/;

const Limits = strict({
  requestsPerSecond: z.number().positive().max(10_000).default(limits.requestsPerSecondDefault),
  paymentsAtOnce: z.int().min(1).max(limits.paymentsAtOnceMax).default(limits.paymentsAtOnceMax),
  uploadBytes: z.int().min(1).max(limits.uploadBytesMax).default(limits.uploadBytesDefault),
  uploadTypes: z
    .array(
      z.string().regex(mimePattern, 'must be a media type in small letters, like application/pdf'),
    )
    .min(1)
    .default(['application/pdf', 'image/jpeg', 'image/png']),
});

const DocumentTypes = z
  .array(
    strict({
      type: z.string().trim().min(1).max(100),
      needs: z.array(z.enum(['issueDate', 'expiryDate'])).default([]),
    }),
  )
  .min(1)
  .max(40)
  .refine(
    (types) => new Set(types.map(({ type }) => type)).size === types.length,
    'must not name a type twice',
  );

/** The schema of a bank file. Checks that need the catalogue are in `bank-file-checks.ts`. */
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
  statusWords: StatusTermLists.prefault({}),
  values: ValueMapsShape.default({}),
  timeZone: checked((text) =>
    isTimeZone(text)
      ? undefined
      : 'must be the name of a time zone, such as "Europe/Berlin", or "UTC"',
  )
    .nullable()
    .default(null),
  currencies: z.record(z.string(), z.int().min(0).max(18)).default({}),
  cutOffs: CutOffsShape,
  calendars: CalendarsShape.prefault({}),
  idempotency: strict({ header: HeaderName }).nullable().default(null),
  operations: z.record(z.string(), OperationOverride).default({}),
  limits: Limits.prefault({}),
  documentTypes: DocumentTypes.default(() =>
    usualDocumentTypes.map(({ type, needs }) => ({ type, needs: [...needs] })),
  ),
});
