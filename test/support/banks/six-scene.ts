import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, onTestFinished } from 'vitest';

import { JsonNumber, parseExact } from '../../../shared/json/exact-json.ts';
import { runCommand, type CliRun } from '../cli.ts';
import { tempFolder } from '../temp-folder.ts';
import type { SixBank } from './six.ts';

/** The day on which these banks stand, and the four days on which they booked. */
export const today = '2026-10-05';
export const period = ['--from', '2026-10-02', '--to', today] as const;

type FileBank = SixBank & {
  readonly bankFile: string;
  readonly credentials: Readonly<Record<string, string>>;
};

export type Scene<B> = {
  readonly bank: B;
  /** Where a test may write. */
  readonly folder: string;
  readonly run: (...args: string[]) => Promise<CliRun>;
  /** The same, which must succeed without a word on standard error. */
  readonly nostro: (...args: string[]) => Promise<CliRun>;
  readonly call: (operation: string, input: object, ...more: string[]) => Promise<CliRun>;
};

/** The command line at such a bank, with a data folder of its own. */
export async function sceneAt<B extends FileBank>(starting: Promise<B>): Promise<Scene<B>> {
  const bank = await starting;
  onTestFinished(() => bank.close());
  const folder = tempFolder();
  const file = join(folder, 'bank.json');
  writeFileSync(file, bank.bankFile);
  const env = { NOSTRO_CREDENTIALS: JSON.stringify(bank.credentials) };
  const run = (...args: string[]): Promise<CliRun> =>
    runCommand(['--bank', file, '--data-dir', join(folder, 'data'), ...args], env);
  const nostro = async (...args: string[]): Promise<CliRun> => {
    const ran = await run(...args);
    expect([ran.err, ran.code]).toEqual(['', 0]);
    return ran;
  };
  return {
    bank,
    folder,
    run,
    nostro,
    call: (operation, input, ...more) =>
      run('call', operation, '--input', JSON.stringify(input), ...more),
  };
}

/** The same without credentials that the bank knows. */
export const strangerAt = ({ bank, folder }: Scene<FileBank>, ...args: string[]): Promise<CliRun> =>
  runCommand(
    ['--bank', join(folder, 'bank.json'), '--data-dir', join(folder, 'stranger'), ...args],
    {
      NOSTRO_CREDENTIALS: JSON.stringify(
        Object.fromEntries(Object.keys(bank.credentials).map((name) => [name, 'nobody'])),
      ),
    },
  );

/** What the bank said last to a request, numbers by their letters. */
export const saidTo = ({ bank }: Scene<SixBank>, request: string): unknown =>
  digits(parseExact(bank.said.get(request) ?? 'null'));

/** JSON with every number as the text of its digits. */
export function digits(value: unknown): unknown {
  if (value instanceof JsonNumber) return value.source;
  if (Array.isArray(value)) return value.map(digits);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, digits(part)]));
}

/** What a command printed, in the same way. */
export const printed = ({ out }: CliRun): unknown => digits(parseExact(out));

/** Lines of JSON that a command printed. */
export const linesOf = ({ out }: CliRun): unknown[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => digits(parseExact(line)));
