import { SvelteMap } from 'svelte/reactivity';

import type { AppError } from '../../../../shared/errors.ts';
import type {
  PaymentFileFilter,
  PaymentFileLine,
} from '../../../../shared/ipc/changes/payment-files.ts';
import type { SubmissionView } from '../../../../shared/ipc/submissions.ts';
import { request } from '../../../state/desk.ts';

const rowsPerPage = 100;

/**
 * The lines of one file under one filter, in pages of a hundred, which are cached. While the file is being sent every line keeps its place,
 * and its result is overlaid on the row.
 */
export class LineRows {
  #batchId = '';
  only = $state<PaymentFileFilter>('all');
  total = $state(0);
  /** The first page came. */
  isLoaded = $state(false);
  error = $state.raw<AppError | null>(null);
  readonly #pages = new SvelteMap<number, readonly PaymentFileLine[]>();
  /** The last known submission by reference. */
  readonly #sent = new SvelteMap<string, SubmissionView>();
  #requested = new Set<number>();
  #generation = 0;

  /** The line at the index; undefined while its page is loading. */
  row(index: number): PaymentFileLine | undefined {
    const line = this.#pages.get(Math.floor(index / rowsPerPage))?.[index % rowsPerPage];
    const sent = line && this.#sent.get(line.reference);
    if (!line || !sent || line.state === 'invalid' || line.state === 'skipped') return line;
    const { state, submissionId, recordId: transferId, error } = sent;
    return { ...line, state, submissionId, transferId, error: error?.message ?? null };
  }

  /** The index of a line; -1 if it is not among the loaded rows. */
  indexOf(line: number): number {
    for (const [page, rows] of this.#pages) {
      const at = rows.findIndex((row) => row.line === line);
      if (at >= 0) return page * rowsPerPage + at;
    }
    return -1;
  }

  /** The filtered rows from the first to the last, both included; missing pages are loaded. */
  async between(first: number, last: number): Promise<readonly PaymentFileLine[]> {
    const missing = pagesBetween(first, last).filter((page) => !this.#pages.has(page));
    await Promise.all(missing.map((page) => this.#load(page)));
    const rows = Array.from({ length: last - first + 1 }, (_, at) => this.row(first + at));
    return rows.flatMap((row) => row ?? []);
  }

  /** Shows a file, or other lines of it, from the first line. */
  async show(batchId: string, only: PaymentFileFilter): Promise<void> {
    if (batchId !== this.#batchId) this.isLoaded = false;
    this.#batchId = batchId;
    this.only = only;
    await this.#reload([0]);
  }

  /** Reads the pages between two rows again, all in one step. */
  async reread(first: number, last: number): Promise<void> {
    if (this.#batchId !== '') await this.#reload(pagesBetween(first, last));
  }

  /** Loads the missing pages between two rows. */
  want(first: number, last: number): void {
    for (const page of pagesBetween(first, Math.min(last, this.total - 1)))
      if (!this.#requested.has(page)) void this.#load(page);
  }

  /** Stores the announced result of a line. */
  put(submission: SubmissionView): void {
    this.#sent.set(submission.reference, submission);
  }

  async #reload(pages: readonly number[]): Promise<void> {
    const generation = ++this.#generation;
    const answers = await Promise.all(pages.map((page) => this.#ask(page)));
    if (generation !== this.#generation) return;
    this.#pages.clear();
    this.#sent.clear();
    this.#requested = new Set(pages);
    this.isLoaded = true;
    this.error = null;
    for (const [at, answer] of answers.entries()) {
      if (!answer.ok) {
        this.error = answer.error;
        continue;
      }
      this.#pages.set(pages[at] ?? 0, answer.value.rows);
      this.total = answer.value.total;
    }
  }

  async #load(page: number): Promise<void> {
    const generation = this.#generation;
    this.#requested.add(page);
    const answer = await this.#ask(page);
    if (generation !== this.#generation) return;
    if (answer.ok) {
      this.#pages.set(page, answer.value.rows);
      return;
    }
    this.#requested.delete(page);
    this.error = answer.error;
  }

  #ask(page: number) {
    return request('paymentFiles.lines', {
      batchId: this.#batchId,
      only: this.only,
      index: page * rowsPerPage,
      limit: rowsPerPage,
    });
  }
}

function pagesBetween(first: number, last: number): number[] {
  const from = Math.floor(Math.max(0, first) / rowsPerPage);
  const to = Math.max(from, Math.floor(Math.max(0, last) / rowsPerPage));
  return Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
}
