import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const cliProgram = fileURLToPath(new URL('../../electron/cli.ts', import.meta.url));

export type CliRun = {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** Standard output as JSON. */
  json<T>(): T;
  /** The error on standard error. */
  error(): { code: string; message: string; [field: string]: unknown };
};

/** Runs the command line as a process of its own, as a script would. */
export function runCommand(
  args: readonly string[],
  env: Record<string, string> = {},
  /** As another user of the system; root only. */
  user: { uid?: number; gid?: number } = {},
  /** What it reads from standard input. */
  input = '',
): Promise<CliRun> {
  const child = spawn(process.execPath, [cliProgram, ...args], {
    ...user,
    env: { ...inherited(user.uid), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      resolve({
        code,
        out,
        err,
        json: () => JSON.parse(out) as never,
        error: () => (JSON.parse(err.trim().split('\n').at(-1) ?? '') as { error: never }).error,
      });
    });
  });
}

/** A process of its own has next to nothing from ours; what was compiled before need not be compiled again. */
const inherited = (uid?: number): Record<string, string | undefined> => ({
  ...Object.fromEntries(
    ['PATH', 'HOME', 'NODE_COMPILE_CACHE'].map((name) => [name, process.env[name]]),
  ),
  XDG_STATE_HOME: stateHomeOf(uid),
});

/** Another user of the system has a state directory of their own. */
function stateHomeOf(uid: number | undefined): string {
  const ours = process.env['XDG_STATE_HOME'] ?? tmpdir();
  return uid === undefined ? ours : join(ours, `user-${uid}`);
}
