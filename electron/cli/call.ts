import { z } from 'zod';

import { spelledOut } from '../../shared/bank/extras.ts';
import {
  catalogue,
  isChanging,
  isOperationName,
  type ChangingOperation,
  type OperationName,
} from '../../shared/bank/catalogue.ts';
import type { Operation } from '../../shared/bank/operation.ts';
import { appError, type AppError } from '../../shared/errors.ts';
import { parseExact } from '../../shared/json/exact-json.ts';
import type { SubmissionAbout } from '../../shared/ipc/submissions.ts';
import { isCurrency } from '../../shared/money/currencies.ts';
import { isDecimal, plainFigureWords } from '../../shared/money/decimal.ts';
import { newReference } from '../../shared/reference.ts';
import type { BankClient } from '../engines/bank/client.ts';
import { answersGrant } from '../engines/bank/session/grant-response.ts';
import { inputNames, takesMore } from '../engines/bank/file/output-shape.ts';
import { changePassword } from '../connections/session/password.ts';
import { aboutRecord, titleOf } from '../engines/submissions/submission-views.ts';
import type { Submission } from '../engines/submissions/journal/submission-table.ts';
import { submit } from '../engines/submissions/submissions.ts';
import { createKeychain } from '../engines/vault/keychain.ts';
import { assertFilled } from './input/required-fields.ts';
import { argumentsOf, jsonOption } from './input/arguments.ts';
import {
  withBank,
  withDesk,
  withSendingDesk,
  withUnsignedBank,
  type Patience,
} from './input/bank-access.ts';
import {
  newContext,
  valueOf,
  printFailure,
  WrongUse,
  type Command,
  type CommandIo,
  type ExitCode,
  type Global,
} from './input/command.ts';
import { requestCall, sendRequestedCall } from './approvals/call-requested.ts';
import { wantedRequest, requestOptions } from './approvals/request-options.ts';
import type { BankDesk } from '../desk/open-bank/bank-desk.ts';
import { assertTakes, checkedInput, moneySender, type SentByName } from './call-money.ts';
import {
  patienceOf,
  scriptConfirmation,
  confirmationOptions,
} from './input/script-confirmation.ts';
import { printUpload, uploadFile } from './input/upload-file.ts';
import type { DeskParts } from '../desk/open-bank/changes.ts';

type Parts = { path?: object; query?: object; body?: unknown };

/** Calls one operation of the catalogue and prints the answer; amounts are decimal texts, and a token is never printed. */
export const call: Command = {
  summary: 'Calls one operation of the bank and prints its answer.',
  usage:
    'call OPERATION [--input JSON|@FILE|-] [--file FILE]; or call OPERATION --input … --request [--words TEXT], which asks the team’s approval, a conversion by its limit; or call OPERATION --of REQUEST; where an input with a password or a token is @FILE or - only; what moves money takes the options of pay: [--twin-of SUBMISSION]... [--payee-checked] [--twins-unchecked] [--wait SECONDS]',
  mayChange: true,
  run: async (args, global) => {
    const { values, positionals } = argumentsOf(
      args,
      {
        input: { type: 'string' },
        file: { type: 'string' },
        ...requestOptions,
        ...confirmationOptions,
      },
      { positionals: true },
    );
    const [name = '', ...rest] = positionals;
    if (!isOperationName(name))
      throw new WrongUse(`${name || 'Nothing'} is not an operation of the catalogue.`);
    if (rest.length > 0) throw new WrongUse(`${name} takes no other option than --input.`);
    const wanted = wantedRequest(values);
    if (wanted && name === 'uploadSubclientDocuments')
      throw new WrongUse('A document is requested, and sent as requested, by “upload”.');
    if (wanted && 'of' in wanted) {
      assertTakes(name, values);
      const confirmation = scriptConfirmation(values);
      return sent(
        global,
        (_changes, desk) =>
          sendRequestedCall(desk, { operation: name, of: wanted.of }, confirmation),
        patienceOf(values),
      );
    }
    assertNoSecretArgument(name, values.input ?? '');
    const input = inputOf(values.input, global.io);
    assertKnownNames(name, input);
    assertPlainFigures(name, input);
    assertTakes(name, values);
    assertReference(name, input);
    if (wanted) {
      const confirmation = scriptConfirmation(values);
      const change = { operation: name, input, reference: referenceOf(input), confirmation };
      const { words } = wanted;
      return withDesk(global, (desk) => requestCall(desk, { ...change, words }, global.io));
    }
    if (name === 'resetPassword') return resetPassword(global, input);
    if (name === 'uploadSubclientDocuments') return upload(global, input, values.file);
    if (values.file !== undefined) throw new WrongUse(`${name} takes no file.`);
    const send = moneySender(name, input, scriptConfirmation(values));
    if (send) return sent(global, send, patienceOf(values));
    return isChanging(name) ? change(global, name, input) : read(global, name, input);
  },
};

