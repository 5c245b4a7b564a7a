import { spawn } from 'node:child_process';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { runCli } from '../../../electron/cli.ts';
import { systemClock, type Clock } from '../../../electron/engines/machine/context.ts';
import { builtPrograms, pathOf, programs } from './programs.ts';
import { tempFolder } from '../setup/temp-folder.ts';

/** The program itself, in the sources. */
export const cliProgram = fileURLToPath(new URL('../../../electron/cli.ts', import.meta.url));

export type CliRun = {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** Standard output as JSON. */
  json<T>(): T;
  /** The error on standard error. */
  error(): { code: string; message: string; [field: string]: unknown };
};

type Env = Readonly<Record<string, string>>;

/**
 * Runs the command line inside this process: everything that a process would give it is handed in. What is about the process
 * itself, such as its signals, its memory or a second one beside it, is for {@link runProcess}.
 */
export async function runCommand(
  args: readonly string[],
  env: Env = {},
  { input = '', clock = systemClock }: { input?: string; clock?: Clock } = {},
): Promise<CliRun> {
  const [out, err]: [string[], string[]] = [[], []];
  const standardInput = openSync(input === '' ? '/dev/null' : inputFile(input), 'r');
  const code = await runCli(args, {
    env: { ...inherited(), ...env },
    clock,
    standardInput,
    print: (text) => out.push(`${text}\n`),
    warn: (text) => err.push(`${text}\n`),
    isOutputOpen: () => true,
    written: () => Promise.resolve(null),
    isTerminal: false,
    programs,
  });
  closeSync(standardInput);
  return runOf(code, out.join(''), err.join(''));
}

function inputFile(text: string): string {
  const file = join(tempFolder(), 'input');
  writeFileSync(file, text);
  return file;
}

/** Runs the command line as a process of its own, as a script would. */
export function runProcess(
  args: readonly string[],
  env: Env = {},
  /** As another user of the system; root only. */
  user: { uid?: number; gid?: number } = {},
): Promise<CliRun> {
  const child = spawn(process.execPath, [pathOf('cli'), ...args], {
    ...user,
    env: { ...inherited(user.uid), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      resolve(runOf(code, out, err));
    });
  });
}

export const runOf = (code: number | null, out: string, err: string): CliRun => ({
  code,
  out,
  err,
  json: () => JSON.parse(out) as never,
  error: () => (JSON.parse(err.trim().split('\n').at(-1) ?? '') as { error: never }).error,
});

/** A process of its own has next to nothing from ours. */
export const inherited = (uid?: number): Record<string, string | undefined> => ({
  ...Object.fromEntries(['PATH', 'HOME'].map((name) => [name, process.env[name]])),
  ...builtPrograms(),
  XDG_STATE_HOME: stateHomeOf(uid),
});

/** Another user of the system has a state directory of their own. */
function stateHomeOf(uid: number | undefined): string {
  const ours = process.env['XDG_STATE_HOME'] ?? tmpdir();
  return uid === undefined ? ours : join(ours, `user-${uid}`);
}
