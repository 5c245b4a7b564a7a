import { fail, type Outcome } from '../../../../shared/errors.ts';
import { ok } from '../../../../shared/result.ts';
import { timestampNow, type Clock, type Context } from '../../../engines/machine/context.ts';
import type { Journal } from '../../../engines/store/database.ts';
import { attempt, ignoreErrors } from '../../../engines/store/local-faults.ts';
import { submissionUnder } from '../../../engines/submissions/journal/submission-table.ts';
import { coveredPayment } from '../../../nouns/due-payments/day-runs/covered.ts';
import {
  beginDayRun,
  dayRunById,
  endDayRun,
  openDayRuns,
  type DayRun,
  type RunEnd,
} from '../../../nouns/due-payments/day-runs/tables.ts';
import type { RunParts } from './run-parts.ts';
import { runStanding } from './run-standing.ts';

type Ports = {
  readonly changes: RunParts;
  readonly deskId: string;
  /** Whether the bank is reachable, and not in use by work that must not run at the same time. */
  readonly isFree: () => boolean;
  readonly onChange: (run: DayRun) => void;
};

type Running = {
  readonly runId: string;
  /** The result if it ends before its next payment. */
  end: Pick<RunEnd, 'state'> & { readonly reason: string | null };
  isEnding: boolean;
  readonly ended: Promise<null>;
};

/**
 * Sends planned runs on their day, one at a time, while a window is open, unlocked and signed in. A run starts once, in the journal first.
 * One that ended other than after its last payment is never started again.
 */
export class DayRunner {
  readonly #ports: Ports;
  #running: Running | null = null;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Starts a run whose time has come, and ends one whose time is over. Call it every second. */
  look(): void {
    if (this.#running !== null) return;
    ignoreErrors(() => {
      this.#look();
    });
  }

  #look(): void {
    const { changes, deskId, isFree } = this.#ports;
    for (const run of openDayRuns(changes.journal)) {
      const standing = runStanding(changes, run, deskId);
      if (standing.is === 'over') this.#end(run, endWithout(changes.journal, run, standing.reason));
      else if (standing.is === 'now' && run.state === 'open' && isFree()) {
        this.#begin(run);
        return;
      }
    }
  }

  #begin(run: DayRun): void {
    const { journal } = this.#ports.changes;
    if (!beginDayRun(journal, run.runId)) return;
    const { promise, resolve } = Promise.withResolvers<null>();
    const running: Running = {
      ...{ runId: run.runId, isEnding: false, ended: promise },
      end: { state: 'stopped', reason: null },
    };
    this.#running = running;
    void this.#send(run, running).finally(() => {
      this.#running = null;
      resolve(null);
    });
    this.#ports.onChange({ ...run, state: 'started' });
  }

  async #send(run: DayRun, running: Running): Promise<void> {
    const { changes, deskId } = this.#ports;
    const whyEnded = (): string | null =>
      running.isEnding ? (running.end.reason ?? 'The run was withdrawn.') : null;
    const sent = await attempt(async () => {
      const { sendRun } = await import('./send-run.ts');
      return sendRun({ changes, deskId, whyEnded }, run, { correlationId: `run-${run.runId}` });
    });
    const end: RunEnd = sent.ok
      ? sent.value
      : {
          ...{ state: 'stopped', reason: sent.error.message },
          sent: acceptedOf(changes.journal, run),
        };
    ignoreErrors(() => {
      this.#end(
        run,
        end.state === 'stopped' && running.isEnding ? { ...end, ...running.end } : end,
      );
    });
  }

  #end(run: DayRun, end: RunEnd): void {
    const { changes, onChange } = this.#ports;
    endDayRun(changes.journal, run.runId, end, timestampNow(changes.clock));
    const ended = dayRunById(changes.journal, run.runId);
    if (ended !== null) onChange(ended);
  }

  /** Ends a run, after the payment being sent now, if any. Returns the ended run; `input.invalid` where there is none. */
  async withdraw(runId: string, context: Context): Promise<Outcome<DayRun>> {
    const { journal } = this.#ports.changes;
    if (this.#running?.runId === runId)
      await this.#endRunning({ state: 'withdrawn', reason: null });
    const run = dayRunById(journal, runId);
    if (run === null)
      return fail('input.invalid', context.correlationId, { message: 'There is no such run.' });
    if (run.state === 'open' || run.state === 'started')
      this.#end(run, { state: 'withdrawn', sent: acceptedOf(journal, run), reason: null });
    return ok(dayRunById(journal, runId) ?? run);
  }

  /** Stops the running run; `ended` waits until its present payment is finished. */
  stop(reason: string): void {
    if (this.#running === null) return;
    this.#running.isEnding = true;
    this.#running.end = { state: 'stopped', reason };
  }

  async ended(): Promise<void> {
    await this.#running?.ended;
  }

  async #endRunning(end: Running['end']): Promise<void> {
    if (this.#running === null) return;
    this.#running.end = end;
    this.#running.isEnding = true;
    await this.#running.ended;
  }
}

/** The end of a run whose time is over. Where no payment of it is left, no person needs to look at it. */
function endWithout(journal: Journal, run: DayRun, reason: string): RunEnd {
  const isLeft = run.payments.some((named) => coveredPayment(journal, named) !== null);
  const sent = acceptedOf(journal, run);
  return isLeft
    ? { state: 'stopped', sent, reason }
    : { state: 'done', sent, reason: 'Nothing was left to send by itself.' };
}

/** How many of a run's payments the bank accepted, from any sender. */
const acceptedOf = (journal: Journal, { payments }: DayRun): number =>
  payments.filter(({ reference }) => submissionUnder(journal, reference)?.state === 'accepted')
    .length;

/**
 * Ends the runs that a killed program left started. Call it while this process has the lock of the journal and sends nothing yet. Returns
 * how many.
 */
export function endBrokenRuns(journal: Journal, clock: Pick<Clock, 'now'>): number {
  const broken = openDayRuns(journal).filter(({ state }) => state === 'started');
  for (const run of broken)
    endDayRun(
      journal,
      run.runId,
      {
        ...{ state: 'stopped', sent: acceptedOf(journal, run) },
        reason: 'Nostro ended while it sent this run.',
      },
      timestampNow(clock),
    );
  return broken.length;
}
