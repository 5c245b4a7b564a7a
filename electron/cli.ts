import { homedir } from 'node:os';
import { join } from 'node:path';

import { appError } from '../shared/errors.ts';
import { advice } from './cli/payees/advice.ts';
import { backup } from './cli/backup.ts';
import { approvalRules } from './cli/approvals/approval-rules.ts';
import { approve } from './cli/approvals/approve.ts';
import { delegate } from './cli/approvals/delegate.ts';
import { refuse } from './cli/approvals/refuse.ts';
import { releasePayee } from './cli/approvals/release-payee.ts';
import { requests } from './cli/approvals/requests.ts';
import { sendApproved } from './cli/approvals/send-approved.ts';
import { sendingDesks } from './cli/approvals/sending-desks.ts';
import { withdraw } from './cli/approvals/withdraw.ts';
import { bankFile } from './cli/bank-file.ts';
import { reconcile } from './cli/books/books.ts';
import { close } from './cli/closes/close.ts';
import {
  CommandFailed,
  printFailure,
  WrongUse,
  type Command,
  type CommandIo,
  type ExitCode,
  type Global,
} from './cli/input/command.ts';
import { call } from './cli/call.ts';
import { holidays } from './cli/days/holidays.ts';
import { doctor } from './cli/doctor.ts';
import { helpOf, helpOfAll, isHelp } from './cli/help.ts';
import { find } from './cli/find.ts';
import { due } from './cli/payments/due.ts';
import { evidence } from './cli/invoices/evidence.ts';
import { exportCommand } from './cli/export.ts';
import { invoice } from './cli/invoices/invoice.ts';
import { pay } from './cli/pay.ts';
import { recurring } from './cli/payments/recurring.ts';
import { proof } from './cli/proof.ts';
import { restore } from './cli/restore.ts';
import { rules } from './cli/rules.ts';
import { sandbox } from './cli/sandbox.ts';
import { counterparty } from './cli/payees/counterparty.ts';
import { screening } from './cli/payees/screening.ts';
import { statement } from './cli/statement.ts';
import { submissions } from './cli/submissions.ts';
import { sync } from './cli/sync.ts';
import { targets } from './cli/days/targets.ts';
import { team } from './cli/team/team.ts';
import { upload } from './cli/upload.ts';
import { systemClock } from './engines/machine/context.ts';
import type { DeskPrograms } from './desk/desk.ts';
import { classify } from './engines/ipc/classify.ts';
import { keepHeapSmall } from './engines/machine/small-heap.ts';

const commands: Readonly<Record<string, Command>> = {
  call,
  sync,
  statement,
  find,
  counterparty,
  rules,
  proof,
  export: exportCommand,
  screening,
  reconcile,
  close,
  upload,
  pay,
  due,
  recurring,
  holidays,
  targets,
  invoice,
  evidence,
  submissions,
  advice,
  backup,
  restore,
  doctor,
  'bank-file': bankFile,
  sandbox,
  team,
  'approval-rules': approvalRules,
  requests,
  approve,
  refuse,
  withdraw,
  delegate,
  'release-payee': releasePayee,
  'sending-desks': sendingDesks,
  'send-approved': sendApproved,
};

const isCommand = (commandName: string): boolean => Object.hasOwn(commands, commandName);

/** Whether a word belongs to the command line. The packaged app then answers it without a window. */
export const isAnswered = (commandName: string): boolean =>
  isCommand(commandName) || commandName === '--help';

/** Runs one command line, `[--bank FILE] [--data-dir DIR] <command> …`, and returns its exit code. Never throws. */
export async function runCli(args: readonly string[], io: CommandIo): Promise<ExitCode> {
  let usage = wholeUsage;
  let mayChange = false;
  let code: ExitCode;
  try {
    if (args.some(isHelp)) return printHelp(args, io);
    const { command, rest, global } = readGlobal(args, io);
    usage = `nostro ${command.usage}`;
    mayChange = command.mayChange ?? false;
    code = await command.run(rest, global);
  } catch (cause) {
    code = failed(cause, io, usage);
  }
  const reason = await io.written();
  if (reason === null) return code;
  const interrupted = printInterrupted(io, reason, mayChange);
  return code === 0 ? interrupted : code;
}

/** Reports lost output, so that a caller does not take a completed change for one that was not made. */
function printInterrupted(io: CommandIo, reason: string, mayChange: boolean): ExitCode {
  const code = mayChange ? 'outcome.unknown' : 'file.unwritable';
  const next = mayChange ? ' Do not send it again: “submissions” shows the result.' : '';
  return printFailure(io, {
    ...appError(code, crypto.randomUUID()),
    message: `Standard output could not be written (${reason}).${next}`,
  });
}

function failed(cause: unknown, io: CommandIo, usage: string): ExitCode {
  if (cause instanceof CommandFailed) return printFailure(io, cause.error);
  const correlationId = crypto.randomUUID();
  if (!(cause instanceof WrongUse)) return printFailure(io, classify(cause, correlationId));
  printFailure(io, {
    ...appError('input.invalid', correlationId),
    message: `${cause.message} Usage: ${usage}`,
    ...(cause.fields && { fields: { ...cause.fields } }),
  });
  return 2;
}

const wholeUsage = `nostro [--bank FILE] [--data-dir DIR] <command>, where <command> is ${Object.keys(commands).join(', ')}`;

/** Prints help, the only output that is not JSON. No command runs. */
function printHelp(args: readonly string[], io: CommandIo): ExitCode {
  const command = commands[args.find(isCommand) ?? ''];
  io.print(command ? helpOf(command) : helpOfAll(commands));
  return 0;
}

type Chosen = { command: Command; rest: string[]; global: Global };

function readGlobal(args: readonly string[], io: CommandIo): Chosen {
  const left = [...args];
  const given: Record<string, string> = {};
  while (left[0] === '--bank' || left[0] === '--data-dir') {
    const [option = '', value] = left.splice(0, 2);
    if (!value) throw new WrongUse(`${option} needs a value.`);
    given[option] = value;
  }
  const commandName = left.shift() ?? '';
  const command = isCommand(commandName) ? commands[commandName] : undefined;
  if (!command)
    throw new WrongUse(commandName ? `${commandName} is not a command.` : 'No command was given.');
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

/** The process's own streams. A closed pipe does not interrupt a change of the bank. */
export function processIo(programs: DeskPrograms): CommandIo {
  const { stdout, stderr } = process;
  let lost: string | null = null;
  stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    lost ??= code ?? 'closed';
  });
  stderr.on('error', () => undefined);
  return {
    env: process.env,
    clock: systemClock,
    standardInput: 0,
    print: (text) => lost ?? stdout.write(`${text}\n`),
    warn: (text) => stderr.write(`${text}\n`),
    isOutputOpen: () => lost === null,
    written: async () => {
      await new Promise<void>((resolve) => stdout.write('', () => setImmediate(resolve)));
      return lost === 'EPIPE' ? null : lost;
    },
    isTerminal: stderr.isTTY,
    programs,
  };
}

/** The threads' programs in the sources. */
const sources: DeskPrograms = {
  storeWorker: new URL('./desk/worker.ts', import.meta.url),
  sandbox: new URL('../sandbox/main.ts', import.meta.url),
};

if (import.meta.main) {
  keepHeapSmall();
  process.exitCode = await runCli(process.argv.slice(2), processIo(sources));
}
