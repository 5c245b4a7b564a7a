import { exceptionGroupOf, type ExceptionGroup } from '../../../shared/exception-groups.ts';
import type { AppError, Outcome } from '../../../shared/errors.ts';
import type { ExceptionItem, ExceptionUrgency } from '../../../shared/ipc/review/exceptions.ts';
import type { SubmissionDetail } from '../../../shared/ipc/submissions.ts';
import { limits } from '../../../shared/limits.ts';
import type { DoneAct } from '../../../shared/ipc/route.ts';
import { request } from '../../state/desk.ts';
import type { Exceptions } from '../../state/exceptions.svelte.ts';
import { Selection, type Choice } from '../../ui/lists/selection.svelte.ts';
import type { ResendConfirmation } from '../../state/records/resend-review.svelte.ts';
import { Resource } from '../../state/records/resource.svelte.ts';

/** A line of the list: a group heading, or an exception; `isOver` once it needs no one any more. */
type ExceptionLine =
  | { readonly isHeading: true; readonly urgency: ExceptionUrgency; readonly count: number }
  | { readonly isHeading: false; readonly item: ExceptionItem; readonly isOver: boolean };

/** Adds a heading over each group. `now` returns the current version of an exception, or null if it is over. */
function rowsOf(
  held: readonly ExceptionItem[],
  now: (held: ExceptionItem) => ExceptionItem | null,
): ExceptionLine[] {
  return [...Map.groupBy(held, ({ urgency }) => urgency)].flatMap(([urgency, items]) => [
    { isHeading: true as const, urgency, count: items.length },
    ...items.map((item) => {
      const current = now(item);
      return { isHeading: false as const, item: current ?? item, isOver: current === null };
    }),
  ]);
}

/**
 * A stable list of exceptions. Its order is frozen once a person has chosen a line: new ones are announced and wait, resolved ones keep
 * their place, until the person asks for the new list or acts on one.
 */
export class HeldExceptions {
  readonly detail = new Resource(() =>
    request('submissions.get', { submissionId: this.selected?.submissionId ?? '' }),
  );

