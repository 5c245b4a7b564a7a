import { limits } from '../../../shared/limits.ts';
import type { CallRecord } from '../../engines/bank/call-record.ts';
import { appendActivity } from './tables.ts';
import { attemptSync } from '../../engines/store/local-faults.ts';
import type { Journal } from '../../engines/store/database.ts';

/** The delay before a flush, in milliseconds, so that the hundreds of calls of a sync cost few commits. */
const flushAfterMs = 400;

/**
 * Writes every call to the bank into the journal, in batches. Calls that a full disk refuses wait for the next flush: nothing fails because
 * a call could not be recorded.
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

  /** Flushes the waiting calls. Later calls are dropped, as the journal is closed by then. */
  close(): void {
    this.flush();
    this.#isClosed = true;
  }

  /** False when the write failed, for any reason: recording calls must not stop the actual work. */
  #keep(rows: readonly CallRecord[]): boolean {
    return attemptSync(() => {
      appendActivity(this.#journal, rows);
    }).ok;
  }
}
