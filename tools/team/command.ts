import { runCli } from '../../electron/cli.ts';
import type { DeskPrograms } from '../../electron/desk/desk.ts';
import { systemClock } from '../../electron/engines/machine/context.ts';

/** The threads' programs, in the sources. */
export const programs: DeskPrograms = {
  storeWorker: new URL('../../electron/desk/worker.ts', import.meta.url),
  sandbox: new URL('../../sandbox/main.ts', import.meta.url),
};

/** Runs a command of the command line at a desk. Returns the JSON that it printed; throws with the sentence of its failure. */
export async function nostro<T>(
  dataDir: string,
  env: Record<string, string>,
  ...args: readonly string[]
): Promise<T> {
  const [printed, warned]: [string[], string[]] = [[], []];
  const code = await runCli(['--data-dir', dataDir, ...args], {
    ...{ env, programs, clock: systemClock, standardInput: 0, isTerminal: false },
    print: (text) => printed.push(text),
    warn: (text) => warned.push(text),
    isOutputOpen: () => true,
    written: () => Promise.resolve(null),
  });
  if (code !== 0) throw new Error(messageIn(warned));
  return JSON.parse(printed.join('')) as T;
}

function messageIn(warned: readonly string[]): string {
  const last = JSON.parse(warned.at(-1) ?? '{}') as { error?: { message?: string } };
  return last.error?.message ?? 'The command failed.';
}