  /** Several exceptions, to be dismissed in one act. */
  readonly selection = new Selection<ExceptionItem>({
    keyOf,
    at: (index) => itemOf(this.rows[index]),
    cursor: () => this.selectedIndex,
    indexOf: (key) => this.#indexOf(key),
    between: (first, last) => this.rows.slice(first, last + 1).flatMap((row) => itemOf(row) ?? []),
    max: limits.actItemsMax,
  });
  /** The current or last known versions of the selected ones. */
  readonly chosen: readonly ExceptionItem[] = $derived.by(() =>
    this.selection.items.map((item) => this.#current.get(keyOf(item)) ?? item),
  );
  /** The exceptions that closing acts on: those of the selection that may be closed, else the open one. */
  readonly closable: readonly ExceptionItem[] = $derived.by(() => {
    const { selected } = this;
    const items = this.selection.size > 0 ? this.chosen : selected ? [selected] : [];
    return items.filter((item) => item.mayClose && this.#current.has(keyOf(item)));
  });

  #held = $state.raw<readonly ExceptionItem[] | null>(null);
  #selectedKey = $state<string | null>(null);
  busy = $state(false);
  /** A person has chosen a line: from now on the list does not move on its own. */
  #isHeld = false;
  /** Why the last action on the selected one failed. */
  error = $state.raw<AppError | null>(null);
  /** The group to which the list is filtered; null for all. */
  #group = $state<ExceptionGroup | null>(null);
  readonly #exceptions: Exceptions;

  readonly #items: readonly ExceptionItem[] = $derived.by(() =>
    this.#exceptions.items.filter(
      (item) => this.#group === null || exceptionGroupOf(item) === this.#group,
    ),
  );
  readonly #current = $derived.by(() => new Map(this.#items.map((item) => [keyOf(item), item])));
  readonly #urgencies: ReadonlyMap<string, ExceptionUrgency> = $derived.by(
    () => new Map((this.#held ?? []).map((item) => [keyOf(item), item.urgency])),
  );
  /** Headings and exceptions, in the order of the list. */
  readonly rows: readonly ExceptionLine[] = $derived.by(() =>
    rowsOf(this.#held ?? [], (held) => this.#current.get(keyOf(held)) ?? null),
  );
  /** The number of exceptions that are new, or more urgent than shown. */
  readonly arrived: number = $derived.by(
    () => this.#items.filter((item) => this.#urgencies.get(keyOf(item)) !== item.urgency).length,
  );
  readonly selectedIndex: number = $derived.by(() => this.#indexOf(this.#selectedKey));
  readonly #selectedRow = $derived.by(() => {
    const row = this.rows[this.selectedIndex];
    return row?.isHeading === false ? row : null;
  });
  readonly selected: ExceptionItem | null = $derived.by(() => this.#selectedRow?.item ?? null);
  /** The selected exception was resolved in the meantime. */
  readonly isOver: boolean = $derived.by(() => this.#selectedRow?.isOver ?? false);
  /** The submission of the selected exception; null until it is loaded, and if there is none. */
  readonly submission: SubmissionDetail | null = $derived.by(() =>
    this.detail.value !== null && this.detail.value.submissionId === this.selected?.submissionId
      ? this.detail.value
      : null,
  );

  constructor(exceptions: Exceptions, group: ExceptionGroup | null) {
    this.#exceptions = exceptions;
    this.#group = group;
  }

  get group(): ExceptionGroup | null {
    return this.#group;
  }

  showOnly(group: ExceptionGroup | null): void {
    this.#isHeld = true;
    this.#group = group;
    this.showNew();
  }

  /** Selects the next exception that still needs a person; false if there is none. Upcoming ones are skipped. */
  goOn(): boolean {
    const next = this.rows.findIndex(
      (row, at) =>
        at > this.selectedIndex && !row.isHeading && !row.isOver && row.item.urgency !== 'ahead',
    );
    if (next < 0) return false;
    this.selection.clear();
    this.select(next);
    return true;
  }

  /** Takes over the first list, and selects the requested exception, else the first. */
  begin(exceptionId: string | undefined): void {
    const items = this.#items;
    if (this.#exceptions.list.value === null || (this.#held !== null && this.#held.length > 0))
      return;
    this.#held = items;
    const wanted = items.find((item) => item.exceptionId === exceptionId) ?? items[0];
    if (wanted) this.#choose(wanted);
  }

  /** Loads the list again, which may be stale from the previous view; it is replaced while no line is chosen. */
  async catchUp(exceptionId: string | undefined): Promise<void> {
    await this.#exceptions.refresh();
    if (this.#isHeld) return;
    this.#held = null;
    this.begin(exceptionId);
  }

  /** Shows the current list; the selected exception stays selected, or else the one in its place. */
  showNew = (): void => {
    const place = this.#placeOfSelected();
    const items = this.#items;
    this.#held = items;
    this.selection.keepOnly((item) => this.#current.has(keyOf(item)));
    if (items.some((item) => keyOf(item) === this.#selectedKey)) return;
    const next = items[Math.min(place, items.length - 1)];
    if (next) this.#choose(next);
    else this.#selectedKey = null;
  };

  select(index: number): void {
    this.#isHeld = true;
    const item = itemOf(this.rows[this.#target(index)]);
    if (item) this.#choose(item);
  }

  choose = (index: number, how: Choice): void => this.selection.choose(this.#target(index), how);

  selectAll = (): Promise<void> => this.selection.all(Infinity);

  /** A heading is stepped over, in the direction of the step. */
  #target(index: number): number {
    const step = index < this.selectedIndex ? -1 : 1;
    let target = index;
    while (this.rows[target]?.isHeading === true) target += step;
    return target;
  }

  #indexOf(key: string | null): number {
    return this.rows.findIndex((row) => !row.isHeading && keyOf(row.item) === key);
  }

  /** Loads the submission again if it belongs to the selected exception. */
  reread = (submissionId: string): void => {
    if (submissionId === this.selected?.submissionId) void this.detail.refresh();
  };

  lookUp(): Promise<boolean> {
    const { submissionId } = this.selected ?? {};
    return submissionId ? this.#act(request('submissions.lookUp', { submissionId })) : no;
  }

  sendAgain(confirmation: ResendConfirmation): Promise<boolean> {
    const { submissionId } = this.selected ?? {};
    return submissionId
      ? this.#act(request('submissions.sendAgain', { submissionId, ...confirmation }))
      : no;
  }

  settle(as: 'accepted' | 'not-found', note: string): Promise<boolean> {
    const { submissionId } = this.selected ?? {};
    return submissionId ? this.#act(request('submissions.settle', { submissionId, as, note })) : no;
  }

  /** Marks the selected one as known to the person. False where that could not be saved. */
  markKnown(text: string): Promise<boolean> {
    const { exceptionId } = this.selected ?? {};
    return exceptionId ? this.#act(request('exceptions.markKnown', { exceptionId, text })) : no;
  }

  /** Closes the selected exceptions, and selects the one after them. Null if nothing was closed. */
  async close(): Promise<{ done: DoneAct; items: readonly ExceptionItem[] } | null> {
    const items = this.closable;
    if (items.length === 0 || this.busy) return null;
    const exceptionIds = items.map(({ exceptionId }) => exceptionId);
    const closing = request('exceptions.close', { exceptionIds });
    if (!(await this.#act(closing))) return null;
    const outcome = await closing;
    this.showNew();
    return outcome.ok ? { done: outcome.value, items } : null;
  }

  /** Shows an exception that was closed in the list again, and selects it. */
  async comeBack(exceptionId: string): Promise<void> {
    await this.#exceptions.refresh();
    this.showNew();
    const item = this.#items.find((one) => one.exceptionId === exceptionId);
    this.selection.clear();
    if (item) this.#choose(item);
  }

  async #act(requested: Promise<Outcome<unknown>>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.error = null;
    const outcome = await requested;
    if (!outcome.ok) this.error = outcome.error;
    await this.#exceptions.refresh();
    if (this.selected?.submissionId) await this.detail.refresh();
    this.busy = false;
    return outcome.ok;
  }

  #choose(item: ExceptionItem): void {
    if (keyOf(item) === this.#selectedKey) return;
    this.#selectedKey = keyOf(item);
    this.error = null;
    if (item.submissionId !== null) void this.detail.refresh();
  }

  /** The index among the exceptions, without headings. */
  #placeOfSelected(): number {
    const place = (this.#held ?? []).findIndex((item) => keyOf(item) === this.#selectedKey);
    return Math.max(0, place);
  }
}

const itemOf = (row: ExceptionLine | undefined): ExceptionItem | undefined =>
  row?.isHeading === false ? row.item : undefined;

const no = Promise.resolve(false);

/** The key of an exception: that of its submission, which stays the same in every state. */
const keyOf = ({ submissionId, exceptionId }: ExceptionItem): string => submissionId ?? exceptionId;
