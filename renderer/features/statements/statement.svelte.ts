import { addDays, type IsoDate } from '../../../shared/calendar.ts';
import type { AppError } from '../../../shared/errors.ts';
import type {
  CoverageDay,
  EntryDetail,
  EntryRow,
  Proof,
  StatementFilter,
  StatementSummary,
} from '../../../shared/ipc/statements.ts';
import { Resource } from '../../state/resource.svelte.ts';
import { EntryRows } from './entry-rows.svelte.ts';
import { statementQuestions, type Mark } from './statement-questions.ts';

/** What the state needs of the list: where it stands, and to move it. */
export type ListView = {
  readonly reveal: (index: number) => void;
  readonly keepInPlace: (added: number) => void;
  readonly topRow: () => number;
};

/** One account's statement under a filter: its rows, its sums, its proof, and the entry that is looked at. */
export class StatementState {
  readonly accountNumber: string;
  readonly rows = new EntryRows();
  readonly coverage: Resource<{ readonly days: readonly CoverageDay[] }>;
  readonly proof: Resource<Proof>;
  readonly detail: Resource<EntryDetail>;
  list: ListView | null = null;

  filter = $state.raw<StatementFilter>({});
  summary = $state.raw<StatementSummary | null>(null);
  #error = $state.raw<AppError | null>(null);
  #markError = $state.raw<AppError | null>(null);
  busy = $state(false);
  selected = $state(-1);
  /** Entries that came in above what is shown, since the list was last at its top. */
  arrived = $state(0);
  #question = 0;
  #isRefreshing = false;
  #mustRefresh = false;
  #range: readonly [number, number] = [0, 40];
  readonly #ask: ReturnType<typeof statementQuestions>;