/** The one operation that sends a file; `body` holds the form's text fields. */
function upload(global: Global, input: Parts, file: string | undefined): Promise<ExitCode> {
  if (file === undefined) throw new WrongUse('Name the file to upload with --file.');
  const form = catalogue.uploadSubclientDocuments.input.safeParse(input);
  if (!form.success) throw new WrongUse(`--input: ${form.error.issues[0]?.message ?? 'is wrong'}.`);
  return withSendingDesk<ExitCode>(global, async (desk) => {
    const uploaded = await uploadFile(desk, form.data, file);
    if (uploaded.document) global.io.print(printed(uploaded.document));
    return printUpload(global.io, uploaded);
  });
}

/** Refuses a secret as an argument, which every process of this machine can read. Throws {@link WrongUse}, without repeating the input. */
function assertNoSecretArgument(name: OperationName, input: string): void {
  const { secretInput }: Operation = catalogue[name];
  if (secretInput === undefined || input === '-' || input.startsWith('@')) return;
  throw new WrongUse(
    `A ${secretInput} is never an argument: give ${name} its input by --input @FILE, or - for standard input.`,
  );
}

function resetPassword(global: Global, input: Parts): Promise<ExitCode> {
  const change = PasswordForm.safeParse(input.body);
  if (!change.success)
    throw new WrongUse('--input needs body.currentPassword and body.newPassword, both texts.');
  return withBank<ExitCode>(global, async (bank, profile, typed) => {
    const parts = { bank, profile, keychain: createKeychain(), typed };
    const { message } = valueOf(await changePassword(parts, change.data, newContext()));
    global.io.print(JSON.stringify({ message }));
    return 0;
  });
}

const PasswordForm = catalogue.resetPassword.input.shape.body;

function inputOf(text: string | undefined, io: CommandIo): Parts {
  const given = text === undefined ? {} : jsonOption(text, 'input', io);
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new WrongUse('--input must be a JSON object with path, query or body.');
  return given;
}

const parts = ['path', 'query', 'body'];

/** Refuses unknown names, which would otherwise be dropped silently. Throws {@link WrongUse} with the names that are known. */
function assertKnownNames(name: OperationName, input: Parts): void {
  assertAmong(Object.keys(input), parts, '--input');
  for (const part of ['path', 'query'] as const)
    assertAmong(
      Object.keys(input[part] ?? {}),
      inputNames(catalogue[name].input, part),
      `the ${part} of ${name}`,
    );
  const { input: declared } = catalogue[name];
  // A field that the bank asks for belongs in “more”: directly in the body it would be dropped silently.
  if (takesMore(declared))
    assertAmong(
      Object.keys(input.body ?? {}),
      [...inputNames(declared, 'body'), 'more'],
      `the body of ${name}`,
    );
}

/** Refuses thousands separators, with which a machine's text could mean another amount. Throws {@link WrongUse}. */
function assertPlainFigures(name: OperationName, input: Parts): void {
  const { error } = z.safeEncode<z.ZodType>(catalogue[name].input, input);
  const wrong = error?.issues.filter(({ message }) => message === plainFigureWords) ?? [];
  const fields = Object.fromEntries(
    wrong.map(({ path }) => [path.map(String).join('.'), plainFigureWords]),
  );
  const [place] = Object.keys(fields);
  if (place !== undefined)
    throw new WrongUse(`--input, field ${place}: ${plainFigureWords}.`, fields);
}

function assertAmong(given: readonly string[], known: readonly string[], where: string): void {
  const stray = given.find((name) => !known.includes(name));
  if (stray === undefined) return;
  const such = known.length === 0 ? 'it takes nothing' : `known are ${known.join(', ')}`;
  throw new WrongUse(`“${stray.slice(0, 100)}” is not known in ${where}: ${such}.`);
}

