import { setImmediate } from 'node:timers/promises';

import { dayNumber, todayAt, type Period, type Timestamp } from '../../shared/calendar.ts';
import { appError, DeskFault, fail, type AppError, type Outcome } from '../../shared/errors.ts';
import type { SyncProgress } from '../../shared/ipc/statements.ts';
import { limits } from '../../shared/limits.ts';
import { err, ok } from '../../shared/result.ts';
import { timestampNow, type Context } from '../machine/context.ts';
import { accountByNumber, listAccounts } from '../accounts/tables.ts';
import type { CacheReader } from '../store/database.ts';
import { isEntryDay } from './entry-keys.ts';
import { refreshAccount, refreshAccounts, type UnreadAccount } from '../accounts/refresh.ts';
import { defaultPeriod } from './default-range.ts';
import { syncStatement, type StatementResult, type StatementSync } from './statements.ts';

export type SyncParts = Omit<StatementSync, 'onProgress'> & { readonly reader: CacheReader };

export type SyncQuestion = {
  /** All known accounts when left out. */
  readonly accountNumbers?: readonly string[] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

export type AccountResult = {
  readonly accountNumber: string;
  readonly outcome: Outcome<StatementResult>;
};

type Reporter = {
  readonly begin?: (accountNumber: string) => void;
  readonly progress?: (accountNumber: string, received: number, totalItems: number) => void;
  readonly end?: (result: AccountResult) => void;
};

/** Failures that would meet every other account too. */
const endsTheRun = (error: AppError): boolean =>
  error.code.startsWith('network.') ||
  error.code.startsWith('session.') ||
  error.code.startsWith('store.') ||
  error.code === 'cancelled';

/** Refreshes the accounts, then reads and proves each one's statement, one after the other. */
export async function syncAccounts(
  parts: SyncParts,
  question: SyncQuestion,
  context: Context,
  report: Reporter = {},
): Promise<Outcome<AccountResult[]>> {
  const numbers = await accountsOf(parts, question, context);
  if (!numbers.ok) return numbers;
  const results: AccountResult[] = [];
  for (const accountNumber of numbers.value.read) {
    report.begin?.(accountNumber);
    const outcome = await syncOne(parts, accountNumber, question, { context, report });
    const result = { accountNumber, outcome };
    results.push(result);
    report.end?.(result);
    if (!outcome.ok && endsTheRun(outcome.error)) return ok(results);
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

/** Empty in the local copy means that it is not known yet. */
function knownCurrency(reader: CacheReader, accountNumber: string): string | null {
  const currency = accountByNumber(reader, accountNumber)?.currency ?? '';
  return currency === '' ? null : currency;
}

/** Why a period cannot be read; null when it can. Every day of it is kept with its proof, also one without an entry. */
function periodProblem({ from, to }: Period): { message: string; fields: Fields } | null {
  if (dayNumber(from) > dayNumber(to))
    return {
      message: `The period ends (${to}) before it begins (${from}). Nothing was asked.`,
      fields: { from: `must not be after ${to}` },
    };
  if (!isEntryDay(dayNumber(from)) || !isEntryDay(dayNumber(to)))
    return {
      message: 'The local copy keeps days from 1970 on. Nothing was asked.',
      fields: { [isEntryDay(dayNumber(from)) ? 'to' : 'from']: 'is no day that can be kept' },
    };
  const years = String(Math.floor(limits.periodDaysMax / 365.25));
  return dayNumber(to) - dayNumber(from) < limits.periodDaysMax
    ? null
    : {
        message: `A period has at most ${years} years. Nothing was asked.`,
        fields: { from: `is more than ${years} years before ${to}` },
      };
}

type Fields = Readonly<Record<string, string>>;

type AccountsOfRun = {
  readonly read: readonly string[];
  /** Told by the list, and not to be kept as told. */
  readonly unread: readonly UnreadAccount[];
};

/** The accounts of a run. A bank that cannot tell them still has its statements read, by the numbers asked for. */
async function accountsOf(
  parts: SyncParts,
  { accountNumbers }: SyncQuestion,
  context: Context,
): Promise<Outcome<AccountsOfRun>> {
  if (accountNumbers && accountNumbers.length > 0) return askedFor(parts, accountNumbers, context);
  let unread: readonly UnreadAccount[] = [];
  if (parts.bank.isOpen('getAllAccounts')) {
    const refreshed = await refreshAccounts(parts, context);
    if (!refreshed.ok) return refreshed;
    unread = refreshed.value.unread;
  }
  const read = listAccounts(parts.reader).map((account) => account.accountNumber);
  if (read.length > 0 || parts.bank.isOpen('getAllAccounts')) return ok({ read, unread });
  return fail('operation.closed', context.correlationId, {
    operation: 'getAllAccounts',
    message:
      'This bank’s list of accounts is not known yet; an account can be fetched by its number.',
  });
}

async function askedFor(
  parts: SyncParts,
  accountNumbers: readonly string[],
  context: Context,
): Promise<Outcome<AccountsOfRun>> {
  for (const accountNumber of accountNumbers) {
    const refreshed = await refreshAccount(parts, accountNumber, context);
    if (!refreshed.ok && endsTheRun(refreshed.error)) return refreshed;
    if (!refreshed.ok) await parts.cache.ensureAccount(accountNumber, null);
  }
  return ok({ read: accountNumbers, unread: [] });
}

type AccountProgress = SyncProgress['accounts'][number];

/** One run at a time, told to the window as it goes. */
export class SyncRunner {
  readonly #parts: SyncParts;
  readonly #announce: (progress: SyncProgress) => void;
  readonly #onAccount: (accountNumber: string) => void;
  readonly #afterAccounts: (context: Context) => Promise<Outcome<unknown>>;
  #accounts = new Map<string, AccountProgress>();
  #abort: AbortController | null = null;
  #startedAt: Timestamp | null = null;
  #finishedAt: Timestamp | null = null;
  #error: AppError | null = null;
  #inserted = 0;
  #results: AccountResult[] = [];
  #done: Promise<void> = Promise.resolve();

  constructor(options: {
    parts: SyncParts;
    announce: (progress: SyncProgress) => void;
    /** An account's statement was read to its end. */
    onAccount: (accountNumber: string) => void;
    /** What else is refreshed once the statements are in: beneficiaries, sub-clients. */
    afterAccounts: (context: Context) => Promise<Outcome<unknown>>;
  }) {
    this.#parts = options.parts;
    this.#announce = options.announce;
    this.#onAccount = options.onAccount;
    this.#afterAccounts = options.afterAccounts;
  }

  get progress(): SyncProgress {
    return {
      running: this.#abort !== null,
      accounts: [...this.#accounts.values()],
      startedAt: this.#startedAt,
      finishedAt: this.#finishedAt,
      error: this.#error,
      inserted: this.#inserted,
    };
  }

  /** How each account's statement ended, in this run or the last one. */
  get results(): readonly AccountResult[] {
    return this.#results;
  }

  /** Waits until the run under way is over. */
  async ended(): Promise<void> {
    await this.#done;
  }

  /** Starts a run and answers at once; while one is running it answers that one. */
  start(question: SyncQuestion, context: Context): SyncProgress {
    if (this.#abort) return this.progress;
    this.#abort = new AbortController();
    this.#startedAt = this.#now();
    this.#finishedAt = null;
    this.#error = null;
    this.#inserted = 0;
    this.#results = [];
    this.#accounts = new Map();
    this.#done = this.#run(question, { ...context, signal: this.#abort.signal })
      .catch((cause: unknown) => {
        this.#breakOff(cause, context);
      })
      .finally(() => {
        this.#abort = null;
        this.#finishedAt = this.#now();
        this.#tell();
      });
    return this.progress;
  }

  /** Stops after the page under way; what is saved stays, and the next run goes on there. */
  async stop(): Promise<SyncProgress> {
    this.#abort?.abort();
    await this.#done;
    return this.progress;
  }

  async #run(question: SyncQuestion, context: Context): Promise<void> {
    // The answer that it runs leaves first: a run that ends at once must not be overtaken by it.
    await setImmediate();
    const outcome = await syncAccounts(this.#parts, question, context, {
      begin: (accountNumber) => {
        this.#set(accountNumber, { state: 'running' });
      },
      progress: (accountNumber, received, totalItems) => {
        this.#set(accountNumber, { received, totalItems });
      },
      end: (result) => {
        this.#results.push(result);
        this.#end(result.accountNumber, result.outcome);
      },
    });
    if (!outcome.ok) this.#error = outcome.error;
    if (this.#error || question.accountNumbers) return;
    const rest = await this.#afterAccounts(context);
    if (!rest.ok) this.#error = rest.error;
  }

  /** The local copy takes no more, or something of ours went wrong: what is saved stays, and the run says so. */
  #breakOff(cause: unknown, { correlationId }: Context): void {
    const error =
      cause instanceof DeskFault
        ? appError(cause.code, correlationId, { message: cause.message })
        : appError('internal', correlationId);
    this.#error = error;
    for (const { accountNumber, state } of [...this.#accounts.values()])
      if (state === 'running') this.#set(accountNumber, { state: 'failed', error });
  }

  #end(accountNumber: string, ended: Outcome<StatementResult>): void {
    const error = ended.ok ? ended.value.problem : ended.error;
    if (ended.ok) this.#inserted += ended.value.summary.inserted;
    else if (endsTheRun(ended.error)) this.#error = ended.error;
    this.#set(accountNumber, { state: error ? 'failed' : 'done', error });
    this.#onAccount(accountNumber);
  }

  #set(accountNumber: string, change: Partial<AccountProgress>): void {
    const known = this.#accounts.get(accountNumber) ?? this.#waiting(accountNumber);
    this.#accounts.set(accountNumber, { ...known, ...change });
    this.#tell();
  }

  #waiting(accountNumber: string): AccountProgress {
    const account = listAccounts(this.#parts.reader).find(
      (known) => known.accountNumber === accountNumber,
    );
    return {
      accountNumber,
      accountName: account?.accountName ?? accountNumber,
      state: 'waiting',
      received: 0,
      totalItems: null,
      error: null,
    };
  }

  #tell(): void {
    this.#announce(this.progress);
  }

  #now(): Timestamp {
    return timestampNow(this.#parts.clock);
  }
}
