import { spawn, spawnSync } from 'node:child_process';

import { inherited, runOf, type CliRun } from './cli.ts';
import { pathOf } from './programs.ts';

type Env = Readonly<Record<string, string>>;

/** Is there a program (of util-linux) that gives another one a terminal? */
export const hasTerminal: boolean =
  process.platform === 'linux' &&
  spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0;

/** A run at a terminal, with all that the terminal showed. */
export type TerminalRun = CliRun & { readonly shown: string };

/** Runs the command line at a terminal of its own, where somebody types a line. */
export async function runAtTerminal(
  args: readonly string[],
  env: Env,
  answer: string,
): Promise<TerminalRun> {
  const command = [process.execPath, pathOf('cli'), ...args].map(quoted).join(' ');
  const { code, out } = await ended(['script', '-qec', command, '/dev/null'], env, `${answer}\n`);
  const texts = out.split(/\r?\n/).flatMap((line) => /\{".*/.exec(line) ?? []);
  const isError = (text: string): boolean => /^\{"(error|notice)"/.test(text);
  const run = runOf(
    code,
    texts.filter((text) => !isError(text)).join('\n'),
    texts.filter(isError).join('\n'),
  );
  return { ...run, shown: out };
}

/** Runs the command line in a session without a terminal. `input` comes on standard input. */
export async function runWithoutTerminal(
  args: readonly string[],
  env: Env,
  input: string,
): Promise<CliRun> {
  const command = [process.execPath, pathOf('cli'), ...args];
  const { code, out, err } = await ended(command, env, `${input}\n`);
  return runOf(code, out, err);
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Each is a session of its own. Its standard input stays open until it has ended. */
function ended([program = '', ...args]: readonly string[], env: Env, input: string) {
  const child = spawn(program, args, {
    detached: true,
    env: { ...inherited(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.write(input);
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.on('close', (code) => {
      resolve({ code, out, err });
    });
  });
}
