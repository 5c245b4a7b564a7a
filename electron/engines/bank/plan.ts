import { catalogue, isOperationName, type OperationName } from '../../../shared/bank/catalogue.ts';
import type { FilePart, Operation, OperationParts } from '../../../shared/bank/operation.ts';
import {
  appError,
  fail,
  type AppError,
  type ErrorCode,
  type Outcome,
} from '../../../shared/errors.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { Context } from '../machine/context.ts';
import { addressOf } from './mapping/address.ts';
import { readResponse } from './mapping/response-mapping.ts';
import { isConfirmed, isForTestsOnly, type BankFile } from './file/bank-file.ts';
import type { OperationOverride } from './file/bank-file-schema.ts';
import { signsInByCall } from './session/credential-fields.ts';
import { fixedHeaders } from './session/auth-headers.ts';
import { basicSecrets } from './json/redaction.ts';
import { subjectOf } from './call-record.ts';
import type { RequestKind } from './transport/faults.ts';
import { answersGrant, mapGrant } from './session/grant-response.ts';
import { requestParts, type Problems, type WireParts } from './mapping/mapping.ts';
import { multipartBody } from './transport/multipart.ts';
import { aboutAnother } from './mapping/own-record.ts';
import { isRecord } from './json/pointer.ts';
import { noNames, sentNames, type SentNames } from './mapping/sent-names.ts';
import type { Redact } from './mapping/extra-fields.ts';
import { signInRequest, type SignInRequest } from './session/sign-in-request.ts';
import { mapResponse } from './mapping/map-response.ts';
import { failureStatus } from './mapping/failure-status.ts';
import { conflictingFields, withEnvelope } from './mapping/conflicting-fields.ts';
import { fillTemplate } from './file/template.ts';

/** The context of a call; a change is known at the bank by its idempotency key, else by its correlation id. */
export type CallContext = Context & {
  readonly idempotencyKey?: string;
  /** Called after every wait, right before the first byte leaves. False ends the call as `cancelled` with nothing sent. */
  readonly mayLeave?: () => boolean;
};

/**
 * Takes ownership of the bytes of a success, together with the session's secrets that occur in them. Returns the result, or a short
 * phrase why the bytes cannot be read, as {@link readAnswer} does. The call rethrows what it throws.
 */
export type TakeBytes<T> = (
  bytes: Uint8Array,
  secrets: readonly string[],
) => Promise<Result<T, string>>;

/** A request ready to be sent, and how its answer is read. */
export type Plan = {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Creates the body for each sending; calls `again` each time the connection has taken a piece. */
  readonly body: (again: () => void) => string | Iterable<Uint8Array> | null;
  readonly kind: RequestKind;
  readonly retries: boolean;
  readonly authorized: boolean;
  /** A 401 answers the request itself, not its token: the request is not sent again with a new token. */
  readonly once: boolean;
  /** The error code that replaces `outcome.unknown`. */
  readonly doubt: ErrorCode | null;
  /** Texts of the request that are removed from the bank's messages. */
  readonly secrets: readonly string[];
  readonly upload: boolean;
  /** A success may be the file itself instead of JSON that holds it. */
  readonly takesFile: boolean;
  readonly context: CallContext;
  readonly subject: string;
  /** Added to a 404 or 405: the path may be our guess or the file's mistake. */
  readonly hint: string;
  /** Receives the raw bytes of a success instead of the functions below; null where the client decodes them. */
  readonly take: TakeBytes<unknown> | null;
  /** Maps an answer into the catalogue's shape. Extras that `redact` finds secret are dropped. */
  readonly map: (answer: unknown, redact: Redact) => unknown;
  /** Why a readable answer is not credible: it contradicts itself or is about another record. Null where it is credible. */
  readonly doubtIn: (bytes: Uint8Array, answer: unknown) => string | null;
  /** The status by which a success reports a failure; null where it reports none. */
  readonly failureIn: (answer: unknown) => string | null;
  /** The request carries a reference by which the bank may recognise a repeat. */
  readonly hasReference: boolean;
  /** The names that the bank may use for the fields that are sent. */
  readonly names: SentNames;
};

export type UploadPart = { readonly file: FilePart; readonly onSent: (bytes: number) => void };

type Ask = {
  readonly bankFile: BankFile;
  readonly operation: string;
  readonly context: CallContext;
};

