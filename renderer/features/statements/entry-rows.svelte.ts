import type { AppError, Outcome } from '../../../shared/errors.ts';
import type { EntryRow, StatementPageView } from '../../../shared/ipc/statements.ts';

const rowsPerPage = 100;
type Ask = (index: number, limit: number) => Promise<Outcome<StatementPageView>>;
type Pages = ReadonlyMap<number, readonly EntryRow[]>;

/**
 * The rows of one filter by their absolute index, in pages of a hundred that stay once they came.
 * Answers to a filter that is no longer the one shown are not heard.
 */
export class EntryRows {
  total = $state(0);
  /** Characters of the longest reference in the rows first shown; it stays while one scrolls, so that no column moves. */
  longestReference = $state(0);
  #pages = $state.raw<Pages>(new Map());
  /** Why the page asked for last did not come. */
  error = $state.raw<AppError | null>(null);
  #ask: Ask | null = null;
  #asked = new Set<number>();
  #generation = 0;

  /** Undefined while its page is on the way. */
  row(index: number): EntryRow | undefined {
    return this.#pages.get(Math.floor(index / rowsPerPage))?.[index % rowsPerPage];
  }

  /** The index of an entry among the rows that came. */
  indexOf(entryId: string): number {
    for (const [page, rows] of this.#pages) {
      const within = rows.findIndex(({ id }) => id === entryId);
      if (within >= 0) return page * rowsPerPage + within;
    }
    return -1;
  }

  /** Asks for what is missing between two rows, both included. */
  want(first: number, last: number): void {
    for (const page of pagesBetween(first, Math.min(last, this.total - 1)))
      if (!this.#asked.has(page)) void this.#load(page);
  }

  /** Asks again after a failure. */
  retry(first: number, last: number): void {
    this.error = null;
    this.want(first, last);
  }

  /**
   * Fetches the rows between two indices with a new question and shows them in one step with the new total,
   * so that nothing is seen to blink. False if another question overtook this one or it failed.
   */
  async show(ask: Ask, total: number, range: readonly [number, number]): Promise<boolean> {
    const generation = ++this.#generation;
    const numbers = pagesBetween(range[0], Math.min(range[1], total - 1));
    const answers = await Promise.all(numbers.map((page) => ask(page * rowsPerPage, rowsPerPage)));
    if (generation !== this.#generation) return false;
    const pages = new Map<number, readonly EntryRow[]>();
    for (const [at, answer] of answers.entries()) {
      if (!answer.ok) {
        this.error = answer.error;
        return false;
      }
      pages.set(numbers[at] ?? 0, answer.value.rows);
    }
    this.#ask = ask;
    this.#asked = new Set(pages.keys());
    this.#pages = pages;
    this.total = total;
    this.longestReference = longestIn([...pages.values()].flat());
    this.error = null;
    return true;
  }

  /** Changes rows that are shown, such as their marks. */
  patch(entryIds: readonly string[], change: Partial<EntryRow>): void {
    const pages = [...this.#pages].map(
      ([page, rows]) =>
        [
          page,
          rows.map((row) => (entryIds.includes(row.id) ? { ...row, ...change } : row)),
        ] as const,
    );
    this.#pages = new Map(pages);
  }

  async #load(page: number): Promise<void> {
    if (!this.#ask) return;
    const generation = this.#generation;
    this.#asked.add(page);
    const answer = await this.#ask(page * rowsPerPage, rowsPerPage);
    if (generation !== this.#generation) return;
    if (answer.ok) {
      this.#pages = new Map(this.#pages).set(page, answer.value.rows);
      return;
    }
    this.#asked.delete(page);
    this.error = answer.error;
  }
}

const longestIn = (rows: readonly EntryRow[]): number =>
  rows.reduce((longest, row) => Math.max(longest, row.customReference.length), 0);

function pagesBetween(first: number, last: number): number[] {
  if (last < first) return [];
  const from = Math.floor(Math.max(0, first) / rowsPerPage);
  const to = Math.floor(last / rowsPerPage);
  return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
}
