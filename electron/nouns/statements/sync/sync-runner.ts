import { setImmediate } from 'node:timers/promises';

import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import { appError, DeskFault, type AppError, type Outcome } from '../../../../shared/errors.ts';
import type { SyncProgress } from '../../../../shared/ipc/accounts/statements.ts';
import { listAccounts } from '../../accounts/tables.ts';
import { timestampNow, type Context } from '../../../engines/machine/context.ts';
import type { StatementResult } from '../reading/reading-messages.ts';
import {
  endsRun,
  isWholeRun,
  syncAccounts,
  type AccountResult,
  type SyncParts,
  type SyncQuestion,
} from './sync-accounts.ts';

type AccountProgress = SyncProgress['accounts'][number];

type WholeRun = { readonly startedAt: Timestamp; readonly finishedAt: Timestamp };

/** Executes one run at a time and announces its progress to the window. */
export class SyncRunner {
  readonly #parts: SyncParts;
  readonly #announce: (progress: SyncProgress) => void;
  readonly #onAccount: (accountNumber: string) => void;
  readonly #afterAccounts: (context: Context) => Promise<Outcome<unknown>>;
  readonly #onEnd: (question: SyncQuestion, error: AppError | null) => void;
  #accounts = new Map<string, AccountProgress>();
  #abort: AbortController | null = null;
  #startedAt: Timestamp | null = null;
  #finishedAt: Timestamp | null = null;
  #error: AppError | null = null;
  #inserted = 0;
  #results: AccountResult[] = [];
  #done: Promise<void> = Promise.resolve();
  #lastWhole: WholeRun | null = null;

  constructor(options: {
    parts: SyncParts;
    announce: (progress: SyncProgress) => void;
    /** Called when an account's sync ended, also where it failed. */
    onAccount: (accountNumber: string) => void;
    /** Refreshes other data once the statements are in: beneficiaries, sub-clients. */
    afterAccounts: (context: Context) => Promise<Outcome<unknown>>;
    /** A run ended; `error` is what stopped it. */
    onEnd?: (question: SyncQuestion, error: AppError | null) => void;
  }) {
    this.#parts = options.parts;
    this.#announce = options.announce;
    this.#onAccount = options.onAccount;
    this.#afterAccounts = options.afterAccounts;
    this.#onEnd = options.onEnd ?? (() => undefined);
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

  /**
   * When a run over all accounts and everything new last began and ended, however it ended; null if none did. A run over chosen
   * accounts or an older period does not count.
   */
  get lastWhole(): WholeRun | null {
    return this.#lastWhole;
  }

  /** Waits until the run under way is over. */
  async ended(): Promise<void> {
    await this.#done;
  }

  /** Starts a run and returns its progress at once. If a run is under way, returns the progress of that one. */
  start(question: SyncQuestion, context: Context): SyncProgress {
    if (this.#abort) return this.progress;
    this.#abort = new AbortController();
    const startedAt = this.#now();
    this.#startedAt = startedAt;
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
        const finishedAt = this.#now();
        this.#abort = null;
        this.#finishedAt = finishedAt;
        if (isWholeRun(question)) this.#lastWhole = { startedAt, finishedAt };
        this.#onEnd(question, this.#error);
        this.#announceProgress();
      });
    return this.progress;
  }

  /** Stops after the current page. Saved pages stay, and the next run resumes there. */
  async stop(): Promise<SyncProgress> {
    this.#abort?.abort();
    await this.#done;
    return this.progress;
  }

  async #run(question: SyncQuestion, context: Context): Promise<void> {
    // Lets the response of `start` leave first: it must not arrive after the end of a short run.
    await setImmediate();
    const unlisted: AppError[] = [];
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
      unlisted: (error) => {
        unlisted.push(error);
      },
    });
    if (!outcome.ok) this.#error = outcome.error;
    if (this.#error || question.accountNumbers) return;
    const rest = await this.#afterAccounts(context);
    this.#error = unlisted[0] ?? (rest.ok ? null : rest.error);
  }

  /** Ends the run after a fault of the local copy or of ours. Saved pages stay, and the run reports the error. */
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
    if (!ended.ok && endsRun(ended.error)) this.#error = ended.error;
    const inserted = ended.ok ? ended.value.summary.inserted : 0;
    this.#inserted += inserted;
    this.#set(accountNumber, { state: error ? 'failed' : 'done', error, inserted });
    this.#onAccount(accountNumber);
  }

  #set(accountNumber: string, change: Partial<AccountProgress>): void {
    const known = this.#accounts.get(accountNumber) ?? this.#waiting(accountNumber);
    this.#accounts.set(accountNumber, { ...known, ...change });
    this.#announceProgress();
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
      inserted: 0,
    };
  }

  #announceProgress(): void {
    this.#announce(this.progress);
  }

  #now(): Timestamp {
    return timestampNow(this.#parts.clock);
  }
}
