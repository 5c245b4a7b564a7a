import type { AppError } from '../../../shared/errors.ts';
import type { ActivityRow } from '../../../shared/ipc/records.ts';
import { request } from '../../desk.ts';

const pageRows = 100;

/** The calls to the bank, newest first. What arrives meanwhile is counted and waits until it is asked for. */
export class ActivityState {
  #rows = $state.raw<readonly ActivityRow[]>([]);
  #waiting = $state.raw<readonly ActivityRow[]>([]);
  #hasMore = $state(false);
  #isLoaded = $state(false);
  #busy = $state(false);
  #error = $state.raw<AppError | null>(null);
  #isLooking = false;
  #wasTold = false;

  get rows(): readonly ActivityRow[] {
    return this.#rows;
  }

  /** Calls made since the list was drawn; at most a page of them is counted. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** The page of waiting calls is full: there may be still more than counted. */
  get hasManyWaiting(): boolean {
    return this.#waiting.length === pageRows;
  }

  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get error(): AppError | null {
    return this.#error;
  }

  /** Reads the newest page and forgets the rest. */
  refresh = async (): Promise<void> => {
    this.#waiting = [];
    await this.#load(undefined, (rows) => rows);
  };

  /** Goes on below the oldest row, if there is more. */
  loadOlder = async (): Promise<void> => {
    const oldest = this.#rows.at(-1);
    if (!oldest || !this.#hasMore || this.#busy) return;
    await this.#load(oldest.activityId, (older) => [...this.#rows, ...older]);
  };

  /** Something was called: counts what is new, without touching the list. Calls while it looks are one more look. */
  look = async (): Promise<void> => {
    this.#wasTold = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (this.#wasTold) {
      this.#wasTold = false;
      await this.#lookOnce();
    }
    this.#isLooking = false;
  };

  /** Puts the waiting calls on top. */
  showWaiting = async (): Promise<void> => {
    if (this.hasManyWaiting) {
      await this.refresh();
      return;
    }
    this.#rows = [...this.#waiting, ...this.#rows];
    this.#waiting = [];
  };

  async #lookOnce(): Promise<void> {
    const outcome = await request('activity.list', { limit: pageRows });
    if (!outcome.ok) return;
    const newest = this.#rows[0]?.activityId ?? 0;
    if (this.#rows.length === 0) {
      this.#take(outcome.value.rows, outcome.value.hasMore);
      return;
    }
    this.#waiting = outcome.value.rows.filter(({ activityId }) => activityId > newest);
  }

  async #load(
    before: number | undefined,
    join: (rows: readonly ActivityRow[]) => readonly ActivityRow[],
  ): Promise<void> {
    this.#busy = true;
    const outcome = await request('activity.list', { before, limit: pageRows });
    this.#busy = false;
    this.#error = outcome.ok ? null : outcome.error;
    if (outcome.ok) this.#take(join(outcome.value.rows), outcome.value.hasMore);
  }

  #take(rows: readonly ActivityRow[], hasMore: boolean): void {
    this.#rows = rows;
    this.#hasMore = hasMore;
    this.#isLoaded = true;
  }
}
