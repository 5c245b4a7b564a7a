import type { AppError } from '../../shared/errors.ts';
import { syncAccounts, type AccountResult } from '../nouns/statements/sync/sync-accounts.ts';
import { accountsOption, argumentsOf, periodOptions } from './input/arguments.ts';
import { withDesk } from './input/bank-access.ts';
import {
  newContext,
  valueOf,
  printFailure,
  type Command,
  type CommandIo,
} from './input/command.ts';

/** Fetches and proves the statements of accounts, and prints the results. */
export const sync: Command = {
  summary: 'Fetches and proves statements, and looks up what has no answer.',
  usage: 'sync --account NUMBER...|all [--from D --to D]',
  run: (args, global) => {
    const { values, positionals } = argumentsOf(
      args,
      {
        account: { type: 'string', multiple: true },
        from: { type: 'string' },
        to: { type: 'string' },
      },
      { positionals: true },
    );
    const accountNumbers = accountsOption([...(values.account ?? []), ...positionals]);
    const period = periodOptions(values);
    return withDesk(global, async ({ syncParts, lookups }) => {
      const question = { accountNumbers: accountNumbers ?? undefined, ...period };
      const results = valueOf(
        await syncAccounts(syncParts, question, newContext(), {
          progress: progressPrinter(global.io),
        }),
      );
      await lookups.tick({ all: true });
      const accounts = results.flatMap(({ outcome }) =>
        outcome.ok ? [outcome.value.summary] : [],
      );
      const failed = results.flatMap(failedOf);
      global.io.print(JSON.stringify({ accounts, ...(failed.length > 0 ? { failed } : {}) }));
      const failures = results.flatMap(failureOf);
      for (const error of failures) printFailure(global.io, error);
      return failures.length > 0 ? 1 : 0;
    });
  },
};

/** An account whose statement was not read, with a short reason. The whole failure goes to standard error. */
function failedOf({ accountNumber, outcome }: AccountResult) {
  if (outcome.ok) return [];
  const { code, message, bank } = outcome.error;
  return [{ accountNumber, code, message, ...(bank ? { status: bank.status } : {}) }];
}

function failureOf({ outcome }: AccountResult): AppError[] {
  const error = outcome.ok ? outcome.value.problem : outcome.error;
  return error ? [error] : [];
}

function progressPrinter(io: CommandIo) {
  return (accountNumber: string, received: number, totalItems: number): void => {
    if (io.isTerminal) io.warn(`${accountNumber}: ${received} of ${totalItems}`);
  };
}
