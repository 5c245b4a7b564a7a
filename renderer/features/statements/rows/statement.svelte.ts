import { tick } from 'svelte';

import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { AppError, Outcome } from '../../../../shared/errors.ts';
import type { Chip } from '../../../../shared/ipc/accounts/chips.ts';
import type {
  CountedDays,
  EntryDetail,
  EntryRow,
  StatementFilter,
  StatementPageView,
} from '../../../../shared/ipc/accounts/statements.ts';
import { limits } from '../../../../shared/limits.ts';
import { newestRequest } from '../../../state/records/newest-request.ts';
import { onceRested } from '../../../ui/lists/once-rested.ts';
import { Selection } from '../../../ui/lists/selection.svelte.ts';
import { Resource } from '../../../state/records/resource.svelte.ts';
import { rowOfDay } from './counted-days.ts';
import { countEarly } from './early-figures.ts';
import { EntryRows, firstRows } from './entry-rows.svelte.ts';
import { StatementFigures } from './statement-figures.svelte.ts';
import { isUnder } from './under-filter.ts';
import { statementQuestions, type Mark, type StatementQuestions } from './statement-questions.ts';

/** Milliseconds: while a key is held, entries follow faster than this, and their details are not loaded. */
const passedMs = 80;

/** The part of the list that the state needs: its place, and how to move it. */
export type ListView = {
  readonly reveal: (index: number) => void;
  readonly keepInPlace: (added: number) => void;
  readonly topRow: () => number;
  /** The rows that are in the page once a row is revealed. */
  readonly rangeShowing: (index: number) => readonly [number, number];
};

/** One account's statement under a filter: its rows, its figures, and the selected entry. */
export class StatementState {
  readonly accountNumber: string;
  readonly rows = new EntryRows();
  readonly figures: StatementFigures;
  readonly detail: Resource<EntryDetail>;
  list: ListView | null = null;

  filter: StatementFilter = $state.raw({});
  /** How the search of the filter that is shown was understood. */
  chips: readonly Chip[] = $state.raw([]);
  /** True once rows were loaded, for this filter or an earlier one. */
  isShown = $state(false);
  #error = $state.raw<AppError | null>(null);
  #markError = $state.raw<AppError | null>(null);
  busy = $state(false);
  #selected = $state(-1);
  /** The number of new entries above the list since it was last at its top. */
  arrived = $state(0);
  /** Several entries, for one act on all of them; a sync does not change it. */
  readonly selection = new Selection<EntryRow>({
    keyOf: ({ id }) => id,
    at: (index) => this.rows.row(index),
    cursor: () => this.selected,
    indexOf: (id) => this.#indexOf(id),
    between: (first, last) => this.#between(first, last),
    max: limits.actItemsMax,
  });
  #question = 0;
  #revealing = 0;
  #counting: Promise<void> = Promise.resolve();
  #isRefreshing = false;
  #mustRefresh = false;
  #range: readonly [number, number] = [0, 40];
  readonly #ask: StatementQuestions;
  readonly #once = onceRested(passedMs);
  readonly #turns = newestRequest<Outcome<StatementPageView>>(2);

