import { setImmediate } from 'node:timers/promises';

import { appError, DeskFault, fail, type AppError, type Outcome } from '../../../shared/errors.ts';
import type { ReconcileReport, ReconcileView } from '../../../shared/ipc/review/reconcile.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import type { ReconcileParts } from './reconcile.ts';
import { reopen, type ReopeningConfirmation } from './reopen.ts';

/** Runs one comparison at a time and announces its progress to the window. The result stays until the desk is closed. */
export class ReconcileRunner {
  readonly #parts: ReconcileParts;
  readonly #announce: (view: ReconcileView) => void;
  #abort: AbortController | null = null;
  #step: string | null = null;
  #report: ReconcileReport | null = null;
  #error: AppError | null = null;
  #done: Promise<void> = Promise.resolve();

  constructor(parts: ReconcileParts, announce: (view: ReconcileView) => void) {
    this.#parts = parts;
    this.#announce = announce;
  }

  get isRunning(): boolean {
    return this.#abort !== null;
  }

  get view(): ReconcileView {
    return {
      journalStatus: this.#parts.changes.continuity.status(),
      asking: this.#step,
      report: this.#report && shortened(this.#report),
      error: this.#error,
    };
  }

  /** Starts a comparison and returns at once; while one runs, only returns the current view. */
  ask(accountNumbers: readonly string[], context: Context): ReconcileView {
    if (this.#abort) return this.view;
    const abort = new AbortController();
    this.#abort = abort;
    this.#step = 'its lists';
    this.#report = null;
    this.#error = null;
    this.#done = this.#run(accountNumbers, { ...context, signal: abort.signal })
      .catch((cause: unknown) => {
        this.#error =
          cause instanceof DeskFault
            ? appError(cause.code, context.correlationId, { message: cause.message })
            : appError('internal', context.correlationId);
      })
      .finally(() => {
        this.#abort = null;
        this.#step = null;
        this.#announceView();
      });
    return this.view;
  }

  /** Opens sending on the last comparison. */
  async open(
    confirmation: ReopeningConfirmation,
    context: Context,
  ): Promise<Outcome<ReconcileView>> {
    if (this.#abort)
      return fail('input.invalid', context.correlationId, {
        message: 'The bank is still being asked.',
      });
    if (!this.#report)
      return fail('input.invalid', context.correlationId, { message: 'Ask the bank first.' });
    const opened = await reopen(this.#parts, this.#report, confirmation, context);
    if (!opened.ok) return opened;
    this.#announceView();
    return ok(this.view);
  }

  /** Stops asking; what was adopted stays. */
  async stop(): Promise<void> {
    this.#abort?.abort();
    await this.#done;
  }

  async #run(accountNumbers: readonly string[], context: Context): Promise<void> {
    // The answer of `ask` leaves first, so that the result of a very short comparison cannot overtake it.
    await setImmediate();
    const { reconcile } = await import('./reconcile.ts');
    const done = await reconcile(
      this.#parts,
      {
        accountNumbers,
        onStep: (words) => {
          this.#step = words;
          this.#announceView();
        },
      },
      context,
    );
    if (done.ok) this.#report = done.value;
    else this.#error = done.error;
  }

  #announceView(): void {
    this.#announce(this.view);
  }
}

/** Cuts each list to the rows that the window shows; it also shows the counts of all. */
function shortened(report: ReconcileReport): ReconcileReport {
  const { found, corrected, different, notShown, open, unexplained, days } = report;
  const max = limits.listRowsMax;
  return {
    ...report,
    days: days.slice(0, max),
    found: found.slice(0, max),
    corrected: corrected.slice(0, max),
    different: different.slice(0, max),
    notShown: notShown.slice(0, max),
    open: open.slice(0, max),
    unexplained: unexplained.slice(0, max),
  };
}
