import type { AppError } from '../../../shared/errors.ts';
import type {
  ReviewBand,
  ReviewCounts,
  ReviewFilter,
  ReviewPage,
  ReviewRow,
} from '../../../shared/ipc/review/review.ts';
import type { EntryDetail } from '../../../shared/ipc/accounts/statements.ts';
import { formatMoney } from '../../../shared/money/format.ts';
import { request } from '../../state/desk.ts';
import type { Notices } from '../../state/notices.svelte.ts';
import { Resource } from '../../state/records/resource.svelte.ts';
import { onceRested } from '../../ui/lists/once-rested.ts';

/** Rows asked for at a time; more come before the end of them is reached. */
const pageRows = 100;
const rowsAhead = 25;
/** So much of the queue is looked at again when something came. */
const lookedAtMax = 200;
/** Entries that a held key goes over follow one another faster: their facts are not asked for. */
const passedMs = 80;

type Mark = { readonly read?: boolean; readonly flagged?: boolean; readonly note?: string };
type Place = { readonly accountNumber: string; readonly id: string };
export const keyOf = ({ accountNumber, id }: Place): string => `${accountNumber} ${id}`;
const bandKey = ({ accountNumber, day }: { accountNumber: string; day: string }): string =>
  `${day} ${accountNumber}`;

/** The queue of entries over all accounts under a filter. What is read in it stays in its place until the filter is chosen again. */
export class ReviewState {
  filter = $state<ReviewFilter>('unread');
  /** Empty for every account. */
  accountNumber = $state('');
  rows = $state.raw<readonly ReviewRow[]>([]);
  #bands = $state.raw<ReadonlyMap<string, ReviewBand>>(new Map());
  #next = $state.raw<string | null>(null);
  /** Did rows come, of this filter or of one before it? */
  isShown = $state(false);
  busy = $state(false);
  error = $state.raw<AppError | null>(null);
  selected = $state(-1);
  /** How many marks were taken back. */
  undone = $state(0);
  /** How often a row was gone to. */
  picked = $state(0);
  /** Entries that came since, and wait above what is shown. */
  waiting = $state(0);
  /** Entries that were read here: they wear a hollow dot. */
  justRead = $state.raw<ReadonlySet<string>>(new Set());
  readonly counts = new Resource<ReviewCounts>(() => request('review.counts', this.#within()));
  readonly detail: Resource<EntryDetail>;
  readonly #notices: Notices;
  readonly #once = onceRested(passedMs);
  #question = 0;
  #marking = 0;
  #loading: Promise<void> | null = null;
  #countsAreOld = false;
  #isLooking = false;
  #mustLookAgain = false;

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
    return this.rows[this.selected];
  }

  /** The facts of the selected entry; null until they came. */
  get selectedDetail(): EntryDetail | null {
    const detail = this.detail.value;
    return detail !== null && detail.id === this.selectedRow?.id ? detail : null;
  }

  get hasMore(): boolean {
    return this.#next !== null;
  }

  /** The band that stands under a row: where the next row is of another account or day. */
  bandUnder(index: number): ReviewBand | null {
    const row = this.rows[index];
    if (row === undefined) return null;
    const next = this.rows[index + 1];
    const isLast = next === undefined ? !this.hasMore : bandKey(next) !== bandKey(row);
    return isLast ? (this.#bands.get(bandKey(row)) ?? null) : null;
  }

  /** Shows a filter from its newest entry; what was read goes. Resolves once the rows are there. */
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
    this.#bands = bandsIn(new Map(), answer.value);
    this.#next = answer.value.next;
    const at = place ? this.rows.findIndex((row) => keyOf(row) === keyOf(place)) : -1;
    this.select(at >= 0 ? at : this.rows.length > 0 ? 0 : -1);
  };

  select = (index: number): void => {
    this.selected = Math.min(index, this.rows.length - 1);
    this.picked += 1;
    if (this.selected > this.rows.length - rowsAhead) void this.loadMore();
    if (this.selected < 0) this.detail.clear();
    else this.#once(() => void this.detail.refresh());
  };

  loadMore = (): Promise<void> => (this.#loading ??= this.#loadMore());

  /**
   * Entries changed; what is flagged, noted or changed by the bank is counted anew with the next look, unless nothing but who read them
   * did, or they are of an account that is not shown.
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

  /** Something changed: bands and counts are made anew, what came is counted, and no row moves. */
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

  /** The selected entry is read, and the next unread one is gone to; one that is read already stays so. */
  async read(): Promise<void> {
    const row = this.selectedRow;
    if (row !== undefined && !row.read) {
      void this.#markRead(row, true);
      this.did(`Read: ${wordsOf(row)}.`, (isOpen) => this.#back(row, { read: false }, isOpen));
    }
    await this.#toNextUnread();
  }

  /** The selected entry is unread again. */
  unread(): void {
    const row = this.selectedRow;
    if (row === undefined || !row.read) return;
    void this.#markRead(row, false);
    this.did(`Marked unread: ${wordsOf(row)}.`, (isOpen) =>
      this.#back(row, { read: true }, isOpen),
    );
  }

  flag(): void {
    const row = this.selectedRow;
    if (row === undefined) return;
    const flagged = !row.flagged;
    void this.#mark(row, { flagged });
    this.did(`${flagged ? 'Flagged' : 'Flag taken off'}: ${wordsOf(row)}.`, (isOpen) =>
      this.#back(row, { flagged: !flagged }, isOpen),
    );
  }

  note = async (row: ReviewRow, note: string): Promise<boolean> => {
    const isSaved = await this.#mark(row, { note });
    if (isSaved) void this.detail.refresh();
    return isSaved;
  };

  /** Says what was done, with the way back. */
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
    // What was marked here meanwhile is newer than the answer.
    if (this.#marking === 0) {
      this.#bands = bandsIn(this.#bands, answer.value);
      this.rows = this.rows.map((row) => fresh.get(keyOf(row)) ?? row);
    }
    this.waiting = this.#newAbove(answer.value);
  }

  /** Of a page of the whole queue, how many are not shown and stand above its end. */
  #newAbove({ rows }: ReviewPage): number {
    const known = new Set(this.rows.map(keyOf));
    const lastKnown = rows.findLastIndex((row) => known.has(keyOf(row)));
    const lastDay = this.rows.at(-1)?.day ?? '';
    return rows.filter(
      (row, at) => !known.has(keyOf(row)) && (!this.hasMore || at < lastKnown || row.day > lastDay),
    ).length;
  }

  async #toNextUnread(): Promise<void> {
    for (let from = this.selected + 1; ;) {
      const at = this.rows.findIndex((row, index) => index >= from && !row.read);
      if (at >= 0) {
        this.select(at);
        return;
      }
      if (!this.hasMore) break;
      from = this.rows.length;
      await this.loadMore();
      if (this.error !== null) return;
    }
    const above = this.rows.findIndex((row) => !row.read);
    if (above >= 0) this.select(above);
    else this.#notices.show('Every entry in this list is read.');
  }