/** Plans a call of the catalogue. Fails before anything is sent: closed operation, or a mistake in the input. */
export function planCall(ask: Ask, input: unknown, upload?: UploadPart): Outcome<Plan> {
  const { bankFile, operation, context } = ask;
  if (!isOperationName(operation) || !isConfirmed(bankFile, operation)) return closed(ask);
  const entry: Operation = catalogue[operation];
  const override = bankFile.operations[operation];
  const isSignIn = operation === bankFile.auth.operation && signsInByCall(bankFile.auth);
  const written = isSignIn
    ? writtenSignIn(bankFile, input)
    : writtenRequest(entry, { override, input, upload });
  if (!written.ok) return invalid(ask, written.error);
  const { parts, content } = written.value;
  const url = addressOf(bankFile.baseUrl, override?.path ?? entry.path, parts);
  if (!url.ok) return invalid(ask, url.error);
  const method = override?.method ?? entry.method;
  const kind = requestKind(operation);
  const isReset = operation === 'resetPassword';
  const given = input as OperationParts;
  const key = isReset ? {} : keyOf(ask, kind);
  return ok({
    operation,
    method,
    url: url.value,
    headers: {
      ...(entry.answersFile ? anyType : {}),
      ...content.headers,
      ...key,
    },
    body: content.body,
    kind,
    retries: entry.effect === 'read' && method === 'GET',
    authorized: !isSignIn && operation !== 'refreshToken',
    once: isReset,
    doubt: isReset ? 'session.password-unsure' : null,
    secrets: entry.secretInput === undefined ? [] : secretsIn(written.value),
    upload: entry.encoding === 'multipart',
    takesFile: entry.answersFile ?? false,
    context,
    subject: subjectOf(given),
    hint: entry.origin === 'assumed' ? pathHint(operation) : '',
    take: null,
    map: (answer, redact) => {
      if (answersGrant(operation) && !override?.response) return mapGrant(bankFile, answer);
      const received = { path: given.path, answer, redact };
      const mapped = readResponse(
        entry,
        { override, ...{ values: bankFile.values, timeZone: bankFile.timeZone } },
        received,
      );
      return kind === 'change'
        ? withEnvelope(entry, bankFile.statusWords, { answer, mapped })
        : mapped;
    },
    doubtIn: (bytes, answer) =>
      kind === 'change'
        ? (conflictingFields(entry, override, { bytes, answer }) ??
          aboutAnother(entry, given.path, answer))
        : null,
    failureIn: (answer) =>
      kind === 'change' ? failureStatus(entry, answer, bankFile.statusWords) : null,
    hasReference: Object.keys(key).length > 0 || referenceNames.some((name) => hasIn(given, name)),
    names: entry.secretInput === undefined ? sentNames(given, override) : noNames,
  });
}

const referenceNames = ['reference', 'uniqueRequestId'];
const hasIn = ({ body }: OperationParts, name: string): boolean =>
  isRecord(body) && body[name] !== undefined;

type Written = { readonly parts: WireParts; readonly content: Content };

/** Writes the sign-in's headers and body as the bank file defines them. */
function writtenSignIn({ auth, operations }: BankFile, input: unknown): Result<Written, Problems> {
  const { body } = input as OperationParts;
  const given = isRecord(body) ? body : {};
  const fixed = fixedHeaders(auth, given);
  const request = fixed.ok ? signInRequest(auth, given) : fixed;
  if (!fixed.ok || !request.ok) return err(named('body', request.ok ? {} : request.error));
  const { headers, text } = request.value;
  return ok({
    parts: { path: {}, query: fixedQuery(operations, auth.operation), body: given },
    content: { headers: { ...fixed.value, ...headers }, body: () => text },
  });
}

type Given = {
  readonly override: OperationOverride | undefined;
  readonly input: unknown;
  readonly upload: UploadPart | undefined;
};

function writtenRequest(
  entry: Operation,
  { override, input, upload }: Given,
): Result<Written, Problems> {
  const parts = requestParts(entry, override, input);
  if (!parts.ok) return parts;
  const content = contentOf(entry, parts.value, upload);
  return content.ok ? ok({ parts: parts.value, content: content.value }) : content;
}

const secretsIn = ({ parts, content }: Written): string[] => [
  ...textsIn(parts.body),
  ...basicSecrets(content.headers['authorization']),
];

const named = (part: string, problems: Problems): Problems =>
  Object.fromEntries(Object.entries(problems).map(([name, why]) => [`${part}.${name}`, why]));

/** The bank file's fixed query for an address of the session; never a credential, since addresses are written into logs. */
const fixedQuery = (
  operations: BankFile['operations'],
  operation: string,
): readonly (readonly [string, string])[] => Object.entries(operations[operation]?.query ?? {});

/** Counts authentication as a read, since a lost sign-in changes nothing that matters. A password reset is a change. */
export function requestKind(operation: OperationName): RequestKind {
  const { effect, group } = catalogue[operation];
  if (effect === 'read') return 'read';
  return group === 'Authentication' && operation !== 'resetPassword' ? 'read' : 'change';
}

