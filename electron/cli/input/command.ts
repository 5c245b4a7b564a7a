import { randomUUID } from 'node:crypto';

import type { AppError, Outcome } from '../../../shared/errors.ts';
import type { Clock, Context } from '../../engines/machine/context.ts';
import type { DeskPrograms } from '../../desk/desk.ts';

/** What a command gets from the process it runs in. */
export type CommandIo = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** The descriptor of standard input. */
  readonly standardInput: number;
  /** One JSON text to standard output, a line end behind it. */
  print(text: string): void;
  /** To standard error. */
  warn(text: string): void;
  /** False once standard output takes nothing more: its reader went away, or its disk is full. */
  isOutputOpen(): boolean;
  /** Waits until what was printed is written; why it could not be, else null. A reader that went away is no fault. */
  written(): Promise<string | null>;
  /** True when a person watches standard error. */
  readonly isTerminal: boolean;
  readonly programs: DeskPrograms;
};

/** The options in front of every command. */
export type Global = {
  readonly io: CommandIo;
  /** The bank file; the built-in sandbox when left out. */
  readonly bankFile: string | undefined;
  readonly dataDir: string;
};

/** 0 done, 1 refused or failed, 2 wrong use, 3 outcome unknown, 4 waits for an approval. */
export type ExitCode = 0 | 1 | 2 | 3 | 4;

export type Command = {
  /** What it does, in a sentence. */
  readonly summary: string;
  /** One line of help: the arguments behind the command's name. */
  readonly usage: string;
  /** What it prints may be the only word of something that was changed at the bank. */
  readonly mayChange?: true;
  run(args: string[], global: Global): Promise<ExitCode>;
};

/** The command was used wrongly: exit 2, with the sentence and the usage. */
export class WrongUse extends Error {
  override name = 'WrongUse';
  /** What is wrong by its place in the input, where it has one. */
  readonly fields: Readonly<Record<string, string>> | undefined;

  constructor(message: string, fields?: Readonly<Record<string, string>>) {
    super(message);
    this.fields = fields;
  }
}

/** A context for one run of a command. */
export const newContext = (): Context => ({ correlationId: randomUUID() });

/** Carries an AppError up to the command line's one catch. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
  readonly error: AppError;

  constructor(error: AppError) {
    super(error.message);
    this.error = error;
  }
}

export function valueOf<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new CommandFailed(outcome.error);
  return outcome.value;
}

/** Tells a failure on standard error as JSON, and answers the exit code that goes with it. */
export function printFailure(io: CommandIo, error: AppError): ExitCode {
  const { code, message, retryable, correlationId, operation, bank, fields } = error;
  io.warn(
    JSON.stringify({
      error: {
        code,
        message,
        retryable,
        correlationId,
        ...(operation === undefined ? {} : { operation }),
        ...(bank === undefined ? {} : { status: bank.status, bank: bank.message ?? '' }),
        ...(fields === undefined ? {} : { fields }),
      },
    }),
  );
  return code === 'outcome.unknown' || code === 'session.password-unsure' ? 3 : 1;
}
