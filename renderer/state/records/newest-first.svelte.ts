import type { AppError, Outcome } from '../../../shared/errors.ts';

type Page<Row> = { readonly rows: readonly Row[]; readonly hasMore: boolean };

/** The page size, and the maximum number counted as waiting. */
export const pageRows = 100;

/** A list that grows at its top, newest first. New rows are counted and wait until the person asks for them. */
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

  /** Greater for newer rows. */
  protected abstract idOf(row: Row): number;

  /** The number of new rows since the list was drawn; at most a page is counted. */
  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** A full page is waiting: there may be more than counted. */
  get hasManyWaiting(): boolean {
    return this.#waiting.length === pageRows;
  }

  /** Reads the newest page and forgets the rest. */
  refresh = async (): Promise<void> => {
    this.#waiting = [];
    await this.#load(undefined, (rows) => rows);
  };

  /** Loads the rows below the oldest one, if there are more. */
  loadOlder = async (): Promise<void> => {
    const oldest = this.rows.at(-1);
    if (oldest === undefined || !this.#hasMore || this.busy) return;
    await this.#load(this.idOf(oldest), (older) => [...this.rows, ...older]);
  };

  /** Counts new rows without touching a list that is being read. Called again while it runs, it runs once more. */
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

  /** Puts the waiting rows on top. */
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
      // The list was loaded again in the meantime: new rows are counted against that.
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
