import { limits } from '../../../../shared/limits.ts';
import type { Context } from '../../machine/context.ts';
import { OneByOne } from '../../machine/one-by-one.ts';
import { openSubmissions, type Submission } from '../journal/submission-table.ts';
import type { ChangeParts } from '../change.ts';
import { lookUp } from './lookup.ts';
import { lookupDueAt } from './lookup-due.ts';
import { lastAttemptOf } from './lookup-times.ts';
import { unknownAfterSilence } from '../carry-out.ts';

/** The longest wait of the timer, so that a set clock or a sleep of the machine is noticed in time. */
const tickMs = 15_000;

/** Looks up the outcome of every submission without an answer, on a schedule. Reads only; one at a time. */
export class LookupRunner {
  readonly #parts: ChangeParts;
  #timer: NodeJS.Timeout | undefined;
  readonly #oneByOne = new OneByOne();
  #stop = new AbortController();

  constructor(parts: ChangeParts) {
    this.#parts = parts;
  }

  /** Sets the timer. Must be called when the desk opens, and whenever a submission becomes unknown. */
  wake(): void {
    if (this.#stop.signal.aborted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const next = (): void => {
        this.wake();
      };
      // A lookup that the disk did not record is repeated on schedule.
      this.tick()
        .then(next, next)
        .catch(() => undefined);
    }, this.#waitMs());
    this.#timer.unref();
  }

  /** Looks up the submissions that are due, or with `all`, every open one. Waits for a round in progress. */
  tick({ all = false }: { all?: boolean } = {}): Promise<void> {
    return this.#oneByOne.run(() => this.#round(all));
  }

  /** Waits until a round in progress is over; the next one follows its schedule. */
  pause(): Promise<void> {
    return this.#oneByOne.over();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await this.#oneByOne.over();
  }

  async #round(all: boolean): Promise<void> {
    const { bank, journal, clock } = this.#parts;
    const silent = openSubmissions(journal).filter((open) => this.#hasLostItsAnswer(open));
    for (const lost of unknownAfterSilence(journal, clock, silent)) this.#parts.announce(lost);
    const context: Context = { correlationId: 'lookup', signal: this.#stop.signal };
    for (const open of openSubmissions(journal)) {
      if (this.#stop.signal.aborted || !bank.session.isSignedIn()) return;
      if (!all && !this.#isDue(open)) continue;
      const looked = await lookUp(this.#parts, open, {
        ...context,
        correlationId: `lookup-${open.submissionId}`,
      });
      // A bank that cannot be reached now cannot answer for the others either.
      if (!looked.ok && looked.error.code.startsWith('network.')) return;
    }
  }

  #hasLostItsAnswer(open: Submission): boolean {
    const age = this.#parts.clock.now() - Date.parse(lastAttemptOf(open));
    return open.state === 'sending' && age > limits.sendingSilenceMs;
  }

  #isDue(open: Submission): boolean {
    return Date.parse(lookupDueAt(open, this.#parts.registry) ?? '') <= this.#parts.clock.now();
  }

  #waitMs(): number {
    const due = openSubmissions(this.#parts.journal)
      .map((open) => lookupDueAt(open, this.#parts.registry))
      .flatMap((next) => (next === null ? [] : [Date.parse(next) - this.#parts.clock.now()]));
    return Math.max(250, Math.min(tickMs, ...due));
  }
}
