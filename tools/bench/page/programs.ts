import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';

import { builtPrograms } from './build.ts';

/** What a program of the bench prints as its last line. */
export type Run = Readonly<Record<string, number>>;

/** The place of a run: the folder of its copies, its entries and its accounts. */
export type Place = {
  readonly folder: string;
  readonly entries: number;
  readonly accounts: number;
};

const sourceOf = (name: string): string => join(import.meta.dirname, '../runs', name);

/** Returns the bundle of a program that is bundled as the product is; else the source. */
function programOf(name: string): string {
  const built = join(builtPrograms, basename(name).replace(/\.ts$/, '.mjs'));
  return existsSync(built) ? built : sourceOf(name);
}

/** Runs a program of `runs/`, or one that is named from there such as `../team/open-run.ts`, to its end in a process of its own. Throws its last words where it fails. */
export async function runJson(name: string, ...args: (string | number)[]): Promise<Run> {
  const child = spawn(process.execPath, [programOf(name), ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, failed] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (failed += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${name}: ${lastWordsOf(failed)}`);
  return JSON.parse(output.trim().split('\n').at(-1) ?? '') as Run;
}

const lastWordsOf = (text: string): string =>
  /^(?:\w*Error|Uncaught).*$/m.exec(text)?.[0] ?? text.trim().split('\n').at(-1) ?? 'it ended';

type Bank = { readonly entries: number; readonly accounts: number; readonly payees?: number };

/** The bank of the bench in a process of its own, for as long as the work takes. */
export async function withBank<T>(
  { entries, accounts, payees = 0 }: Bank,
  work: (bank: { url: string }) => Promise<T>,
): Promise<T> {
  const args = [entries, accounts, payees].map(String);
  const child = spawn(process.execPath, [sourceOf('bank.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
    return await work({ url });
  } finally {
    child.kill();
  }
}
