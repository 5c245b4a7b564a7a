import type { AppError, Outcome } from '../../../../shared/errors.ts';
import { limits } from '../../../../shared/limits.ts';
import { ok } from '../../../../shared/result.ts';
import type { ListPage } from '../../bank/paged-list.ts';

export type PageQuestion = { readonly pageNumber: string; readonly pageSize: string };

/** One page; `pageSize` is the bank's own figure. */
type Page<T> = ListPage<T> & { readonly pageSize: number };

export type ReadList<T> = {
  readonly rows: readonly T[];
  /**
   * complete: the bank's own counts, or an empty page after the last, show the end. unsure: the bank sends no counts and ignores the
   * page. broken: its counts do not match its rows, a page came twice, or the list does not end.
   */
  readonly ending: 'complete' | 'unsure' | 'broken';
};

const pageSize = 200;

/**
 * Reads a list of the bank to its end, if it has one, whatever its counts are. Pages are requested as long as new rows
 * arrive. Every row is returned once.
 */
export async function readToEnd<T>(
  ask: (question: PageQuestion) => Promise<Outcome<Page<T>>>,
  idOf: (row: T) => string,
): Promise<Outcome<ReadList<T>>> {
  const first = await askPage(ask, 1);
  if (!first.ok) return first;
  const reading = new Reading(first.value, idOf);
  while (!reading.isOver) {
    const next = await askPage(ask, reading.pages + 1);
    // Without counts a refused page may be after the end, or the bank has no pages.
    if (!next.ok && !(reading.isBare && isNoPage(next.error))) return next;
    reading.take(next.ok ? next.value : null);
  }
  return ok({ rows: reading.rows, ending: reading.ending });
}

/** True where the bank refused a page. A 401 is not about the page. */
const isNoPage = ({ code, bank }: AppError): boolean =>
  code === 'bank.refused' && bank?.status !== 401;

const askPage = <T>(
  ask: (question: PageQuestion) => Promise<Outcome<Page<T>>>,
  page: number,
): Promise<Outcome<Page<T>>> => ask({ pageNumber: String(page), pageSize: String(pageSize) });

class Reading<T> {
  readonly rows: T[] = [];
  /** True where the counts may be ours, since a bank's bare list is mapped to a single page. */
  readonly isBare: boolean;
  pages = 0;
  isOver = false;
  ending: ReadList<T>['ending'] = 'complete';
  readonly #first: Page<T>;
  readonly #idOf: (row: T) => string;
  readonly #seen = new Set<string>();

  constructor(first: Page<T>, idOf: (row: T) => string) {
    this.#first = first;
    this.#idOf = idOf;
    const { data, totalItems, totalPages, pageSize: reportedSize } = first;
    this.isBare = totalPages === 1 && totalItems === data.length && reportedSize === data.length;
    this.take(first);
  }

  /** Adds a page; null where the bank refused it. */
  take(page: Page<T> | null): void {
    if (page === null) return this.#end('unsure');
    this.pages += 1;
    if (!this.isBare && !this.#fits(page)) this.ending = 'broken';
    const before = this.rows.length;
    for (const row of page.data) this.#add(row);
    if (this.rows.length - before < page.data.length)
      return this.#end(this.isBare ? 'unsure' : 'broken');
    const { totalItems, totalPages } = this.#first;
    const isCounted = this.rows.length >= totalItems && this.pages >= totalPages;
    if (page.data.length === 0 || (isCounted && !this.isBare))
      this.#end(this.isBare || this.rows.length === totalItems ? this.ending : 'broken');
    else if (this.pages >= limits.lookupPagesMax) this.#end('broken');
  }

  #add(row: T): void {
    const id = this.#idOf(row);
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    this.rows.push(row);
  }

  /** Does the page have the same counts as the first, and its own number? */
  #fits({ page, totalItems, totalPages }: Page<T>): boolean {
    const first = this.#first;
    return (
      totalItems === first.totalItems &&
      totalPages === first.totalPages &&
      page - first.page === this.pages - 1
    );
  }

  #end(ending: ReadList<T>['ending']): void {
    this.isOver = true;
    this.ending = ending;
  }
}
