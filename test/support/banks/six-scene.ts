import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

import { JsonNumber, parseExact } from '../../../shared/json/exact-json.ts';
import type { CliRun } from '../programs/cli.ts';
import { commandLineAt, type CommandLine, type Run } from '../programs/command-line.ts';
import type { FiledBank } from './bank-server.ts';
import type { SixBank } from './six.ts';

/** The day on which these banks stand, and the four days on which they booked. */
export const today = '2026-10-05';
export const period = ['--from', '2026-10-02', '--to', today] as const;

export type Scene<B> = Pick<CommandLine, 'folder' | 'call'> & {
  readonly bank: B;
  readonly run: Run;
  /** The same, which must succeed without a text on standard error. */
  readonly nostro: Run;
  /** The same with credentials that the bank does not know. */
  readonly stranger: Run;
};

/** The command line at such a bank. */
export async function sceneAt<B extends SixBank & FiledBank>(
  starting: Promise<B>,
): Promise<Scene<B>> {
  const { nostro: run, done: nostro, over, at, ...line } = await commandLineAt(starting);
  const wrong = Object.keys(line.bank.credentials).map((name) => [name, 'nobody']);
  const stranger = over(at('stranger'), Object.fromEntries(wrong) as Record<string, string>);
  return { ...line, run, nostro, stranger };
}

/** What the bank said last to a request, numbers by their letters. */
export const saidTo = ({ bank }: Scene<SixBank>, request: string): unknown =>
  digits(parseExact(bank.said.get(request) ?? 'null'));

/** Uploads a document of a sub-client, submits it and deletes it. Answers what each of the three printed. */
export async function submitAndDelete(
  { folder, call }: Pick<CommandLine, 'folder' | 'call'>,
  { path, body, fileName }: { path: object; body: object; fileName: string },
): Promise<readonly [uploaded: unknown, submitted: unknown, deleted: unknown]> {
  const file = join(folder, fileName);
  writeFileSync(file, '%PDF-1.7\n1 0 obj << >> endobj\n%%EOF\n');
  const printedBy = async (run: Promise<CliRun>): Promise<unknown> => {
    const { err, code } = await run;
    expect([err, code]).toEqual(['', 0]);
    return printed(await run);
  };
  return [
    await printedBy(call('uploadSubclientDocuments', { path, body }, '--file', file)),
    await printedBy(call('submitSubclient', { path })),
    await printedBy(call('deleteSubclient', { path })),
  ];
}

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
