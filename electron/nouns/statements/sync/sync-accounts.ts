import { todayAt, type Period } from '../../../../shared/calendar/calendar.ts';
import { fail, type AppError, type Outcome } from '../../../../shared/errors.ts';
import { err, ok } from '../../../../shared/result.ts';
import { refreshAccount, refreshAccounts, type UnreadAccount } from '../../accounts/refresh.ts';
import { accountByNumber, listAccounts } from '../../accounts/tables.ts';
import type { Context } from '../../../engines/machine/context.ts';
import type { CacheReader } from '../../../engines/store/database.ts';
import type { StatementResult } from '../reading/reading-messages.ts';
import { syncStatement, type StatementSync } from './statement-sync.ts';
import { defaultPeriod, periodProblem } from './sync-period.ts';

export type SyncParts = Omit<StatementSync, 'onProgress'> & { readonly reader: CacheReader };

export type SyncQuestion = {
  /** The accounts to sync; if missing, all known accounts. */
  readonly accountNumbers?: readonly string[] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** Is it a run over all accounts and everything new? */
export const isWholeRun = ({ accountNumbers, from, to }: SyncQuestion): boolean =>
  accountNumbers === undefined && from === undefined && to === undefined;

export type AccountResult = {
  readonly accountNumber: string;
  readonly outcome: Outcome<StatementResult>;
};

type Reporter = {
  readonly begin?: (accountNumber: string) => void;
  readonly progress?: (accountNumber: string, received: number, totalItems: number) => void;
  readonly end?: (result: AccountResult) => void;
  /** The bank did not send its list of accounts. The known accounts are still read. */
  readonly unlisted?: (error: AppError) => void;
};

/** Would the failure also meet every other account? */
export const endsRun = (error: AppError): boolean =>
  error.code.startsWith('network.') ||
  error.code.startsWith('session.') ||
  error.code.startsWith('store.') ||
  error.code === 'cancelled';

/** Refreshes the accounts, then reads and proves each one's statement in sequence. */
export async function syncAccounts(
  parts: SyncParts,
  question: SyncQuestion,
  context: Context,
  report: Reporter = {},
): Promise<Outcome<AccountResult[]>> {
  const numbers = await accountsOf(parts, question, context, report);
  if (!numbers.ok) return numbers;
  const results: AccountResult[] = [];
  for (const accountNumber of numbers.value.read) {
    report.begin?.(accountNumber);
    const outcome = await syncOne(parts, accountNumber, question, { context, report });
    const result = { accountNumber, outcome };
    results.push(result);
    report.end?.(result);
    if (!outcome.ok && endsRun(outcome.error)) return ok(results);
  }
  for (const { accountNumber, error } of numbers.value.unread) {
    const result = { accountNumber, outcome: err(error) };
    results.push(result);
    report.end?.(result);
  }
  return ok(results);
}

async function syncOne(
  parts: SyncParts,
  accountNumber: string,
  question: SyncQuestion,
  { context, report }: { context: Context; report: Reporter },
): Promise<Outcome<StatementResult>> {
  const standard = defaultPeriod(parts.reader, accountNumber, todayAt(parts.clock.now()));
  const period: Period = { from: question.from ?? standard.from, to: question.to ?? standard.to };
  const problem = periodProblem(period);
  if (problem) return fail('input.invalid', context.correlationId, problem);
  return syncStatement(
    {
      ...parts,
      currency: knownCurrency(parts.reader, accountNumber),
      onProgress: (received, totalItems) => report.progress?.(accountNumber, received, totalItems),
    },
    { accountNumber, ...period },
    context,
  );
}

/** Returns the account's currency; null if the local copy has none yet. */
function knownCurrency(reader: CacheReader, accountNumber: string): string | null {
  const currency = accountByNumber(reader, accountNumber)?.currency ?? '';
  return currency === '' ? null : currency;
}

type AccountsOfRun = {
  readonly read: readonly string[];
  /** Accounts of the list that cannot be stored as sent. */
  readonly unread: readonly UnreadAccount[];
};

/** Returns the accounts of a run. If the bank cannot list them, statements are still read by the requested numbers. */
async function accountsOf(
  parts: SyncParts,
  { accountNumbers }: SyncQuestion,
  context: Context,
  report: Reporter,
): Promise<Outcome<AccountsOfRun>> {
  if (accountNumbers && accountNumbers.length > 0)
    return refreshNumbered(parts, accountNumbers, context);
  const known = () => listAccounts(parts.reader).map((account) => account.accountNumber);
  if (parts.bank.isOpen('getAllAccounts')) {
    const refreshed = await refreshAccounts(parts, context);
    if (refreshed.ok) return ok({ read: known(), unread: refreshed.value.unread });
    if (endsRun(refreshed.error) || known().length === 0) return refreshed;
    report.unlisted?.(refreshed.error);
  }
  const read = known();
  if (read.length > 0) return ok({ read, unread: [] });
  return fail('operation.closed', context.correlationId, {
    operation: 'getAllAccounts',
    message:
      'This bank’s list of accounts is not known yet; an account can be fetched by its number.',
  });
}

async function refreshNumbered(
  parts: SyncParts,
  accountNumbers: readonly string[],
  context: Context,
): Promise<Outcome<AccountsOfRun>> {
  for (const accountNumber of accountNumbers) {
    const refreshed = await refreshAccount(parts, accountNumber, context);
    if (!refreshed.ok && endsRun(refreshed.error)) return refreshed;
  }
  return ok({ read: accountNumbers, unread: [] });
}
