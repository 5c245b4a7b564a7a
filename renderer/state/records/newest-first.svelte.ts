import type { AppError, Outcome } from '../../../shared/errors.ts';

type Page<Row> = { readonly rows: readonly Row[]; readonly hasMore: boolean };

/** How many are read, and at most counted as waiting, at a time. */
export const pageRows = 100;

/** A list that grows at its top, newest first. What arrives meanwhile is counted and waits until it is asked for. */
export abstract class NewestFirst<Row> {
  rows = $state.raw<readonly Row[]>([]);
  #waiting = $state.raw<readonly Row[]>([]);
  #hasMore = $state(false);
  isLoaded = $state(false);
  busy = $state(false);
  error = $state.raw<AppError | null>(null);
  #question = 0;
  #isLooking = false;
  #mustLookAgain = false;

  /** The newest page, or the one below the row of this id. */
  protected abstract read(before: number | undefined): Promise<Outcome<Page<Row>>>;

  /** Greater for what is newer. */
  protected abstract idOf(row: Row): number;

  /** What has come since the list was drawn; at most a page of it is counted. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** The page of what waits is full: there may be still more than counted. */
  get hasManyWaiting(): boolean {
    return this.#waiting.length === pageRows;
  }

  /** Reads the newest page and forgets the rest. */
  refresh = async (): Promise<void> => {
    this.#waiting = [];
    await this.#load(undefined, (rows) => rows);
  };

  /** Goes on below the oldest row, if there is more. */
  loadOlder = async (): Promise<void> => {
    const oldest = this.rows.at(-1);
    if (oldest === undefined || !this.#hasMore || this.busy) return;
    await this.#load(this.idOf(oldest), (older) => [...this.rows, ...older]);
  };

  /** Something has come: counts what is new, without touching a list that somebody reads. Announced again while it looks, it looks once more. */
  look = async (): Promise<void> => {
    this.#mustLookAgain = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (this.#mustLookAgain) {
      this.#mustLookAgain = false;
      await this.#lookOnce();
    }
    this.#isLooking = false;
  };

  /** Puts what waits on top. */
  showWaiting = async (): Promise<void> => {
    if (this.hasManyWaiting) {
      await this.refresh();
      return;
    }
    this.rows = [...this.#waiting, ...this.rows];
    this.#waiting = [];
  };

  async #lookOnce(): Promise<void> {
    const question = this.#question;
    const outcome = await this.read(undefined);
    if (question !== this.#question) {
      // The list was read anew meanwhile: what is new is counted against that.
      this.#mustLookAgain = true;
      return;
    }
    if (!outcome.ok) return;
    const [first] = this.rows;
    if (first === undefined) this.#take(outcome.value.rows, outcome.value.hasMore);
    else this.#waiting = outcome.value.rows.filter((row) => this.idOf(row) > this.idOf(first));
  }

  async #load(
    before: number | undefined,
    join: (rows: readonly Row[]) => readonly Row[],
  ): Promise<void> {
    const question = ++this.#question;
    this.busy = true;
    const outcome = await this.read(before);
    if (question !== this.#question) return;
    this.busy = false;
    this.error = outcome.ok ? null : outcome.error;
    if (outcome.ok) this.#take(join(outcome.value.rows), outcome.value.hasMore);
  }

  #take(rows: readonly Row[], hasMore: boolean): void {
    this.rows = rows;
    this.#hasMore = hasMore;
    this.isLoaded = true;
  }
}
