import type {
  OwnGroup,
  ReviewBand,
  ReviewCounts,
  ReviewFilter,
  ReviewPage,
  ReviewRow,
} from '../../../shared/ipc/review/review.ts';
import type { EntryDetail, SeenEntry } from '../../../shared/ipc/accounts/statements.ts';
import type { AppError, Outcome } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import { entryName } from '../../kit/entry/entry-labels.ts';
import { request } from '../../state/desk.ts';
import type { Notices } from '../../state/notices.svelte.ts';
import { Resource } from '../../state/records/resource.svelte.ts';
import { Selection } from '../../ui/lists/selection.svelte.ts';
import { onceRested } from '../../ui/lists/once-rested.ts';
import { changedText, entriesText, groupTitle } from './group-labels.ts';

/** Rows per request; the next ones are requested before the end is reached. */
const pageRows = 100;
const rowsAhead = 25;
/** The maximum number of rows that are reloaded after a change. */
const lookedAtMax = 200;
/** Milliseconds: while a key is held, entries follow faster than this, and their details are not loaded. */
const passedMs = 80;

type Mark = { readonly read?: boolean; readonly flagged?: boolean; readonly note?: string };
type Place = { readonly accountNumber: string; readonly id: string };
export const keyOf = ({ accountNumber, id }: Place): string => `${accountNumber} ${id}`;
/** A group of own orders, or an entry; `within` is the opened group that contains the entry. */
export type ReviewItem =
  | { readonly kind: 'group'; readonly group: OwnGroup }
  | { readonly kind: 'entry'; readonly row: ReviewRow; readonly within: string | null };

export const itemKey = (item: ReviewItem): string =>
  item.kind === 'group' ? `group ${item.group.id}` : keyOf(item.row);

const bandKey = ({ accountNumber, day }: { accountNumber: string; day: string }): string =>
  `${day} ${accountNumber}`;

