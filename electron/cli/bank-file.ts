import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

import { appError } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { writeNewFile } from '../engines/exports/whole-file.ts';
import type { Recording } from '../connections/recordings/exchanges/exchange.ts';
import type { Proposal } from '../connections/recordings/propose.ts';
import { argumentsOf, required } from './input/arguments.ts';
import { CommandFailed, WrongUse, type Command } from './input/command.ts';

/** Proposes a bank file from recorded traffic, with the evidence for each place and the open questions. No network, no store. */
export const bankFile: Command = {
  summary: 'Proposes a bank file from recorded requests and answers. No network.',
  usage: 'bank-file --from FOLDER|FILE... [--answer PLACE=CHOICE...] [--out FILE]',
  run: async (args, { io }) => {
    const { values } = argumentsOf(args, {
      from: { type: 'string', multiple: true },
      answer: { type: 'string', multiple: true },
      out: { type: 'string' },
    });
    required(values.from?.[0], 'from');
    const recordings = (values.from ?? []).flatMap(recordingsAt);
    const { bankFileText, proposeBankFile } = await import('../connections/recordings/propose.ts');
    const proposed = await proposeBankFile(recordings, answersIn(values.answer ?? []));
    if (!proposed.ok)
      throw new CommandFailed(
        appError('recording.unusable', randomUUID(), {
          message: proposed.error.message,
          fields: { ...proposed.error.fields },
        }),
      );
    const proposal = proposed.value;
    if (values.out === undefined) io.print(JSON.stringify(proposal));
    else {
      const file = await write(resolve(values.out), proposal, bankFileText);
      io.print(JSON.stringify({ file, ...proposal }));
    }
    return 0;
  },
};

const endings = /\.(har|json|txt|http)$/i;

/** Reads one file, or the files of a folder whose names end as recordings do. Subfolders are not read. */
function recordingsAt(path: string): Recording[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new WrongUse(`--from: not found: ${path}.`);
  if (!stat.isDirectory()) return [readRecording(path)];
  const files = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.test(entry.name))
    .map(({ name }) => join(path, name));
  if (files.length === 0)
    throw new WrongUse(`--from: the folder has no .har, .json, .txt or .http files: ${path}.`);
  if (files.length > limits.recordingFilesMax)
    throw new WrongUse(`--from: the folder has too many recordings: ${path}.`);
  return files.map(readRecording);
}

function readRecording(path: string): Recording {
  const stat = statSync(path);
  if (!stat.isFile()) throw new WrongUse(`--from: not a regular file: ${path}.`);
  if (stat.size > limits.recordingBytesMax)
    throw new WrongUse(`--from: the file is too large for a recording: ${path}.`);
  try {
    return { name: basename(path), bytes: readFileSync(path) };
  } catch {
    throw new WrongUse(`--from: the file cannot be read: ${path}.`);
  }
}

function answersIn(given: readonly string[]): ReadonlyMap<string, string> {
  const answers = new Map<string, string>();
  for (const text of given) {
    const at = text.indexOf('=');
    if (at < 1) throw new WrongUse('--answer must be written as PLACE=CHOICE.');
    const place = text.slice(0, at);
    if (answers.has(place)) throw new WrongUse('--answer is given twice for the same place.');
    answers.set(place, text.slice(at + 1));
  }
  return answers;
}

/** Writes the bank file whole or not at all, never over another file, and not while a question is open: a written file is used. */
async function write(
  file: string,
  proposal: Proposal,
  textOf: (proposal: Proposal) => string,
): Promise<string> {
  const { questions } = proposal;
  if (questions.length > 0)
    throw new CommandFailed(
      appError('recording.open', randomUUID(), {
        message: `${questions.length === 1 ? 'One question is' : `${String(questions.length)} questions are`} open.`,
        fields: Object.fromEntries(
          questions.map(({ place, question, choices }) => [
            place,
            `${question} ${choices.join(' | ')}`,
          ]),
        ),
      }),
    );
  await writeNewFile(file, [textOf(proposal)]);
  return file;
}