  async #markRead(row: ReviewRow, read: boolean): Promise<boolean> {
    this.#seen(row, read);
    const isMarked = await this.#mark(row, { read });
    if (!isMarked) this.#seen(row, !read);
    return isMarked;
  }

  /** Shown at once: the next key meets the list as it will be. */
  #seen(row: ReviewRow, read: boolean): void {
    this.#patch(row, { read });
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
    const key = keyOf(row);
    this.rows = this.rows.map((one) => (keyOf(one) === key ? { ...one, ...change } : one));
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
      this.#notices.show(`Not undone: ${wordsOf(row)}. ${this.error?.message ?? ''}`.trim());
      return;
    }
    if (!isOpen) {
      this.#notices.show(`Undone: ${wordsOf(row)}.`);
      return;
    }
    const at = this.rows.findIndex((one) => keyOf(one) === keyOf(row));
    if (at >= 0) this.select(at);
    this.undone += 1;
    this.#notices.show(`Undone: ${wordsOf(row)}.`);
  }
}

const bandsIn = (
  known: ReadonlyMap<string, ReviewBand>,
  { bands }: ReviewPage,
): ReadonlyMap<string, ReviewBand> =>
  new Map([...known, ...bands.map((band) => [bandKey(band), band] as const)]);

/** An entry as it is named in a sentence. */
const wordsOf = ({ counterparty, narration, id, amount }: ReviewRow): string =>
  `${counterparty ?? (narration || id)}, ${formatMoney(amount)}`;
