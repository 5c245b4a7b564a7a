import { limits } from '../../../shared/limits.ts';
import type { CallRecord } from '../../engines/bank/call-record.ts';
import { appendActivity } from './tables.ts';
import { attemptSync } from '../../engines/store/local-faults.ts';
import type { Journal } from '../../engines/store/database.ts';

/** Calls wait this long, so that a sync's hundreds of them cost few commits (milliseconds). */
const flushAfterMs = 400;

/**
 * Writes every call to the bank into the journal, some at a time. What a full disk does not take waits for the next time:
 * nothing fails because a call could not be recorded.
 */
export class ActivityRecorder {
  readonly #journal: Journal;
  readonly #onFlush: () => void;
  #waiting: CallRecord[] = [];
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(journal: Journal, onFlush: () => void) {
    this.#journal = journal;
    this.#onFlush = onFlush;
  }

  add(record: CallRecord): void {
    if (this.#isClosed) return;
    this.#waiting.push(record);
    this.#timer ??= setTimeout(() => {
      this.flush();
    }, flushAfterMs);
    this.#timer.unref();
  }

  flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const rows = this.#waiting;
    this.#waiting = [];
    if (rows.length === 0) return;
    if (this.#keep(rows)) this.#onFlush();
    else this.#waiting = [...rows, ...this.#waiting].slice(-limits.activityRowsMax);
  }

  /** What comes later finds no journal any more. */
  close(): void {
    this.flush();
    this.#isClosed = true;
  }

  /** False when the journal did not take them, for whatever reason: calls are recorded beside what matters. */
  #keep(rows: readonly CallRecord[]): boolean {
    return attemptSync(() => {
      appendActivity(this.#journal, rows);
    }).ok;
  }
}
