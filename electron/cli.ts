import { homedir } from 'node:os';
import { join } from 'node:path';

import { appError } from '../shared/errors.ts';
import { CommandFailed } from './cli/bank-access.ts';
import { call } from './cli/call.ts';
import {
  tellFailure,
  WrongUse,
  type Command,
  type CommandIo,
  type ExitCode,
  type Global,
} from './cli/command.ts';
import { doctor } from './cli/doctor.ts';
import { exportCommand } from './cli/export.ts';
import { pay } from './cli/pay.ts';
import { proof } from './cli/proof.ts';
import { sandbox } from './cli/sandbox.ts';
import { statement } from './cli/statement.ts';
import { submissions } from './cli/submissions.ts';
import { sync } from './cli/sync.ts';
import { upload } from './cli/upload.ts';
import type { DeskPrograms } from './desk.ts';
import { classify } from './ipc/classify.ts';
import { keepHeapSmall } from './small-heap.ts';

const commands: Readonly<Record<string, Command>> = {
  call,
  sync,
  statement,
  proof,
  export: exportCommand,
  upload,
  pay,
  submissions,
  doctor,
  sandbox,
};

/** Is the word one of the command line's? Then the packaged app answers it without a window. */
export const isCommand = (word: string): boolean => Object.hasOwn(commands, word);

/** Runs one command line, `[--bank FILE] [--data-dir DIR] <command> …`, and answers its exit code. Never throws. */
export async function runCli(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  let usage = wholeUsage;
  try {
    const { command, rest, global } = readGlobal(args, io);
    usage = `nostro ${command.usage}`;
    return await command.run(rest, global);
  } catch (cause) {
    return failed(cause, io, usage);
  }
}

function failed(cause: unknown, io: CommandIo, usage: string): ExitCode {
  if (cause instanceof CommandFailed) return tellFailure(io, cause.error);
  const correlationId = crypto.randomUUID();
  if (!(cause instanceof WrongUse)) return tellFailure(io, classify(cause, correlationId));
  tellFailure(io, {
    ...appError('input.invalid', correlationId),
    message: `${cause.message} Usage: ${usage}`,
  });
  return 2;
}

const wholeUsage = `nostro [--bank FILE] [--data-dir DIR] <command>, where <command> is ${Object.keys(commands).join(', ')}`;

type Chosen = { command: Command; rest: string[]; global: Global };

function readGlobal(args: readonly string[], io: CommandIo): Chosen {
  const left = [...args];
  const given: Record<string, string> = {};
  while (left[0] === '--bank' || left[0] === '--data-dir') {
    const [option = '', value] = left.splice(0, 2);
    if (value === undefined) throw new WrongUse(`${option} needs a value.`);
    given[option] = value;
  }
  const word = left.shift() ?? '';
  const command = isCommand(word) ? commands[word] : undefined;
  if (!command) throw new WrongUse(word ? `${word} is not a command.` : 'No command was given.');
  const dataDir = given['--data-dir'] ?? io.env['NOSTRO_DATA_DIR'] ?? defaultDataDir(io.env);
  return { command, rest: left, global: { io, bankFile: given['--bank'], dataDir } };
}

/** The same folder that the window uses on this system. */
function defaultDataDir(env: CommandIo['env']): string {
  if (process.platform === 'darwin')
    return join(homedir(), 'Library', 'Application Support', 'Nostro');
  if (process.platform === 'win32')
    return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Nostro');
  return join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'Nostro');
}

/** The process's own streams. */
export const processIo = (programs: DeskPrograms): CommandIo => ({
  env: process.env,
  print: (text) => process.stdout.write(`${text}\n`),
  warn: (text) => process.stderr.write(`${text}\n`),
  isTerminal: process.stderr.isTTY,
  programs,
});

/** The threads' programs as they lie in the sources. */
const sources: DeskPrograms = {
  storeWorker: new URL('./store/worker.ts', import.meta.url),
  sandbox: new URL('../sandbox/main.ts', import.meta.url),
};

if (import.meta.main) {
  keepHeapSmall();
  process.exitCode = await runCli(process.argv.slice(2), processIo(sources));
}
