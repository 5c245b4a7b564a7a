import { createHash } from 'node:crypto';

import type { z } from 'zod';

import type { RequiredField, RequiredFields } from '../../../../shared/bank/required-fields.ts';
import {
  catalogue,
  isOperationName,
  operationNames,
  type OperationName,
} from '../../../../shared/bank/catalogue.ts';
import { limits } from '../../../../shared/limits.ts';
import { err, ok, type Result } from '../../../../shared/result.ts';
import { requiredFieldMistakes } from './required-fields-checks.ts';
import {
  currencyMistakes,
  operationMistakes,
  secretMistakes,
  valueMistakes,
  type Mistake,
} from './bank-file-checks.ts';
import { BankFileShape } from './bank-file-schema.ts';
import { isLoopback } from './base-url.ts';
import { parseJsonText } from '../json/json-text.ts';
import { templateNames } from './template.ts';

/** One bank, as its file describes it; defaults filled in. It holds no credential. */
export type BankFile = Readonly<z.output<typeof BankFileShape>> & {
  /** True for the sandbox that the desk starts itself. */
  readonly builtIn: boolean;
};

/** The problems of a bank file: one sentence for all, and by field with the fix. */
export type BankFileProblem = {
  readonly message: string;
  readonly fields: Record<string, string>;
};

/** Reads a bank file's text. A mistake names the field and the fix; nothing secret is repeated. */
export function parseBankFile(text: string): Result<BankFile, BankFileProblem> {
  const checked = checkBankFile(text);
  return checked.ok ? checked : refused(checked.error);
}

/** Reads a bank file's text; an error lists every mistake in the order found. */
export function checkBankFile(text: string): Result<BankFile, readonly Mistake[]> {
  if (Buffer.byteLength(text) > limits.bankFileBytesMax)
    return err([['', 'is too large for a bank file']]);
  const json = parseJsonText(text);
  if (!json.ok) return err([['', `is ${json.error}`]]);
  const parsed = BankFileShape.safeParse(json.value);
  if (!parsed.success) return err(parsed.error.issues.flatMap(mistakesOf));
  const bankFile = { ...parsed.data, builtIn: false };
  const mistakes = [...mistakesIn(bankFile)];
  return mistakes.length > 0 ? err(mistakes) : ok(bankFile);
}

/** When the sandbox executes payments: currency, time, zone, and days until they arrive. */
const sandboxCutOffs = (
  [
    ['EUR', '15:30', 'Europe/Berlin', 1],
    ['GBP', '16:00', 'Europe/London', 0],
    ['NGN', '15:00', 'Africa/Lagos', 0],
    ['USD', '17:00', 'America/New_York', 1],
  ] as const
).map(([currency, at, zone, days]) => ({ currency, at, zone, days }));

/** The sandbox that ships with the desk, at the address it listens on. */
export function builtInBankFile(baseUrl: string): BankFile {
  const shape = BankFileShape.parse({
    name: 'Sandbox Bank',
    environment: 'sandbox',
    baseUrl,
    statement: {
      dates: ['startDate', 'endDate'],
      paging: ['pageNumber', 'limit'],
      pageUnit: 'page',
      firstPage: 1,
    },
    idempotency: { header: 'idempotency-key' },
    cutOffs: sandboxCutOffs,
    limits: { requestsPerSecond: 1_000 },
  });
  return { ...shape, builtIn: true };
}

/** Returns the name of the bank's data folder, one per address and environment. */
export function profileIdOf(bankFile: BankFile): string {
  if (bankFile.builtIn) return 'sandbox';
  return createHash('sha256')
    .update(`${bankFile.baseUrl}|${bankFile.environment}`)
    .digest('hex')
    .slice(0, 12);
}

/** True for simulated inflows. They exist in test environments only, even where a production bank's file confirms them. */
export const isForTestsOnly = (operation: string): boolean => operation === 'simulateInflow';

/** May the operation be called at this bank: specified, confirmed by the file, or at the sandbox? */
export function isConfirmed(bankFile: BankFile, operation: string): boolean {
  if (bankFile.environment === 'production' && isForTestsOnly(operation)) return false;
  if (bankFile.environment === 'sandbox' || Object.hasOwn(bankFile.operations, operation))
    return true;
  return isOperationName(operation) && catalogue[operation].origin === 'specified';
}

