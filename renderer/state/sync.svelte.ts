import { isLineFailure } from '../../shared/error-entries.ts';
import type { AppError } from '../../shared/errors.ts';
import type { SyncProgress } from '../../shared/ipc/accounts/statements.ts';
import { request } from './desk.ts';
import type { Live } from './live.svelte.ts';

type Desk = {
  /** Whether any entries were fetched before. */
  readonly hasEntries: () => boolean;
  /** Called when a run ended; `isFirst`: nothing was there before it. */
  readonly onEnd: (progress: SyncProgress, isFirst: boolean) => void;
};

/** The run that fetches from the bank; one at a time, started by a person or the schedule. */
export class Sync {
  #progress = $state.raw<SyncProgress | null>(null);
  #error = $state.raw<AppError | null>(null);
  /** There were no entries before this run, as far as this window knows: new ones are no news. */
  #isFirst = true;
  readonly #live: Live;
  readonly #desk: Desk;

  constructor(live: Live, desk: Desk) {
    this.#live = live;
    this.#desk = desk;
  }

  get progress(): SyncProgress | null {
    return this.#progress;
  }

  get running(): boolean {
    return this.#progress?.running === true;
  }

  /** What stopped the last run or kept it from starting. A lost connection is no failure of the run: it is shown while it lasts. */
  get error(): AppError | null {
    return this.isCutShort ? null : this.#lastError;
  }

  /** A lost connection ended the last run, which is repeated once the bank answers. */
  get isCutShort(): boolean {
    return this.#lastError !== null && isLineFailure(this.#lastError.code);
  }

  get #lastError(): AppError | null {
    return this.#error ?? this.#progress?.error ?? null;
  }

  /** The accounts that the bank did not return, though it answered. */
  get failedAccounts(): SyncProgress['accounts'] {
    return (this.#progress?.accounts ?? []).filter(
      ({ error }) => error !== null && !isLineFailure(error.code),
    );
  }

  /** Between 0 and 1 over all accounts; null while the total is unknown. */
  get share(): number | null {
    const accounts = this.#progress?.accounts ?? [];
    if (accounts.length === 0) return null;
    const shares = accounts.map(({ state, received, totalItems }) =>
      state === 'done' || state === 'failed' ? 1 : totalItems ? received / totalItems : 0,
    );
    return shares.reduce((sum, share) => sum + share, 0) / accounts.length;
  }

  start(): () => void {
    void this.#ask('sync.progress');
    return this.#live.on('sync.progressed', (progress) => this.#take(progress));
  }

  run = async (accountNumbers?: readonly string[]): Promise<void> => {
    this.#error = null;
    const outcome = await request(
      'sync.start',
      accountNumbers ? { accountNumbers: [...accountNumbers] } : {},
    );
    if (outcome.ok) this.#take(outcome.value);
    else this.#error = outcome.error;
  };

  cancel = (): Promise<void> => this.#ask('sync.cancel');

  async #ask(route: 'sync.progress' | 'sync.cancel'): Promise<void> {
    const outcome = await request(route, {});
    if (outcome.ok) this.#take(outcome.value);
  }

  #take(progress: SyncProgress): void {
    const before = this.#progress;
    const isAnother = progress.startedAt !== before?.startedAt;
    // This window did not see the beginning of a run that is older than the window.
    if (isAnother) this.#isFirst = before === null || !this.#desk.hasEntries();
    this.#progress = progress;
    const hasEnded = !progress.running && (isAnother || before.running);
    if (hasEnded && progress.finishedAt !== null && before !== null)
      this.#desk.onEnd(progress, this.#isFirst);
  }
}