/** Returns every text of a body, at any depth. */
const textsIn = (body: unknown): string[] => {
  if (typeof body === 'string') return [body];
  if (typeof body !== 'object' || body === null) return [];
  return Object.values(body).flatMap(textsIn);
};

/** What the session sends: a sign-in that is already written, or a body that the bank file's template rewrites. */
type Sent = SignInRequest | { readonly body: unknown };

/** Plans an operation of the session. The caller supplies its content and headers. */
export function planSession(
  ask: Ask,
  sent: Sent,
  headers: Readonly<Record<string, string>>,
): Outcome<Plan> {
  const { bankFile, operation, context } = ask;
  if (!isConfirmed(bankFile, operation)) return closed(ask);
  const entry: Operation | undefined = isOperationName(operation)
    ? catalogue[operation]
    : undefined;
  const override = bankFile.operations[operation];
  const path = override?.path ?? entry?.path;
  const method = override?.method ?? entry?.method;
  if (path === undefined || method === undefined) return closed(ask);
  const query = fixedQuery(bankFile.operations, operation);
  const url = addressOf(bankFile.baseUrl, path, { path: {}, query });
  if (!url.ok) return invalid(ask, url.error);
  const content = 'text' in sent ? sent : jsonOf(rewritten(override, sent.body));
  return ok({
    operation,
    method,
    url: url.value,
    headers: { ...headers, ...content.headers },
    body: () => content.text,
    kind: 'read',
    retries: false,
    authorized: false,
    once: false,
    doubt: null,
    secrets: [],
    upload: false,
    takesFile: false,
    context,
    subject: '',
    hint: pathHint(operation),
    take: null,
    map: (answer, redact) => (entry ? mapResponse(entry, override, answer, redact) : answer),
    doubtIn: () => null,
    failureIn: () => null,
    hasReference: false,
    names: noNames,
  });
}

const anyType = { accept: 'application/json, */*;q=0.9' };

const jsonType = { 'content-type': 'application/json' };

const jsonOf = (body: unknown) => ({
  headers: body === undefined ? {} : jsonType,
  text: body === undefined ? null : JSON.stringify(body),
});

const pathHint = (operation: string): string =>
  ` If the bank has another path for it, write it in the bank file at operations.${operation}.path.`;

function rewritten(override: OperationOverride | undefined, body: unknown): unknown {
  if (!override?.request) return body;
  const values = (body ?? {}) as Record<string, unknown>;
  return fillTemplate(override.request, (name) => values[name], {});
}

function keyOf({ bankFile, context }: Ask, kind: RequestKind): Record<string, string> {
  if (kind === 'read' || !bankFile.idempotency) return {};
  const key = context.idempotencyKey ?? context.correlationId;
  return { [bankFile.idempotency.header.toLowerCase()]: key };
}

type Content = Pick<Plan, 'body'> & { headers: Record<string, string> };

function contentOf(
  entry: Operation,
  { body }: WireParts,
  upload: UploadPart | undefined,
): Result<Content, Problems> {
  if (entry.encoding === 'multipart')
    return upload ? ok(multipartContent(body, upload)) : err({ file: 'is missing' });
  const { headers, text } = jsonOf(body);
  return ok({ body: () => text, headers: { ...headers } });
}

function multipartContent(body: unknown, { file, onSent }: UploadPart): Content {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>).filter(
    (field): field is [string, string] => typeof field[1] === 'string',
  );
  const form = multipartBody(Object.fromEntries(fields), file);
  return {
    headers: {
      'content-type': form.contentType,
      'content-length': String(form.contentLength),
    },
    body: (again) =>
      form.stream((bytes) => {
        again();
        onSent(bytes);
      }),
  };
}

const invalid = ({ context, operation }: Ask, fields: Problems) =>
  fail('input.invalid', context.correlationId, { operation, fields });

/** Returns the error for an operation that is closed at this bank. */
export function closedError({ bankFile, operation, context }: Ask): AppError {
  const place = `operations.${operation}`;
  const error = appError('operation.closed', context.correlationId, {
    message: `The path of ${operation} at ${bankFile.name} is not known yet; its place in the bank file is “${place}”.`,
    operation,
    fields: { [place]: 'is not in the bank file' },
  });
  if (!isForTestsOnly(operation) || bankFile.environment !== 'production') return error;
  const message =
    'Inflows are simulated at test environments only. This bank’s money is real: nothing was sent.';
  return { ...error, message, fields: { [place]: 'is for test environments' } };
}

const closed = (ask: Ask): Outcome<never> => err(closedError(ask));
