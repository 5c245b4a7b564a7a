import { randomUUID } from 'node:crypto';

import {
  catalogue,
  isOperationName,
  type OperationInput,
  type OperationName,
} from '../../shared/bank/catalogue.ts';
import { submit } from '../sync/submissions.ts';
import { argumentsOf, jsonOption } from './arguments.ts';
import { newContext, valueOf, withBank, withDesk } from './bank-access.ts';
import { tellFailure, WrongUse, type Command, type ExitCode, type Global } from './command.ts';

type Parts = { path?: object; query?: object; body?: unknown };

/** Calls one operation of the catalogue and prints the answer; amounts are decimal texts. */
export const call: Command = {
  usage: 'call OPERATION [--input JSON|@FILE]',
  run: async (args, global) => {
    const { values, positionals } = argumentsOf(args, { input: { type: 'string' } });
    const [name = '', ...rest] = positionals;
    if (!isOperationName(name) || rest.length > 0)
      throw new WrongUse(`${name || 'Nothing'} is not an operation of the catalogue.`);
    if (catalogue[name].encoding === 'multipart')
      throw new WrongUse(`${name} sends a file: use the command upload.`);
    const input = inputOf(values.input);
    return catalogue[name].effect === 'read' || catalogue[name].group === 'Authentication'
      ? read(global, name, input)
      : change(global, name, input);
  },
};

/** Numbers in path and query are written as text, which is what goes over the wire. */
function inputOf(text: string | undefined): Parts {
  const given = text === undefined ? {} : jsonOption(text, 'input');
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new WrongUse('--input must be a JSON object with path, query or body.');
  const { path, query, ...rest } = given as Parts;
  return {
    ...rest,
    ...(path ? { path: texts(path) } : {}),
    ...(query ? { query: texts(query) } : {}),
  };
}

const texts = (values: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]: [string, unknown]) => [
      key,
      typeof value === 'number' ? String(value) : value,
    ]),
  );

function read(global: Global, name: OperationName, input: Parts): Promise<ExitCode> {
  return withBank<ExitCode>(global, async (bank) => {
    const answer = await bank.call(name, input, newContext());
    global.io.print(JSON.stringify(valueOf(answer), withoutTokens));
    return 0;
  });
}

/** A token never leaves the process: the answer of a sign-in is shown without it. */
const withoutTokens = (key: string, value: unknown): unknown =>
  /token$/i.test(key) && typeof value === 'string' ? '[kept by Nostro]' : value;

function change(global: Global, name: OperationName, input: Parts): Promise<ExitCode> {
  return withDesk<ExitCode>(global, async ({ bank, copy, clock }) => {
    const context = newContext();
    const submitted = await submit(
      { journal: copy.journal, clock },
      { reference: randomUUID(), operation: name, subject: subjectOf(name, input), payload: input },
      context,
      (sendContext) => bank.call(name, input as OperationInput<typeof name>, sendContext),
    );
    const { view, value } = valueOf(submitted);
    if (view.error) return tellFailure(global.io, view.error);
    global.io.print(JSON.stringify(value));
    return 0;
  });
}

/** What a change is about: the record its path names, or the operation itself. */
function subjectOf(name: OperationName, { path }: Parts): string {
  const { entityId, id } = (path ?? {}) as { entityId?: string; id?: string };
  return entityId ?? id ?? `${name}:${randomUUID()}`;
}
