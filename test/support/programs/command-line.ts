import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished } from 'vitest';

import type { Clock } from '../../../electron/engines/machine/context.ts';
import { runCommand, runProcess, type CliRun } from './cli.ts';
import {
  startForeignBank,
  trueEntries,
  type ForeignBankOptions,
} from '../simple-banks/foreign-bank.ts';
import { startPaymentBank, type Idempotency } from '../simple-banks/foreign-payments.ts';
import { tempFolder } from '../setup/temp-folder.ts';

export type Run = (...args: string[]) => Promise<CliRun>;

/** The command line with a bank file, over a data folder of its own. */
export type CommandLine = {
  readonly folder: string;
  /** A path in the folder. */
  readonly at: (name: string) => string;
  /** Writes a file into the folder and answers its path. */
  readonly write: (name: string, content: string | Uint8Array) => string;
  readonly file: string;
  readonly data: string;
  readonly env: Readonly<Record<string, string>>;
  readonly nostro: Run;
  /** The same, which must succeed without a text on standard error. */
  readonly done: Run;
  readonly call: (operation: string, input: object, ...more: string[]) => Promise<CliRun>;
  /** The same in a process of its own, also of another user of the system. */
  readonly apart: (args: readonly string[], user?: SystemUser) => Promise<CliRun>;
  /** The same over another data folder, or with other credentials. */
  readonly over: (data: string, credentials?: Credentials) => Run;
};

type SystemUser = { readonly uid?: number; readonly gid?: number };
type Credentials = Readonly<Record<string, string>>;

type Options = {
  readonly folder?: string;
  readonly data?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
};

export function commandLine(
  bankFile: string | Uint8Array,
  credentials: Credentials | null,
  { folder = tempFolder(), data = join(folder, 'data'), env: more = {}, clock }: Options = {},
): CommandLine {
  const at = (name: string): string => join(folder, name);
  const write: CommandLine['write'] = (name, content) => {
    writeFileSync(at(name), content);
    return at(name);
  };
  const file = write('bank.json', bankFile);
  const envOf = (given: Credentials | null) => ({
    ...(given && { NOSTRO_CREDENTIALS: JSON.stringify(given) }),
    ...more,
  });
  const over: CommandLine['over'] =
    (place, given) =>
    (...args) =>
      runCommand(
        ['--bank', file, '--data-dir', place, ...args],
        envOf(given ?? credentials),
        clock && { clock },
      );
  const nostro = over(data);
  const env = envOf(credentials);
  return {
    ...{ folder, at, write, file, data, env, nostro, over },
    done: async (...args) => {
      const run = await nostro(...args);
      expect([run.err, run.code]).toEqual(['', 0]);
      return run;
    },
    call: (operation, input, ...more) =>
      nostro('call', operation, '--input', JSON.stringify(input), ...more),
    apart: (args, user) => runProcess(['--bank', file, '--data-dir', data, ...args], env, user),
  };
}

type FiledBank = {
  readonly bankFile: string | (() => string);
  readonly credentials: Credentials;
  close(): Promise<void>;
};

/** The command line at a bank, which closes with the test. */
export async function commandLineAt<B extends FiledBank>(
  starting: Promise<B>,
  { bankFile, ...options }: Options & { readonly bankFile?: (bank: B) => string } = {},
): Promise<CommandLine & { readonly bank: B }> {
  const bank = await starting;
  onTestFinished(() => bank.close());
  const own = () => (typeof bank.bankFile === 'string' ? bank.bankFile : bank.bankFile());
  return { bank, ...commandLine(bankFile?.(bank) ?? own(), bank.credentials, options) };
}

/** The command line at a bank of twelve entries, unless the options say otherwise. */
export const atForeignBank = (
  options: Partial<ForeignBankOptions> = {},
  statement?: object | 'auto',
) =>
  commandLineAt(
    startForeignBank({
      entries: trueEntries(12, '2026-01-01'),
      ...{ openingBalance: '1000.0000', pageSizeMax: 200 },
      ...options,
    }),
    { bankFile: (bank) => bank.bankFile(statement) },
  );

/** The command line at a bank that takes payments. */
export const atPaymentBank = (
  options: Partial<ForeignBankOptions> = {},
  { mode = 'none', ...more }: Options & { readonly mode?: Idempotency } = {},
) =>
  commandLineAt(startPaymentBank(mode, options), {
    bankFile: (bank) => bank.paymentFile(),
    ...more,
  });

/** A command that ended with this exit code and error; `text` stands in its sentence. */
export function expectError(
  run: CliRun,
  exit: 1 | 2 | 3,
  expected: string | Readonly<Record<string, unknown>>,
  text: string | RegExp = '',
): void {
  const error = run.error();
  expect([run.code, error]).toMatchObject([
    exit,
    typeof expected === 'string' ? { code: expected } : expected,
  ]);
  if (typeof text === 'string') expect(error.message).toContain(text);
  else expect(error.message).toMatch(text);
}