/** The operations of the catalogue for which nothing is sent to this bank. */
export const closedOperationsOf = (bankFile: BankFile): OperationName[] =>
  operationNames.filter((name) => !isConfirmed(bankFile, name));

/** The fields that this bank's file requires for an operation in addition to the catalogue's, in its order. */
export const requiredFieldsOf = (
  { operations }: BankFile,
  operation: string,
): readonly RequiredField[] =>
  (Object.hasOwn(operations, operation) ? operations[operation]?.fields : undefined) ?? [];

/** The required fields of every operation that has any. */
export const requiredFieldsIn = (bankFile: BankFile): RequiredFields =>
  Object.fromEntries(
    operationNames
      .map((name) => [name, requiredFieldsOf(bankFile, name)] as const)
      .filter(([, fields]) => fields.length > 0),
  );

function* mistakesIn(bankFile: BankFile): Generator<Mistake> {
  // Against a sandbox every guessed path is open, so `sandbox` must not name a real bank.
  if (bankFile.environment === 'sandbox' && !isLoopback(bankFile.baseUrl))
    yield ['environment', 'sandbox is for this machine; write “uat” for a bank’s test environment'];
  yield* signInMistakes(bankFile);
  yield* valueMistakes(bankFile.values);
  yield* currencyMistakes(bankFile.currencies);
  yield* operationMistakes(bankFile.operations);
  yield* requiredFieldMistakes(bankFile.operations);
}

function* signInMistakes({ auth, idempotency }: BankFile): Generator<Mistake> {
  const key = idempotency?.header.toLowerCase();
  if (key === auth.header.toLowerCase())
    yield ['idempotency.header', 'must differ from auth.header'];
  else if (Object.keys(auth.headers).some((name) => name.toLowerCase() === key))
    yield ['idempotency.header', 'must differ from those of auth.headers'];
  if (auth.operation !== 'getToken')
    yield ['auth.operation', 'does not sign in: credentials are sent there; write “getToken”'];
  if (auth.way === 'token' && templateNames(auth.request).length === 0)
    yield ['auth.request', 'must name at least one credential in braces, like “{username}”'];
  yield* secretMistakes(auth.request, 'auth.request');
}

function mistakesOf(issue: z.core.$ZodIssue): Mistake[] {
  if (issue.code === 'invalid_union') return unionMistakes(issue);
  const field = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys')
    return [[[...issue.path.map(String), issue.keys[0] ?? ''].join('.'), issue.message]];
  return [[field, problemOf(issue)]];
}

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type')
    return issue.message.endsWith('received undefined')
      ? `is missing; write a ${typeWords[issue.expected] ?? issue.expected}`
      : `must be a ${typeWords[issue.expected] ?? issue.expected}`;
  if (issue.code === 'too_small')
    return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${String(issue.minimum)}${sizeWords(issue.origin)}`;
  if (issue.code === 'too_big')
    return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${String(issue.maximum)}${sizeWords(issue.origin)}`;
  if (issue.code === 'invalid_value')
    return `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`;
  return issue.message;
}

const sizeWords = (origin: string): string =>
  origin === 'string' ? ' long' : origin === 'array' ? ' entries long' : '';

const typeWords: Readonly<Record<string, string>> = {
  string: 'text in quotation marks',
  object: 'record in braces',
  record: 'record in braces',
  array: 'list in brackets',
  int: 'whole number',
};

/** Returns the mistakes reported by the last alternative of a union, which is the most detailed one. */
function unionMistakes(issue: z.core.$ZodIssueInvalidUnion): Mistake[] {
  const detail = issue.errors.at(-1) ?? [];
  const path = issue.path.map(String);
  return issue.message === 'Invalid input' && detail.length > 0
    ? detail.flatMap((inner) => mistakesOf({ ...inner, path: [...path, ...inner.path] }))
    : [[path.join('.'), issue.message]];
}

function refused(mistakes: readonly Mistake[]): Result<never, BankFileProblem> {
  const [field, problem] = mistakes[0] ?? ['', 'cannot be read'];
  const more = mistakes.length > 1 ? ` (and ${String(mistakes.length - 1)} more)` : '';
  const first = field === '' ? `The bank file ${problem}` : `The bank file’s ${field}: ${problem}`;
  return err({ message: `${first}${more}.`, fields: Object.fromEntries(mistakes.toReversed()) });
}
