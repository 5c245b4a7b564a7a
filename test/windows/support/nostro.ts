import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, onTestFinished } from 'vitest';

import type { CliRun } from '../../support/programs/cli.ts';
import { tempFolder } from '../../support/setup/temp-folder.ts';

const node = process.env['NOSTRO_WINDOWS_NODE'];
const wine = process.env['WINEPREFIX'] ?? '';

/** The same file as Windows names it: Wine shows the whole machine as drive Z. */
export const onWindows = (path: string): string => `Z:${path.replaceAll('/', '\\')}`;

export type Started = {
  readonly child: ChildProcess;
  readonly ended: Promise<CliRun>;
  /** What it has printed so far. */
  readonly out: () => string;
};

/** Starts a program of ours on Windows' own Node. Its streams are files: Wine's Node takes no pipes. */
export function startOnWindows(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Started {
  if (node === undefined) throw new Error('Run these by “npm run test:windows”.');
  const folder = tempFolder();
  const [outFile, errFile] = [join(folder, 'out'), join(folder, 'err')];
  const [out, err] = [openSync(outFile, 'w'), openSync(errFile, 'w')];
  const child = spawn('wine', [node, '--no-warnings', onWindows(program), ...args], {
    // What one command compiled, the next need not.
    env: { ...process.env, NODE_COMPILE_CACHE: onWindows(join(wine, 'compiled')), ...env },
    stdio: ['ignore', out, err],
  });
  closeSync(out);
  closeSync(err);
  const ended = new Promise<CliRun>((resolve) => {
    child.on('close', (code) => {
      resolve(runOf(code, readFileSync(outFile, 'utf8'), readFileSync(errFile, 'utf8')));
    });
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, ended, out: () => readFileSync(outFile, 'utf8') };
}

const runOf = (code: number | null, out: string, err: string): CliRun => ({
  code,
  out,
  err,
  json: () => {
    if (out === '') throw new Error(`It ended with ${code} and printed nothing: ${err}`);
    return JSON.parse(out) as never;
  },
  error: () => (JSON.parse(err.trim().split('\n').at(-1) ?? '') as { error: never }).error,
});

const holder = fileURLToPath(new URL('./holder.ts', import.meta.url));

/** Another program opens the file for itself alone, as an office program does, until the test or its `release` ends. */
export async function hold(path: string): Promise<{ release: () => Promise<void> }> {
  const { child, ended, out } = startOnWindows(holder, [path]);
  await expect.poll(out).toContain('held');
  return {
    release: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