  constructor(accountNumber: string) {
    this.accountNumber = accountNumber;
    this.#ask = statementQuestions(accountNumber);
    this.coverage = new Resource(() => this.#ask.coverage(this.stripPeriod));
    this.proof = new Resource(() => this.#ask.proof(this.filter));
    this.detail = new Resource(() => this.#ask.entry(this.selectedRow?.id ?? ''));
  }

  /** Why the statement, a page of it, or a mark could not be had. */
  get error(): AppError | null {
    return this.#error ?? this.rows.error ?? this.#markError;
  }

  get selectedRow(): EntryRow | undefined {
    return this.selected < 0 ? undefined : this.rows.row(this.selected);
  }

  /** The facts of the selected entry; null until they came. */
  get selectedDetail(): EntryDetail | null {
    const detail = this.detail.value;
    return detail !== null && detail.id === this.selectedRow?.id ? detail : null;
  }

  /** The days the strip shows: the filter's period, or all that is known. */
  get stripPeriod(): { readonly from: IsoDate; readonly to: IsoDate } | null {
    const covered = this.summary?.covered;
    const from = this.filter.from ?? covered?.from;
    const to = this.filter.to ?? covered?.to;
    return from !== undefined && to !== undefined && from <= to ? { from, to } : null;
  }

  /** Shows another filter from its newest entry; the old rows stand until the new ones are there. */
  async apply(filter: StatementFilter): Promise<void> {
    const question = ++this.#question;
    this.filter = filter;
    this.busy = true;
    const isShown = await this.#show(question, [0, 40]);
    if (question !== this.#question) return;
    this.busy = false;
    if (!isShown) return;
    this.arrived = 0;
    this.selected = -1;
    this.detail.clear();
    this.list?.reveal(0);
    void this.coverage.refresh();
    void this.proof.refresh();
  }

  /** Reads everything again without moving what is seen; called when the store announced a change. */
  refresh = async (): Promise<void> => {
    if (this.#isRefreshing || this.busy) {
      this.#mustRefresh = true;
      return;
    }
    this.#isRefreshing = true;
    await this.#refreshInPlace();
    this.#isRefreshing = false;
    if (!this.#mustRefresh) return;
    this.#mustRefresh = false;
    await this.refresh();
  };

  retry = (): void => {
    this.#markError = null;
    if (this.rows.error) this.rows.retry(...this.#range);
    if (this.#error || this.summary === null) void this.apply(this.filter);
  };

  onrange = (first: number, last: number): void => {
    this.#range = [first, last];
    if (this.list?.topRow() === 0) this.arrived = 0;
    this.rows.want(first, last);
  };

  select = (index: number): void => {
    this.selected = index;
    if (this.selectedRow) void this.detail.refresh();
    else void this.#loadSelected(index);
  };

  deselect(): void {
    this.selected = -1;
    this.detail.clear();
  }

  /** Goes to the newest entries. */
  showArrived = (): void => {
    this.arrived = 0;
    this.list?.reveal(0);
  };

  /** Shows an entry, dropping filters that leave it out. False if it is not in the local copy. */
  async openEntry(entryId: string): Promise<boolean> {
    const index = await this.#ask.locate(entryId, this.filter);
    if (index !== null) {
      this.#reveal(index);
      return true;
    }
    const bare = await this.#ask.locate(entryId, {});
    if (bare === null) return false;
    await this.apply({});
    this.#reveal(bare);
    return true;
  }

  /** Goes to the newest entry of a day: as many rows down as there are newer ones. */
  async openDay(day: IsoDate): Promise<void> {
    const from = addDays(day, 1);
    if (this.filter.to !== undefined && from > this.filter.to) {
      this.#reveal(0);
      return;
    }
    const newer = await this.#ask.summary({ ...this.filter, from });
    if (newer.ok) this.#reveal(Math.min(newer.value.total, this.rows.total - 1));
    else this.#error = newer.error;
  }

  /** Marks entries; the rows change once it is written. */
  async mark(entryIds: readonly string[], mark: Mark): Promise<boolean> {
    const outcome = await this.#ask.mark(entryIds, mark);
    this.#markError = outcome.ok ? null : outcome.error;
    if (!outcome.ok) return false;
    const { note, ...seen } = mark;
    this.rows.patch(entryIds, note === undefined ? seen : { ...seen, hasNote: note !== '' });
    if (this.selectedRow && entryIds.includes(this.selectedRow.id)) void this.detail.refresh();
    return true;
  }

  async #refreshInPlace(): Promise<void> {
    const question = this.#question;
    const anchor = this.#anchor();
    const before = this.summary?.total ?? 0;
    const located = anchor && (await this.#ask.locate(anchor.id, this.filter));
    const shift = anchor && typeof located === 'number' ? located - anchor.index : 0;
    const [first, last] = this.#range;
    const isShown = await this.#show(question, [first + shift, last + shift]);
    if (!isShown) return;
    this.#settle(shift, Math.max(0, this.rows.total - before));
    void this.coverage.refresh();
    void this.proof.refresh();
  }

  #settle(shift: number, added: number): void {
    if (shift !== 0) {
      if (this.selected >= 0) this.selected += shift;
      this.list?.keepInPlace(shift);
    }
    if (shift > 0) this.arrived += Math.min(shift, added);
    if (this.selectedRow) void this.detail.refresh();
  }

  /** The row that must not move: the selected one if it is on screen, else the first in view. */
  #anchor(): { readonly id: string; readonly index: number } | null {
    const [first, last] = this.#range;
    const isInView = this.selected >= first && this.selected <= last;
    const index = isInView ? this.selected : (this.list?.topRow() ?? 0);
    const row = this.rows.row(index);
    return row ? { id: row.id, index } : null;
  }

  async #show(question: number, range: readonly [number, number]): Promise<boolean> {
    const filter = this.filter;
    const summary = await this.#ask.summary(filter);
    if (question !== this.#question) return false;
    this.#error = summary.ok ? null : summary.error;
    if (!summary.ok) return false;
    const isShown = await this.rows.show(
      (index, limit) => this.#ask.page(filter, index, limit),
      summary.value.total,
      range,
    );
    if (isShown && question === this.#question) this.summary = summary.value;
    return isShown;
  }

  async #loadSelected(index: number): Promise<void> {
    this.detail.clear();
    const page = await this.#ask.page(this.filter, index, 1);
    const entryId = page.ok ? page.value.rows[0]?.id : undefined;
    if (entryId === undefined || index !== this.selected) return;
    const detail = await this.#ask.entry(entryId);
    if (detail.ok && index === this.selected) this.detail.put(detail.value);
  }

  #reveal(index: number): void {
    this.list?.reveal(index);
    this.select(index);
  }
}