  /** Loads nothing before `apply`, though `filter` is already set. */
  constructor(accountNumber: string, filter: StatementFilter = {}) {
    this.accountNumber = accountNumber;
    this.filter = filter;
    this.#ask = statementQuestions(accountNumber);
    this.figures = new StatementFigures(this.#ask);
    this.detail = new Resource(() => this.#ask.entry(this.selectedRow?.id ?? ''));
  }

  /** Why the statement, a page, its figures or a mark failed. */
  get error(): AppError | null {
    return this.#error ?? this.rows.error ?? this.figures.error ?? this.#markError;
  }

  /** The index of the open entry; -1: none. Its row stays cached however far one scrolls. */
  get selected(): number {
    return this.#selected;
  }

  get selectedRow(): EntryRow | undefined {
    return this.selected < 0 ? undefined : this.rows.row(this.selected);
  }

  /** The facts of the selected entry; null until they came. */
  get selectedDetail(): EntryDetail | null {
    const detail = this.detail.value;
    return detail !== null && detail.id === this.selectedRow?.id ? detail : null;
  }

  /**
   * Shows another filter from its newest entry; the old rows stay until the new ones are loaded. Resolves then: their number and their sums
   * are loaded afterwards.
   */
  async apply(filter: StatementFilter): Promise<void> {
    const question = ++this.#question;
    this.selection.keepOnly(isUnder(filter, this.filter));
    this.filter = filter;
    this.busy = true;
    const early = countEarly(this.#ask, filter);
    const answer = await this.#turns(() => this.#ask.page(filter, 0, firstRows));
    if (answer === null || question !== this.#question) return;
    this.busy = false;
    this.#error = answer.ok ? null : answer.error;
    if (!answer.ok) return;
    this.isShown = true;
    this.chips = answer.value.chips ?? [];
    this.arrived = 0;
    this.deselect();
    this.rows.showFirst(this.#pagesOf(filter), answer.value.rows);
    this.figures.begin(filter);
    if (early?.counted) this.#showCount(early.counted);
    this.list?.reveal(0);
    this.#loadFigures(early?.requested);
    void this.#refreshAgain();
  }

  /** Loads everything again without moving the visible rows; called when the store announced a change. */
  refresh = async (): Promise<void> => {
    if (this.#isRefreshing || this.busy) {
      this.#mustRefresh = true;
      return;
    }
    this.#isRefreshing = true;
    await this.#refreshInPlace();
    this.#isRefreshing = false;
    await this.#refreshAgain();
  };

  retry = (): void => {
    this.#markError = null;
    if (this.#error || !this.isShown) {
      void this.apply(this.filter);
      return;
    }
    if (this.rows.error) this.rows.retry();
    if (this.figures.error) this.#loadFigures();
  };

  onrange = (first: number, last: number): void => {
    this.#range = [first, last];
    if (this.list?.topRow() === 0) this.arrived = 0;
    this.rows.want(first, last);
  };

  select = (index: number): void => {
    this.#hold(index);
    this.#once(() => {
      if (this.selectedRow) void this.detail.refresh();
      else if (this.selected >= 0) void this.#loadSelected(this.selected);
    });
  };

  deselect(): void {
    this.#hold(-1);
    this.detail.clear();
  }

  /** Selects every entry of the filter, up to the maximum of one act. */
  selectAll = async (): Promise<void> => {
    await this.#counting;
    await this.selection.all(this.rows.total);
  };

  /** Goes to the newest entries. */
  showArrived = (): void => {
    this.arrived = 0;
    this.list?.reveal(0);
  };

  /** Shows an entry, dropping filters that leave it out. False if it is not in the local copy. */
  async openEntry(entryId: string): Promise<boolean> {
    const index = await this.#ask.locate(entryId, this.filter);
    if (index !== null) {
      await this.#reveal(index);
      return true;
    }
    const bare = await this.#ask.locate(entryId, {});
    if (bare === null) return false;
    await this.apply({});
    await this.#reveal(bare);
    return true;
  }

  /** Goes to the next unread entry below the open one, loaded or not. False if there is none. */
  async toNextUnread(): Promise<boolean> {
    const [question, selected] = [this.#question, this.#selected];
    if (selected >= 0) await this.rows.bring(selected, selected);
    const below = this.selectedRow?.id;
    const found = await this.#ask.nextUnread(below, this.filter);
    if (question !== this.#question || selected !== this.#selected) return true;
    this.#markError = found.ok ? null : found.error;
    if (!found.ok) return true;
    if (found.value.index === null) return false;
    await this.#reveal(found.value.index);
    return true;
  }

  /** Goes to the newest entry of a day; its index is the number of newer entries. */
  async openDay(day: IsoDate): Promise<void> {
    const question = this.#question;
    await this.#counting;
    const counted = this.figures.counted ?? (await this.figures.count());
    if (counted === null || question !== this.#question) return;
    await this.#reveal(Math.max(0, Math.min(rowOfDay(counted, day), counted.total - 1)));
  }

  /** Marks entries; the rows change once it is written. */
  async mark(entryIds: readonly string[], mark: Mark): Promise<boolean> {
    const outcome = await this.#ask.mark(entryIds, mark);
    this.#markError = outcome.ok ? null : outcome.error;
    if (!outcome.ok) return false;
    const { note, ...seen } = mark;
    this.show(entryIds, note === undefined ? seen : { ...seen, hasNote: note !== '' });
    return true;
  }

  /** Shows the current marks of entries. */
  show(entryIds: readonly string[], marks: Partial<EntryRow>): void {
    const marked = new Set(entryIds);
    this.rows.patch(marked, marks);
    this.selection.patch((row) => (marked.has(row.id) ? { ...row, ...marks } : row));
    if (this.selectedRow && marked.has(this.selectedRow.id)) void this.detail.refresh();
  }

  /** Loads changes that were announced during another load. */
  async #refreshAgain(): Promise<void> {
    if (!this.#mustRefresh) return;
    this.#mustRefresh = false;
    await this.refresh();
  }

  async #refreshInPlace(): Promise<void> {
    const question = this.#question;
    const anchor = this.#anchor();
    const before = this.rows.isCounted ? this.rows.total : Infinity;
    const located = anchor && (await this.#ask.locate(anchor.id, this.filter));
    const shift = anchor && typeof located === 'number' ? located - anchor.index : 0;
    const counted = await this.figures.count();
    if (question !== this.#question) return;
    if (counted === null) {
      this.#mustRefresh ||= this.figures.error === null;
      return;
    }
    const [first, last] = this.#range;
    const isShown = await this.rows.show(this.#pagesOf(this.filter), counted.total, {
      range: [first + shift, last + shift],
      held: this.selected < 0 ? -1 : this.selected + shift,
    });
    if (!isShown || question !== this.#question) return;
    this.figures.counted = counted;
    this.#settle(shift, Math.max(0, counted.total - before));
    this.figures.doubt();
    void this.figures.sum();
  }

  #settle(shift: number, added: number): void {
    if (shift !== 0) {
      if (this.selected >= 0) this.#hold(this.selected + shift);
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

  /** Counts, then sums; rows wait for neither. */
  #loadFigures(requested?: Promise<Outcome<CountedDays>>): void {
    this.#counting = this.figures.counted ? Promise.resolve() : this.#count(requested);
    void this.#counting.then(() => (this.figures.counted ? this.figures.sum() : undefined));
  }

  async #count(requested?: Promise<Outcome<CountedDays>>): Promise<void> {
    const counted = await this.figures.count(requested);
    // A refresh may have shown a newer number in the meantime.
    if (counted !== null && this.figures.counted === null) this.#showCount(counted);
  }

  #showCount(counted: CountedDays): void {
    this.figures.counted = counted;
    this.rows.counted(counted.total);
  }

  async #indexOf(id: string): Promise<number> {
    const index = this.rows.indexOf(id);
    return index >= 0 ? index : ((await this.#ask.locate(id, this.filter)) ?? -1);
  }

  async #between(first: number, last: number): Promise<readonly EntryRow[]> {
    const shown = Array.from({ length: last - first + 1 }, (_, at) => this.rows.row(first + at));
    if (!shown.includes(undefined)) return shown.flatMap((row) => row ?? []);
    const found: EntryRow[] = [];
    for (let index = first; index <= last; index += limits.listRowsMax) {
      const limit = Math.min(limits.listRowsMax, last - index + 1);
      const page = await this.#ask.page(this.filter, index, limit);
      this.#markError = page.ok ? null : page.error;
      if (!page.ok) return [];
      found.push(...page.value.rows);
    }
    return found;
  }

  #pagesOf(filter: StatementFilter) {
    return (index: number, limit: number) => this.#ask.page(filter, index, limit);
  }

  #hold(index: number): void {
    this.#selected = index;
    this.rows.held = index;
  }

  async #loadSelected(index: number): Promise<void> {
    this.detail.clear();
    const page = await this.#ask.page(this.filter, index, 1);
    const entryId = page.ok ? page.value.rows[0]?.id : undefined;
    if (entryId === undefined || index !== this.selected) return;
    const detail = await this.#ask.entry(entryId);
    if (detail.ok && index === this.selected) this.detail.put(detail.value);
  }

  /** Reveals a row. A row far down needs the count first; the list moves once the row is loaded, so that nothing pops in. */
  async #reveal(index: number): Promise<void> {
    const revealing = ++this.#revealing;
    const question = this.#question;
    await this.#counting;
    await tick();
    if (this.list) await this.rows.bring(...this.list.rangeShowing(index));
    if (revealing !== this.#revealing || question !== this.#question) return;
    this.selection.clear();
    this.list?.reveal(index);
    this.select(index);
  }
}
