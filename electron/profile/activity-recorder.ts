import type { CallRecord } from '../bank/call-record.ts';
import { appendActivity } from '../store/activity.ts';
import type { Journal } from '../store/database.ts';

/** Calls wait this long, so that a sync's hundreds of them cost few commits (milliseconds). */
const flushAfterMs = 400;

/** Writes every call to the bank into the journal, some at a time. */
export class ActivityRecorder {
  readonly #journal: Journal;
  readonly #onFlush: () => void;
  #waiting: CallRecord[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(journal: Journal, onFlush: () => void) {
    this.#journal = journal;
    this.#onFlush = onFlush;
  }

  add(record: CallRecord): void {
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
    appendActivity(this.#journal, rows);
    this.#onFlush();
  }
}
