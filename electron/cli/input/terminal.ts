import { closeSync, openSync, readSync, writeSync } from 'node:fs';

import { appError } from '../../../shared/errors.ts';
import { CommandFailed, newContext } from './command.ts';

const device = process.platform === 'win32' ? ['CONIN$', 'CONOUT$'] : ['/dev/tty', '/dev/tty'];

/** Opens the terminal of this process, even where its standard streams are redirected; null without one. */
function terminal(): readonly [input: number, output: number] | null {
  try {
    const [input = '', output = ''] = device;
    return [openSync(input, 'r'), openSync(output, 'w')];
  } catch {
    return null;
  }
}

/** Longer than any answer. */
const answerBytesMax = 1_000;

/**
 * Asks the person at the terminal to type `expected` after a question. A pipe cannot answer. Throws `confirmation.required` where there
 * is no terminal, or where something else is typed.
 */
export function confirmOnTerminal(question: string, expected: string): void {
  const open = terminal();
  if (open === null)
    throw refused('This command asks the person at a terminal, and there is none.');
  const [input, output] = open;
  try {
    writeSync(output, `${printable(question)} Type ${printable(expected)} to go on: `);
    const bytes = Buffer.alloc(answerBytesMax);
    const typed = bytes.subarray(0, readSync(input, bytes)).toString('utf8').trim();
    if (typed !== expected) throw refused('Something else was typed.');
  } finally {
    closeSync(input);
    closeSync(output);
  }
}

/** Removes control characters: one that moves the cursor could hide a part of the question. */
const printable = (text: string): string => text.replace(/[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');

/** Foreign text on one line, so that it cannot look like a line of ours. */
export const oneLine = (text: string): string => printable(text).replaceAll('\n', ' ');

const refused = (message: string): CommandFailed =>
  new CommandFailed(appError('confirmation.required', newContext().correlationId, { message }));
