import type {
  ApprovedLines,
  LinesReview,
  ReviewedLineRow,
} from '../../../shared/ipc/approval-lines.ts';
import type { AppError } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { request } from '../../state/desk.ts';

/** The payments of a file, or of several chosen requests, as this desk read them, and the person's decision about each. */
export class LinesPage {
  #review = $state.raw<LinesReview | null>(null);
  #rows = $state.raw<readonly ReviewedLineRow[]>([]);
  #opened = $state.raw<ReadonlySet<number>>(new Set());
  #excluded = $state.raw<ReadonlySet<number>>(new Set());
  #busy = $state(false);
  #error = $state.raw<AppError | null>(null);
  /** The requests that are read now or were read last, as text. */
  #wanted = '';

  /** The next line to open; -1 if all are opened or taken out. */
  readonly next: number = $derived.by(() => {
    const toOpen = this.#review?.toOpen ?? 0;
    for (const { place, problem } of this.#rows.slice(0, toOpen))
      if (problem === null && !this.#opened.has(place) && !this.#excluded.has(place)) return place;
    return -1;
  });
  readonly mayApprove: boolean = $derived.by(() => {
    const review = this.#review;
    if (review === null || this.#busy || this.next >= 0) return false;
    const isAllMine = review.requests.every(({ part }) => part === 'mine');
    return isAllMine && review.lines - review.problems > this.#excluded.size;
  });

  get review(): LinesReview | null {
    return this.#review;
  }

  get rows(): readonly ReviewedLineRow[] {
    return this.#rows;
  }

  get opened(): ReadonlySet<number> {
    return this.#opened;
  }

  get excluded(): ReadonlySet<number> {
    return this.#excluded;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get error(): AppError | null {
    return this.#error;
  }

  isOf(requests: readonly string[]): boolean {
    return this.#wanted === requests.join(' ');
  }

  clear(): void {
    this.#wanted = '';
    this.#review = null;
    this.#rows = [];
    this.#error = null;
    this.#busy = false;
  }

  /** Reads the payments of these requests anew from the bank. The answer is dropped if other requests are wanted by then. */
  async read(requests: readonly string[]): Promise<void> {
    this.clear();
    this.#wanted = requests.join(' ');
    this.#opened = new Set();
    this.#excluded = new Set();
    this.#busy = true;
    const read = await request('approvals.reviewLines', { requests: [...requests] });
    if (!this.isOf(requests)) return;
    if (read.ok) await this.#readRows(read.value, requests);
    else this.#error = read.error;
    if (this.isOf(requests)) this.#busy = false;
  }

  open(place: number): void {
    this.#opened = new Set([...this.#opened, place]);
  }

  openNext(): void {
    if (this.next >= 0) this.open(this.next);
  }

  toggleNext(): void {
    if (this.next >= 0) this.toggle(this.next);
  }

  /** Takes a line out, or in again. A line that cannot be approved stays out. */
  toggle(place: number): void {
    const row = this.#rows[place];
    if (row === undefined || row.problem !== null || this.#busy) return;
    const excluded = new Set(this.#excluded);
    if (!excluded.delete(place)) excluded.add(place);
    this.#excluded = excluded;
  }

  /** Approves the remaining lines. Null if a person declined, the request failed, or other requests are wanted. */
  async approve(requests: readonly string[]): Promise<ApprovedLines | null> {
    const review = this.#review;
    if (review === null || !this.mayApprove || !this.isOf(requests)) return null;
    this.#busy = true;
    this.#error = null;
    const approved = await request('approvals.approveLines', {
      review: review.review,
      opened: [...this.#opened],
      excluded: [...this.#excluded],
    });
    this.#busy = false;
    if (approved.ok) {
      this.#error = approved.value.failed?.error ?? null;
      return approved.value;
    }
    if (approved.error.code !== 'declined') this.#error = approved.error;
    return null;
  }

  async #readRows(review: LinesReview, requests: readonly string[]): Promise<void> {
    const rows: ReviewedLineRow[] = [];
    while (rows.length < review.lines && this.isOf(requests)) {
      const page = await request('approvals.lines', {
        ...{ review: review.review, index: rows.length, limit: limits.listRowsMax },
      });
      if (!page.ok || page.value.rows.length === 0) {
        this.#error = page.ok ? null : page.error;
        return;
      }
      rows.push(...page.value.rows);
    }
    if (!this.isOf(requests)) return;
    this.#rows = rows;
    this.#review = review;
  }
}
