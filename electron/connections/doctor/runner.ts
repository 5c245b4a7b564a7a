import type { DoctorReport } from '../../../shared/ipc/desk/doctor.ts';
import { fail, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import { timestampNow, type Context } from '../../engines/machine/context.ts';
import type { DoctorParts, DoctorQuestion } from './examination.ts';

type Run = { readonly done: Promise<Outcome<DoctorReport>>; readonly stop: AbortController };

/** The doctor of one open bank: one examination at a time, and the report of the last. */
export class DoctorRunner {
  readonly #parts: DoctorParts;
  readonly #announce: (report: DoctorReport) => void;
  #run: Run | null = null;
  #last: DoctorReport | null = null;
  #isClosed = false;

  constructor(parts: DoctorParts, announce: (report: DoctorReport) => void) {
    this.#parts = parts;
    this.#announce = announce;
  }

  get isRunning(): boolean {
    return this.#run !== null;
  }

  /** The report so far of the running examination, else that of the last one. Null before the first. */
  get last(): DoctorReport | null {
    return this.#last;
  }

  /** Examines the bank by reads only. A call during a run gets the result of that run. */
  run(question: DoctorQuestion, context: Context): Promise<Outcome<DoctorReport>> {
    if (this.#isClosed) return Promise.resolve(fail('cancelled', context.correlationId));
    if (this.#run) return this.#run.done;
    const before = this.#last;
    const stop = new AbortController();
    const done = this.#examine(question, { ...context, signal: stop.signal })
      .then((outcome) => {
        if (!outcome.ok) this.#last = before;
        return outcome;
      })
      .finally(() => {
        this.#run = null;
      });
    this.#run = { done, stop };
    return done;
  }

  /** Stops the running examination, without waiting for an answer that is still on its way. */
  stop(): void {
    this.#isClosed = true;
    this.#run?.stop.abort();
  }

  async #examine(
    question: DoctorQuestion,
    context: Context & { signal: AbortSignal },
  ): Promise<Outcome<DoctorReport>> {
    const { signal } = context;
    // Loaded with the first examination, not with every start.
    const { Examination } = await import('./examination.ts');
    const { examine } = await import('./examine.ts');
    if (hasEnded(signal)) return stopped(context);
    const exam = new Examination(this.#parts, (report) => {
      if (!signal.aborted) this.#publish(report);
    });
    await Promise.race([examine(exam, question, context), aborted(signal)]);
    if (hasEnded(signal)) return stopped(context);
    const report = exam.report(timestampNow(this.#parts.clock));
    this.#publish(report);
    return ok(report);
  }

  #publish(report: DoctorReport): void {
    this.#last = report;
    this.#announce(report);
  }
}

/** Reads the signal again: it may have been aborted during an `await`. */
const hasEnded = ({ aborted: isAborted }: AbortSignal): boolean => isAborted;

const stopped = ({ correlationId }: Context): Outcome<never> =>
  fail('cancelled', correlationId, { message: 'The examination was stopped.' });

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