/** The queue of entries over all accounts under a filter. Read entries keep their place until the filter is chosen again. */
export class ReviewState {
  filter = $state<ReviewFilter>('unread');
  /** The account filter; empty for every account. */
  accountNumber = $state('');
  /** Entries outside of groups. */
  rows = $state.raw<readonly ReviewRow[]>([]);
  /** Own orders that are booked as ordered, above the rows. */
  groups = $state.raw<readonly OwnGroup[]>([]);
  /** The entries of groups that were opened, by the group's id. */
  opened = $state.raw<ReadonlyMap<string, readonly ReviewRow[]>>(new Map());
  /** The number of entries of shown groups that no longer match their order, by the group's id. */
  #changed = $state.raw<ReadonlyMap<string, number>>(new Map());
  readonly items: readonly ReviewItem[] = $derived([
    ...this.groups.flatMap((group): ReviewItem[] => [
      itemOf(group, () => ({ kind: 'group', group })),
      ...(this.opened.get(group.id) ?? []).map((row) =>
        itemOf(row, () => ({ kind: 'entry', row, within: group.id })),
      ),
    ]),
    ...this.rows.map((row) => itemOf(row, () => ({ kind: 'entry', row, within: null }))),
  ]);
  #bands = $state.raw<ReadonlyMap<string, ReviewBand>>(new Map());
  #next = $state.raw<string | null>(null);
  /** True once rows were loaded, for this filter or an earlier one. */
  isShown = $state(false);
  busy = $state(false);
  error = $state.raw<AppError | null>(null);
  selected = $state(-1);
  /** Several entries, for an act over all of them. Own orders have an act of their own, and are never among them. */
  readonly selection = new Selection<ReviewRow>({
    keyOf,
    at: (index) => rowOf(this.items[index]),
    cursor: () => this.selected,
    indexOf: (key) => this.#indexOf(key),
    between: (first, last) => this.#between(first, last),
    max: limits.actItemsMax,
  });
  /** The number of undone marks. */
  undone = $state(0);
  /** The number of times a row was selected. */
  picked = $state(0);
  /** New entries, which wait above the list. */
  waiting = $state(0);
  /** Entries that were read here: they wear a hollow dot. */
  justRead = $state.raw<ReadonlySet<string>>(new Set());
  readonly counts = new Resource<ReviewCounts>(async () => {
    const before = this.#readHere;
    const answer = await request('review.counts', this.#within());
    this.#readAtCount = before;
    // The answer may or may not include marks made in the meantime.
    if (this.#readHere !== before) this.#countsAreOld = true;
    return answer;
  });
  /** Entries that were read here, less those made unread; and the same when the counts were requested. */
  #readHere = $state(0);
  #readAtCount = $state(0);
  readonly detail: Resource<EntryDetail>;
  readonly #notices: Notices;
  readonly #once = onceRested(passedMs);
  #question = 0;
  #marking = 0;
  #loading: Promise<void> | null = null;
  #countsAreOld = false;
  #isLooking = false;
  #mustLookAgain = false;
  /** Groups that are being read: a held key reads each once. */
  readonly #reading = new Set<string>();

  constructor(notices: Notices) {
    this.#notices = notices;
    this.detail = new Resource(() =>
      request('statements.entry', {
        accountNumber: this.selectedRow?.accountNumber ?? '',
        entryId: this.selectedRow?.id ?? '',
      }),
    );
  }

  get selectedRow(): ReviewRow | undefined {
    return rowOf(this.items[this.selected]);
  }

  get selectedGroup(): OwnGroup | undefined {
    const item = this.items[this.selected];
    return item?.kind === 'group' ? item.group : undefined;
  }

  /** How many of all entries are read: the last count, adjusted by reads since then. Null before the first count. */
  get progress(): { readonly read: number; readonly total: number } | null {
    const counted = this.counts.value;
    if (counted === null) return null;
    const read = counted.all - counted.unread + this.#readHere - this.#readAtCount;
    return { read: Math.max(0, Math.min(read, counted.all)), total: counted.all };
  }

  /** The number of unread entries of a group, as far as shown. */
  unreadOf = ({ entries }: OwnGroup): number =>
    entries.filter((entry) => !this.justRead.has(keyOf(entry))).length;

  /** Entries of a group that changed since it was shown: they stay unread. */
  changedOf = ({ id }: OwnGroup): number => this.#changed.get(id) ?? 0;

  /** The facts of the selected entry; null until they came. */
  get selectedDetail(): EntryDetail | null {
    const detail = this.detail.value;
    return detail !== null && detail.id === this.selectedRow?.id ? detail : null;
  }

  get hasMore(): boolean {
    return this.#next !== null;
  }

  /** The band under a row; null unless the next row is of another account or day. */
  bandUnder(index: number): ReviewBand | null {
    const place = index - (this.items.length - this.rows.length);
    const row = this.rows[place];
    if (row === undefined) return null;
    const next = this.rows[place + 1];
    const isLast = next === undefined ? !this.hasMore : bandKey(next) !== bandKey(row);
    return isLast ? (this.#bands.get(bandKey(row)) ?? null) : null;
  }

  /** Shows a filter from its newest entry; read entries disappear. Resolves once the rows are loaded. */
  apply = async (place?: Place): Promise<void> => {
    const question = ++this.#question;
    this.busy = true;
    this.#countsAreOld = false;
    void this.counts.refresh();
    const answer = await this.#page(pageRows);
    if (question !== this.#question) return;
    this.busy = false;
    this.error = answer.ok ? null : answer.error;
    if (!answer.ok) return;
    this.isShown = true;
    this.waiting = 0;
    this.justRead = new Set();
    this.rows = answer.value.rows;
    this.groups = answer.value.groups;
    this.opened = new Map();
    this.#changed = new Map();
    this.#bands = bandsIn(new Map(), answer.value);
    this.#next = answer.value.next;
    const shown = new Set(this.items.map(itemKey));
    this.selection.keepOnly((row) => shown.has(keyOf(row)));
    const at = place ? this.#indexOf(keyOf(place)) : -1;
    this.select(at >= 0 ? at : this.items.length > 0 ? 0 : -1);
  };

  #indexOf = (key: string): number => this.items.findIndex((item) => itemKey(item) === key);

  select = (index: number): void => {
    this.selected = Math.min(index, this.items.length - 1);
    this.picked += 1;
    if (this.selected > this.items.length - rowsAhead) void this.loadMore();
    if (this.selectedRow === undefined) this.detail.clear();
    else this.#once(() => void this.detail.refresh());
  };

  /** Selects every entry of the filter, up to the maximum of one act. */
  selectAll = (): Promise<void> => {
    const headings = this.items.filter(({ kind }) => kind === 'group').length;
    return this.selection.all(this.hasMore ? Infinity : this.items.length, headings);
  };

  async #between(first: number, last: number): Promise<readonly ReviewRow[]> {
    while (this.items.length <= last && this.hasMore) {
      await this.loadMore();
      if (this.error !== null) break;
    }
    return this.items.slice(first, last + 1).flatMap((item) => rowOf(item) ?? []);
  }

  loadMore = (): Promise<void> => (this.#loading ??= this.#loadMore());

  /**
   * Handles changed entries. The counts of flagged, noted or changed ones are renewed with the next look, unless only their readers
   * changed, or they are of an account that is not shown.
   */
  entriesChanged({
    accountNumber,
    only,
  }: {
    readonly accountNumber?: string;
    readonly only?: 'read';
  }): void {
    const isShown = [undefined, this.accountNumber].includes(accountNumber);
    if (only !== 'read' && (this.accountNumber === '' || isShown)) this.#countsAreOld = true;
  }

  /** Renews the bands and counts after a change, and counts new entries; no row moves. */
  look = async (): Promise<void> => {
    this.#mustLookAgain = true;
    if (this.#isLooking || !this.isShown) return;
    this.#isLooking = true;
    while (this.#mustLookAgain) {
      this.#mustLookAgain = false;
      await this.#lookOnce();
    }
    this.#isLooking = false;
  };

  /** Opens the selected group in place, or closes the one that the selection is in. */
  async unfold(isOpen: boolean): Promise<void> {
    const item = this.items[this.selected];
    const id = item?.kind === 'group' ? item.group.id : (item?.within ?? null);
    const group = this.groups.find((one) => one.id === id);
    if (group === undefined || this.opened.has(group.id) === isOpen) return;
    if (!isOpen) {
      this.opened = without(this.opened, group.id);
      this.select(this.#indexOf(itemKey({ kind: 'group', group })));
      return;
    }
    const question = this.#question;
    const answer = await request('review.groupRows', { entries: [...group.entries] });
    if (question !== this.#question) return;
    this.error = answer.ok ? null : answer.error;
    if (!answer.ok) return;
    const selected = this.items[this.selected];
    this.opened = new Map(this.opened).set(group.id, answer.value.rows);
    if (selected) this.selected = this.#indexOf(itemKey(selected));
  }

  /** Reads the selected group or entry and goes to the next unread one; an entry that is already read stays so. */
  async read(): Promise<void> {
    const group = this.selectedGroup;
    if (group !== undefined && this.unreadOf(group) > 0 && !(await this.#readGroup(group))) return;
    const row = this.selectedRow;
    if (row !== undefined && !row.read) {
      void this.#markRead(row, true);
      this.did(`Marked read: ${entryName(row)}.`, (isOpen) =>
        this.#back(row, { read: false }, isOpen),
      );
    }
    await this.#toNextUnread();
  }

  /** Marks the selected group or entry as unread. */
  unread(): void {
    const group = this.selectedGroup;
    if (group !== undefined) void this.#unreadGroup(group);
    const row = this.selectedRow;
    if (row === undefined || !row.read) return;
    void this.#markRead(row, false);
    this.did(`Marked unread: ${entryName(row)}.`, (isOpen) =>
      this.#back(row, { read: true }, isOpen),
    );
  }

  /** Marks as read only the entries of the group that were shown and still match their order. */
  async #readGroup(group: OwnGroup): Promise<boolean> {
    const entries = group.entries.filter((entry) => !this.justRead.has(keyOf(entry)));
    if (this.#reading.has(group.id)) return false;
    this.#reading.add(group.id);
    this.#marking += 1;
    const outcome = await request('review.readOwn', { entries });
    this.#marking -= 1;
    this.#reading.delete(group.id);
    this.error = outcome.ok ? null : outcome.error;
    if (!outcome.ok) return false;
    const { read, left, act } = outcome.value;
    const seen = { keys: entries.map(keyOf), count: read };
    this.#groupSeen(seen, true);
    const rest = left === 0 ? '' : ` ${changedText(left)}`;
    this.did(`Marked read: ${entriesText(read)}, ${groupTitle(group)}.${rest}`, async (isOpen) => {
      const undone = await request('review.takeBack', { act });
      this.#groupUndone(group, undone, { seen, read: false, isOpen });
    });
    return true;
  }

  /** Every entry of the group that was read here is unread again. */
  async #unreadGroup(group: OwnGroup): Promise<void> {
    const read = group.entries.filter((entry) => this.justRead.has(keyOf(entry)));
    if (read.length === 0) return;
    const marked = await this.#markGroup(read, false);
    this.error = marked.ok ? null : marked.error;
    if (!marked.ok) return;
    const seen = { keys: read.map(keyOf), count: read.length };
    this.#groupSeen(seen, false);
    this.did(
      `Marked unread: ${entriesText(read.length)}, ${groupTitle(group)}.`,
      async (isOpen) => {
        const undone = await this.#markGroup(read, true);
        this.#groupUndone(group, undone, { seen, read: true, isOpen });
      },
    );
  }

  /** Marks entries account by account, in chunks of the maximum that one request may name. */
  async #markGroup(entries: readonly Place[], read: boolean): Promise<Outcome<unknown>> {
    this.#marking += 1;
    let outcome: Outcome<unknown> = ok(null);
    for (const [accountNumber, own] of Map.groupBy(entries, (entry) => entry.accountNumber))
      for (let from = 0; outcome.ok && from < own.length; from += limits.listRowsMax) {
        const entryIds = own.slice(from, from + limits.listRowsMax).map(({ id }) => id);
        outcome = await request('statements.mark', { accountNumber, entryIds, read });
      }
    this.#marking -= 1;
    return outcome;
  }

  #groupUndone(
    group: OwnGroup,
    outcome: Outcome<unknown>,
    { seen, read, isOpen }: { seen: SeenKeys; read: boolean; isOpen: boolean },
  ): void {
    const title = `${entriesText(seen.count)}, ${groupTitle(group)}`;
    if (!outcome.ok) {
      this.#notices.show(`Not undone: ${title}. ${outcome.error.message}`);
      return;
    }
    this.#groupSeen(seen, read);
    const at = isOpen ? this.#indexOf(itemKey({ kind: 'group', group })) : -1;
    if (at >= 0) this.select(at);
    this.undone += 1;
    this.#notices.show(`Undone, marked ${read ? 'read' : 'unread'}: ${title}.`);
  }

  /** Shows the current marks of several entries; `count` of them have changed. */
  show(rows: readonly Place[], marks: Partial<ReviewRow>, count: number): void {
    const keys = rows.map(keyOf);
    if (marks.read !== undefined) this.#groupSeen({ keys, count }, marks.read);
    else this.#patchAll(new Set(keys), marks);
  }

  /** Updates the group's row and its entries at once. */
  #groupSeen({ keys, count }: SeenKeys, read: boolean): void {
    const concerned = new Set(keys);
    this.#readHere += read ? count : -count;
    this.justRead = new Set(
      read ? [...this.justRead, ...keys] : [...this.justRead].filter((key) => !concerned.has(key)),
    );
    this.#patchAll(concerned, { read });
  }

  flag(): void {
    const row = this.selectedRow;
    if (row === undefined) return;
    const flagged = !row.flagged;
    void this.#mark(row, { flagged });
    this.did(`${flagged ? 'Flagged' : 'Unflagged'}: ${entryName(row)}.`, (isOpen) =>
      this.#back(row, { flagged: !flagged }, isOpen),
    );
  }

  note = async (row: ReviewRow, note: string): Promise<boolean> => {
    const isSaved = await this.#mark(row, { note });
    if (isSaved) void this.detail.refresh();
    return isSaved;
  };

  /** Announces an act, with its undo. */
  did(text: string, undo: (isOpen: boolean) => Promise<void>): void {
    this.#notices.show(text, { label: 'Undo', run: undo });
  }

  #within() {
    return this.accountNumber === '' ? {} : { accountNumber: this.accountNumber };
  }

  #page(limit: number, after?: string) {
    const { filter } = this;
    return request('review.page', {
      filter,
      ...this.#within(),
      limit,
      ...(after !== undefined && { after }),
    });
  }

  async #loadMore(): Promise<void> {
    const question = this.#question;
    const answer = this.#next === null ? null : await this.#page(pageRows, this.#next);
    this.#loading = null;
    if (answer === null || question !== this.#question) return;
    this.error = answer.ok ? null : answer.error;
    if (!answer.ok) return;
    const known = new Set(this.rows.map(keyOf));
    this.rows = [...this.rows, ...answer.value.rows.filter((row) => !known.has(keyOf(row)))];
    this.#bands = bandsIn(this.#bands, answer.value);
    this.#next = answer.value.next;
  }

  async #lookOnce(): Promise<void> {
    const question = this.#question;
    const counted = this.#countsAreOld ? this.counts.refresh() : null;
    this.#countsAreOld = false;
    const answer = await this.#page(lookedAtMax);
    await counted;
    if (question !== this.#question || !answer.ok) return;
    const fresh = new Map(answer.value.rows.map((row) => [keyOf(row), row]));
    // Marks made here in the meantime are newer than the answer.
    if (this.#marking === 0) {
      this.#bands = bandsIn(this.#bands, answer.value);
      this.rows = this.rows.map((row) => fresh.get(keyOf(row)) ?? row);
    }
    this.#changed = this.#changedIn(answer.value);
    this.waiting = this.#newAbove(answer.value);
  }

  /** For each shown group, the number of entries that no longer match their order. Entries read here are not checked. */
  #changedIn({ groups }: ReviewPage): ReadonlyMap<string, number> {
    const now = new Set(groups.flatMap(({ entries }) => entries.map(seenKey)));
    return new Map(
      this.groups.map(({ id, entries }) => {
        const unread = entries.filter((entry) => !this.justRead.has(keyOf(entry)));
        return [id, unread.filter((entry) => !now.has(seenKey(entry))).length] as const;
      }),
    );
  }

  /** For a page of the whole queue, the number of its rows that are not shown and are above the end of the list. */
  #newAbove({ rows, groups }: ReviewPage): number {
    const known = new Set(this.rows.map(keyOf));
    const grouped = new Set(this.groups.flatMap(({ entries }) => entries.map(keyOf)));
    const joined = groups
      .flatMap(({ entries }) => entries.map(keyOf))
      .filter((key) => !known.has(key) && !grouped.has(key)).length;
    const lastKnown = rows.findLastIndex((row) => known.has(keyOf(row)));
    const lastDay = this.rows.at(-1)?.day ?? '';
    const above = rows.filter(
      (row, at) => !known.has(keyOf(row)) && (!this.hasMore || at < lastKnown || row.day > lastDay),
    ).length;
    return above + joined;
  }

  #isUnread = (item: ReviewItem): boolean =>
    item.kind === 'group' ? this.unreadOf(item.group) > 0 : !item.row.read;

  async #toNextUnread(): Promise<void> {
    for (let from = this.selected + 1; ;) {
      const at = this.items.findIndex((item, index) => index >= from && this.#isUnread(item));
      if (at >= 0) {
        this.select(at);
        return;
      }
      if (!this.hasMore) break;
      from = this.items.length;
      await this.loadMore();
      if (this.error !== null) return;
    }
    const above = this.items.findIndex(this.#isUnread);
    if (above >= 0) this.select(above);
    else this.#notices.show('Every entry in this list is read.');
  }

  async #markRead(row: ReviewRow, read: boolean): Promise<boolean> {
    this.#seen(row, read);
    const isMarked = await this.#mark(row, { read });
    if (!isMarked) this.#seen(row, !read);
    return isMarked;
  }

  /** Updates the row at once, so that the next key works on the new list. */
  #seen(row: ReviewRow, read: boolean): void {
    this.#patch(row, { read });
    this.#readHere += read ? 1 : -1;
    const justRead = new Set(this.justRead);
    if (read) justRead.add(keyOf(row));
    else justRead.delete(keyOf(row));
    this.justRead = justRead;
    const band = this.#bands.get(bandKey(row));
    if (band)
      this.#bands = new Map(this.#bands).set(bandKey(row), {
        ...band,
        unread: Math.max(0, band.unread + (read ? -1 : 1)),
      });
  }

  async #mark(row: ReviewRow, mark: Mark): Promise<boolean> {
    this.#marking += 1;
    const { accountNumber, id } = row;
    const outcome = await request('statements.mark', { accountNumber, entryIds: [id], ...mark });
    this.#marking -= 1;
    this.error = outcome.ok ? null : outcome.error;
    if (!outcome.ok) return false;
    const { note, ...seen } = mark;
    this.#patch(row, note === undefined ? seen : { ...seen, hasNote: note !== '' });
    return true;
  }

  #patch(row: ReviewRow, change: Partial<ReviewRow>): void {
    this.#patchAll(new Set([keyOf(row)]), change);
  }

  #patchAll(keys: ReadonlySet<string>, change: Partial<ReviewRow>): void {
    const patched = (row: ReviewRow) => (keys.has(keyOf(row)) ? { ...row, ...change } : row);
    this.rows = this.rows.map(patched);
    this.selection.patch(patched);
    if (this.opened.size > 0)
      this.opened = new Map([...this.opened].map(([id, rows]) => [id, rows.map(patched)]));
  }

  /** `isOpen`: the list is the one in which it was marked, and goes to the entry. */
  async #back(
    row: ReviewRow,
    mark: { read?: boolean; flagged?: boolean },
    isOpen: boolean,
  ): Promise<void> {
    const { read } = mark;
    const isDone = await (read === undefined ? this.#mark(row, mark) : this.#markRead(row, read));
    if (!isDone) {
      this.#notices.show(`Not undone: ${entryName(row)}. ${this.error?.message ?? ''}`.trim());
      return;
    }
    if (!isOpen) {
      this.#notices.show(`Undone: ${entryName(row)}.`);
      return;
    }
    const at = this.#indexOf(keyOf(row));
    if (at >= 0) this.select(at);
    this.undone += 1;
    this.#notices.show(`Undone: ${entryName(row)}.`);
  }
}

const bandsIn = (
  known: ReadonlyMap<string, ReviewBand>,
  { bands }: ReviewPage,
): ReadonlyMap<string, ReviewBand> =>
  new Map([...known, ...bands.map((band) => [bandKey(band), band] as const)]);

const rowOf = (item: ReviewItem | undefined): ReviewRow | undefined =>
  item?.kind === 'entry' ? item.row : undefined;

const items = new WeakMap<OwnGroup | ReviewRow, ReviewItem>();

/** The same item for the same row: only rows that changed are drawn again. */
function itemOf(of: OwnGroup | ReviewRow, made: () => ReviewItem): ReviewItem {
  const item = items.get(of) ?? made();
  items.set(of, item);
  return item;
}

function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}

/** Entries of a group that were gone over, and how many of them an act marked. */
type SeenKeys = { readonly keys: readonly string[]; readonly count: number };

const seenKey = ({ accountNumber, id, version }: SeenEntry): string =>
  `${keyOf({ accountNumber, id })} ${String(version)}`;
