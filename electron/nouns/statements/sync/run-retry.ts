import type { AppError, ErrorCode } from '../../../../shared/errors.ts';
import { isWholeRun, type SyncQuestion } from './sync-accounts.ts';

type Ports = {
  /** Monotonic milliseconds that include sleep. */
  readonly now: () => number;
  /** Does the bank answer, and may a run start now? */
  readonly isFree: () => boolean;
  readonly start: (question: SyncQuestion) => void;
};

/** The errors of the network connection alone: the same read may succeed once it is back. */
const lineCodes: ReadonlySet<ErrorCode> = new Set([
  'network.unreachable',
  'network.timeout',
  'network.proxy-down',
]);

export const retryRestMs = { first: 15_000, most: 5 * 60_000 };

/**
 * Repeats a sync that ended with a connection error, once the bank answers again. The first retry starts at once. The wait doubles with
 * each failed retry, so that an unstable connection causes no storm. It only reads.
 */
export class RunRetry {
  readonly #ports: Ports;
  #failed: SyncQuestion | null = null;
  #failures = 0;
  #restUntilMs = Number.NEGATIVE_INFINITY;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** Call it at the end of every run. A run that fails for another reason, or is cancelled, is not repeated. */
  ended(question: SyncQuestion, error: AppError | null): void {
    if (error !== null && lineCodes.has(error.code)) this.#failedBy(question);
    else if (this.#covers(question)) this.clear();
  }

  /** Call it every second, and when the connection is back: starts the run if it is due. */
  look(): void {
    if (this.#failed === null || this.#ports.now() < this.#restUntilMs || !this.#ports.isFree())
      return;
    this.#ports.start(this.#failed);
  }

  clear(): void {
    this.#failed = null;
    this.#failures = 0;
    this.#restUntilMs = Number.NEGATIVE_INFINITY;
  }

  #failedBy(question: SyncQuestion): void {
    if (this.#failed === null || !isWholeRun(this.#failed)) this.#failed = question;
    const { first, most } = retryRestMs;
    if (this.#failures > 0)
      this.#restUntilMs =
        this.#ports.now() + Math.min(most, first * 2 ** Math.min(this.#failures - 1, 10));
    this.#failures += 1;
  }

  #covers(question: SyncQuestion): boolean {
    return (
      this.#failed !== null &&
      (isWholeRun(question) || JSON.stringify(question) === JSON.stringify(this.#failed))
    );
  }
}
