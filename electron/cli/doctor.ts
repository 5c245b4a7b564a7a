import { randomUUID } from 'node:crypto';

import { catalogue, operationNames } from '../../shared/bank/catalogue.ts';
import { addDays, todayAt } from '../../shared/calendar.ts';
import type { AppError, Outcome } from '../../shared/errors.ts';
import type { BankClient } from '../bank/client.ts';
import { isConfirmed, type BankFile } from '../bank/bank-file.ts';
import { dialectName } from '../bank/dialect.ts';
import { systemClock, type Context } from '../context.ts';
import { dialectMemory } from '../profile/found-dialect.ts';
import type { Profile } from '../profile/profiles.ts';
import { readPage } from '../sync/statements/range-reader.ts';
import { argumentsOf } from './arguments.ts';
import { withBank } from './bank-access.ts';
import type { Command } from './command.ts';

type Check = {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly error?: AppError;
};

/** Asks the bank, by reads only, whether it is what its bank file says, and prints a report. */
export const doctor: Command = {
  usage: 'doctor [--account NUMBER]',
  run: (args, global) => {
    const { values } = argumentsOf(args, { account: { type: 'string' } });
    return withBank(global, async (bank, profile) => {
      const report = await examine(bank, profile, values.account);
      global.io.print(JSON.stringify(report));
      return report.ok ? 0 : 1;
    });
  },
};

async function examine(bank: BankClient, profile: Profile, asked: string | undefined) {
  const { bankFile } = profile;
  const context: Context = { correlationId: randomUUID() };
  const checks: Check[] = [{ check: 'sign-in', ok: true, detail: 'The bank gave a token.' }];
  if (bank.isOpen('getCurrentUserInfo'))
    checks.push(probed('user', await bank.call('getCurrentUserInfo', {}, context)));
  const account = asked ?? (await firstAccount(bank, checks, context));
  const dialect = await statementCheck(bank, profile, account, { checks, context });
  return {
    ok: checks.every((check) => check.ok),
    bank: { name: bankFile.name, environment: bankFile.environment, host: hostOf(bankFile) },
    clockOffsetMs: bank.clockOffsetMs(),
    statementDialect: dialect,
    checks,
    operations: operationNames.map((name) => ({
      name,
      origin: catalogue[name].origin,
      open: isConfirmed(bankFile, name),
      overridden: Object.hasOwn(bankFile.operations, name),
    })),
  };
}

const hostOf = ({ baseUrl }: BankFile): string => new URL(baseUrl).host;

async function firstAccount(
  bank: BankClient,
  checks: Check[],
  context: Context,
): Promise<string | undefined> {
  if (!bank.isOpen('getAllAccounts')) return undefined;
  const answer = await bank.call('getAllAccounts', {}, context);
  checks.push(probed('accounts', answer));
  if (!answer.ok) return undefined;
  const [first] = answer.value.accounts;
  return first?.fundingDetails?.[0]?.accountNumber ?? first?.accountId;
}

async function statementCheck(
  bank: BankClient,
  { bankFile, folder }: Profile,
  accountNumber: string | undefined,
  { checks, context }: { checks: Check[]; context: Context },
): Promise<string | null> {
  if (accountNumber === undefined) {
    checks.push(
      failedCheck('statement', 'No account is known to ask for: name one with --account.'),
    );
    return null;
  }
  const memory = dialectMemory(bankFile, folder.findings);
  const today = todayAt(systemClock.now());
  const range = { accountNumber, from: addDays(today, -30), to: today };
  let reason = 'no dialect fits';
  for (const dialect of memory.candidates()) {
    const asking = { dialect, pageSize: Math.min(memory.pageSize, 50) };
    const answer = await readPage(bank, range, asking, { pageIndex: 0, context });
    if (!answer.ok) {
      checks.push(probed('statement', answer));
      return null;
    }
    if (answer.value.echo === null) {
      checks.push({
        check: 'statement',
        ok: true,
        detail: `It answers as asked by ${dialectName(dialect)}.`,
      });
      return dialectName(dialect);
    }
    reason = answer.value.echo;
  }
  checks.push(failedCheck('statement', reason));
  return null;
}

const failedCheck = (check: string, detail: string): Check => ({ check, ok: false, detail });

function probed(check: string, outcome: Outcome<unknown>): Check {
  return outcome.ok
    ? { check, ok: true, detail: 'It answered in the expected shape.' }
    : { check, ok: false, detail: outcome.error.message, error: outcome.error };
}