function read(global: Global, name: OperationName, input: Parts): Promise<ExitCode> {
  const ask = async (bank: BankClient): Promise<ExitCode> => {
    const answer = await bank.call(name, input, newContext());
    global.io.print(printed(valueOf(answer)));
    return 0;
  };
  // These two operations are themselves the sign-in.
  return answersGrant(name) ? withUnsignedBank(global, ask) : withBank(global, ask);
}

/** The bank's answer as JSON, with the fields that the catalogue does not know in `extras`, and every number as the bank wrote it. */
const printed = (answer: unknown): string => JSON.stringify(spelledOut(answer), withoutTokens);

/** Hides tokens: a token never leaves the process. A program that needs one elsewhere signs in there. */
const withoutTokens = (key: string, value: unknown): unknown =>
  /token$/i.test(key) && typeof value === 'string' ? '[kept by Nostro]' : value;

/** Sends a change, journalled like every other; a second call with the same reference reports the first. */
function change(global: Global, operation: ChangingOperation, given: Parts): Promise<ExitCode> {
  const payload = checkedInput(operation, given);
  const reference = referenceOf(given);
  const subject = subjectOf(operation, given, reference);
  const intent = { reference, operation, subject, payload, about: aboutOf(operation, given) };
  return sent(global, async (changes) => {
    assertFilled(changes, operation, { input: payload, reference });
    return valueOf(await submit(changes, intent, newContext()));
  });
}

/** Prints the bank's answer. Exits with 3 while the result is unknown. */
const sent = (
  global: Global,
  send: (changes: DeskParts, desk: BankDesk) => Promise<SentByName>,
  patience?: Patience,
): Promise<ExitCode> =>
  withSendingDesk<ExitCode>(
    global,
    async (desk) => {
      const { submission, answer } = await send(desk.changes, desk);
      if (submission.error) {
        const code = printFailure(global.io, submission.error);
        return submission.state === 'unknown' ? 3 : code;
      }
      // Another process is sending it.
      if (submission.state === 'sending') return printFailure(global.io, inFlightError(submission));
      global.io.print(printed(answer ?? parseExact(submission.answer ?? 'null')));
      return 0;
    },
    patience,
  );

const inFlightError = ({ operation, createdAt, reference }: Submission): AppError =>
  appError('outcome.unknown', newContext().correlationId, {
    operation,
    message: `It was sent on ${createdAt} under the reference ${reference} and has no answer yet.`,
  });

type Named = { readonly reference?: unknown; readonly uniqueRequestId?: unknown };

/** Requires a reference for each changing operation that takes one. Throws {@link WrongUse} without one. */
function assertReference(name: OperationName, { body }: Parts): void {
  if (!isChanging(name) || !inputNames(catalogue[name].input, 'body').includes('reference')) return;
  if (typeof body === 'object' && body !== null && 'reference' in body) return;
  throw new WrongUse(whyReference);
}

const whyReference =
  'The reference is the order’s identity: without one, the same command run again would send it twice. Add "reference": "…" to the body of --input, the same one whenever the same order is meant.';

/** Returns the reference in the input, else the id of the request in it, else a new one. */
function referenceOf({ body }: Parts): string {
  const { reference, uniqueRequestId } = (body ?? {}) as Named;
  if (typeof reference === 'string' && reference !== '') return reference;
  return typeof uniqueRequestId === 'string'
    ? uniqueRequestId.replaceAll('-', '').toLowerCase()
    : newReference();
}

/** What a change is about: the record its path names, or the order of this reference. */
function subjectOf(name: OperationName, { path }: Parts, reference: string): string {
  const { entityId, id } = (path ?? {}) as { entityId?: string; id?: string };
  return entityId ?? id ?? `${name}:${reference}`;
}

type OrderBody = {
  readonly accountNumber?: string;
  readonly amount?: string;
  readonly currency?: string;
};

function aboutOf(name: OperationName, { body }: Parts): SubmissionAbout {
  const { accountNumber = null, amount, currency } = (body ?? {}) as OrderBody;
  const isMoney = isDecimal(amount ?? '') && isCurrency(currency ?? '');
  return {
    ...aboutRecord(titleOf(name)),
    accountNumber,
    amount: isMoney ? { amount: amount ?? '', currency: currency ?? '' } : null,
  };
}
