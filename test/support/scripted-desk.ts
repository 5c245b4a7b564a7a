import { expect, onTestFinished } from 'vitest';

import { parseBankFile } from '../../electron/bank/bank-file.ts';
import { createBankClient, type BankClient } from '../../electron/bank/client.ts';
import { deskClock, type Context } from '../../electron/machine/context.ts';
import type { Submission } from '../../electron/submissions/table.ts';
import { type WriterMethods } from '../../electron/desk/writer-methods.ts';
import type { Continuity } from '../../electron/submissions/continuity.ts';
import type {
  OperationInput,
  OperationName,
  OperationOutput,
} from '../../shared/bank/catalogue.ts';
import { fail, type Outcome } from '../../shared/errors.ts';
import { openSending } from './open-sending.ts';
import { testTime, type TestTime } from './time.ts';
import type { DeskParts } from '../../electron/desk/changes.ts';
import { partsIn } from './desk-parts.ts';
import { tempFolder } from './temp-folder.ts';

export const context: Context = { correlationId: 'test' };

/** What the bank answers, by operation; what has no answer here the bank is not asked for. */
type Answers = {
  [N in OperationName]?: (
    input: OperationInput<N>,
    context: Context,
  ) => Outcome<OperationOutput<N>> | Promise<Outcome<OperationOutput<N>>>;
};

/** A bank that answers as it is told, without a network. */
export type ScriptedBank = {
  answers: Answers;
  /** Every question, in order. */
  readonly calls: { readonly name: OperationName; readonly input: unknown }[];
  /** When somebody signed in; null while nobody is. */
  signedInAt: string | null;
  /** Operations that its bank file does not name. */
  readonly closed: Set<OperationName>;
  /** How far its clock is ahead. */
  offsetMs: number | null;
};

export type ScriptedDesk = {
  readonly bank: ScriptedBank;
  readonly parts: DeskParts;
  readonly time: TestTime;
  readonly announced: Submission[];
  readonly continuity: { -readonly [Name in keyof Continuity]: Continuity[Name] };
  /** Writes into the local copy. */
  readonly copy: WriterMethods;
  /** How often the bank was asked so. */
  readonly asked: (name: OperationName) => number;
};

/** The protocol's own parts over a real journal and a real cache; bank and clock are the test's. */
export function openScriptedDesk(answers: Answers = {}): ScriptedDesk {
  const time = testTime({ standing: true });
  const bank: ScriptedBank = {
    answers,
    calls: [],
    signedInAt: '2026-11-20T08:00:00.000Z',
    closed: new Set(),
    offsetMs: null,
  };
  const continuity = { ...openSending };
  const client = clientOf(bank, time);
  const open = partsIn(tempFolder(), {
    bank: client,
    clock: deskClock(time.clock, () => null),
    continuity,
  });
  const { parts, copy, announced } = open;
  onTestFinished(async () => {
    await client.close();
    open.close();
  });
  const asked = (name: OperationName): number =>
    bank.calls.filter((call) => call.name === name).length;
  return { bank, parts, time, announced, continuity, copy, asked };
}

/** A real client whose calls the script answers. */
function clientOf(bank: ScriptedBank, time: TestTime): BankClient {
  const parsed = parseBankFile(smallest);
  if (!parsed.ok) expect.fail(parsed.error.message);
  const client = createBankClient({ bankFile: parsed.value, clock: time.clock });
  return {
    ...client,
    call: async <N extends OperationName>(
      name: N,
      input: OperationInput<N>,
      called: Context,
    ): Promise<Outcome<OperationOutput<N>>> => {
      bank.calls.push({ name, input });
      const answer: Answers[N] = bank.answers[name];
      return answer ? answer(input, called) : expect.fail(`the bank was asked for ${name}`);
    },
    isOpen: (name) => !bank.closed.has(name),
    whyClosed: (name, { correlationId }) =>
      bank.closed.has(name)
        ? fail('operation.closed', correlationId, { operation: name }).error
        : null,
    clockOffsetMs: () => bank.offsetMs,
    session: {
      ...client.session,
      isSignedIn: () => bank.signedInAt !== null,
      signedInAt: () => bank.signedInAt,
    },
  };
}

const smallest = JSON.stringify({
  name: 'Scripted Bank',
  environment: 'uat',
  baseUrl: 'https://bank.example',
});

/** What was asked for; a failure fails the test. */
export function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) expect.fail(`${outcome.error.code} ${outcome.error.message}`);
  return outcome.value;
}
