import { randomUUID } from 'node:crypto';

import type { AppError, Outcome } from '../../../shared/errors.ts';
import type { Clock, Context } from '../../engines/machine/context.ts';
import type { DeskPrograms } from '../../desk/desk.ts';

/** The services of the process in which a command runs. */
export type CommandIo = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** The descriptor of standard input. */
  readonly standardInput: number;
  /** Prints one JSON text and a line end to standard output. */
  print(text: string): void;
  /** Prints to standard error. */
  warn(text: string): void;
  /** False once standard output accepts nothing more: its reader closed, or its disk is full. */
  isOutputOpen(): boolean;
  /** Waits until all output is written. Returns why it could not be, else null. A reader that closed is no failure. */
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
  /** One sentence about the command. */
  readonly summary: string;
  /** One line of help: the arguments after the command's name. */
  readonly usage: string;
  /** Its output may be the only report of a change at the bank. */
  readonly mayChange?: true;
  run(args: string[], global: Global): Promise<ExitCode>;
};

/** The command was used wrongly: exit 2, with the sentence and the usage. */
export class WrongUse extends Error {
  override name = 'WrongUse';
  /** The problems by their places in the input, where they have one. */
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

/** Prints a failure to standard error as JSON, and returns its exit code. */
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
