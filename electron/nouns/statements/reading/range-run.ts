import type { StatementPage } from '../../../../shared/bank/statements.ts';
import { dayNumber } from '../../../../shared/calendar/calendar.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import type { Moment } from '../../../../shared/calendar/moment.ts';
import { dialectName, type StatementDialect } from '../../../engines/bank/file/dialect.ts';
import { limits } from '../../../../shared/limits.ts';
import type { IncomingEntry, UnreadableEntry } from '../entries/incoming.ts';
import type { Ends, Link } from '../chain/chain.ts';
import { DirectionLabels } from '../chain/direction-labels.ts';
import { EntryReader, type SavedReader } from './entry-reader.ts';
import type { CachedPage } from '../entries/incoming.ts';
import { CacheMatch } from './cache-match.ts';
import type { SavedChain } from '../chain/chain-parts.ts';
import { packEntries, type PackedPage } from './packed-entries.ts';
import { ownText, type ReadEntry } from './page-entries.ts';
import { writeCursor, type Range, type RangeCursor } from './range.ts';
import type { Asking } from './reading-messages.ts';
import type { BegunRange, ReadingStore } from './reading-store.ts';
import { SeenIds } from './seen-ids.ts';
import { StatementProver } from '../chain/statement-prover.ts';

type Opening = {
  readonly store: ReadingStore;
  readonly range: Range;
  readonly rangeId: number;
  readonly account: number;
  readonly asking: Asking;
  readonly prover: StatementProver;
  readonly reader: EntryReader;
  readonly totalItems: number;
  readonly isLast: boolean;
  readonly begun: Moment | null;
  readonly cacheMatch: CacheMatch;
};

/** A page to be read, and the digest of its response; empty if the page must always be read. */
export type PageToRead = { readonly page: StatementPage; readonly digest: string };

type PageRead = {
  readonly pageIndex: number;
  readonly save: PackedPage;
  readonly digest: string;
  /** The {@link Border} after the page, as JSON. */
  readonly border: string;
};

/** The state after a page: everything that reading the next page depends on. `chains` has only what the page changed. */
type Border = {
  readonly totalItems: number;
  readonly received: number;
  readonly currency: string | null;
  readonly chains: readonly SavedChain[];
  readonly reader: SavedReader;
};

type Days = { readonly from: number; readonly to: number };

const daysOf = (range: Range): Days => ({
  from: dayNumber(range.from),
  to: dayNumber(range.to),
});

const endsOf = (page: StatementPage): Ends => ({
  openingE4: toUnits(page.openingBalance),
  closingE4: toUnits(page.closingBalance),
});

/** How many batches may wait to be saved while the next one is read, so that neither thread waits for the other. */
const unsavedMax = 2;

/** One reading of a range: processes the pages in order, proves the chain, and saves each page with its cursor. */
export class RangeRun {
  readonly range: Range;
  readonly rangeId: number;
  readonly prover: StatementProver;
  readonly totalItems: number;
  readonly asking: Asking;
  readonly reader: EntryReader;
  /** When the first page was requested; null if an earlier run of the program requested it. */
  readonly begun: Moment | null;
  readonly unreadable: UnreadableEntry[] = [];
  /** Were earlier pages read before a restart of the program? */
  resumed = false;
  pages = 0;
  received = 0;
  /** The currency of the first entry read; null if there is none. */
  currency: string | null = null;
  inserted = 0;
  changed = 0;
  /** The first id that came twice in this reading; null if none did. */
  repeatedId: string | null = null;
  readonly cacheMatch: CacheMatch;
  readonly #store: ReadingStore;
  readonly #account: number;
  readonly #days: Days;
  readonly #seen = new SeenIds();
  readonly #isLast: boolean;
  #unreadableBefore = 0;
  #pagesBefore = 0;
  /** Settles once every page that was read is saved. */
  #saving: Promise<void> = Promise.resolve();
  /** The batches that the store has not confirmed yet, oldest first. */
  #unsaved: Promise<void>[] = [];

  private constructor(opening: Opening) {
    this.#store = opening.store;
    this.#account = opening.account;
    this.range = opening.range;
    this.#days = daysOf(opening.range);
    this.rangeId = opening.rangeId;
    this.asking = opening.asking;
    this.prover = opening.prover;
    this.totalItems = opening.totalItems;
    this.#isLast = opening.isLast;
    this.reader = opening.reader;
    this.begun = opening.begun;
    this.cacheMatch = opening.cacheMatch;
  }

  /**
   * Begins at the first page, whose balances and order show the bank's convention. Only the last of several tries stores
   * entries that do not fit; earlier tries leave them to the next.
   */
  static begin(
    store: ReadingStore,
    range: Range,
    {
      page: first,
      labels,
      begunRange: { cached, ...saved },
      ...rest
    }: {
      page: StatementPage;
      labels?: DirectionLabels | undefined;
      begunRange: BegunRange;
    } & Pick<Opening, 'asking' | 'isLast' | 'begun'>,
  ): RangeRun {
    const days = daysOf(range);
    const ends = endsOf(first);
    const { data, totalItems } = first.statement;
    const reader = new EntryReader(days, labels);
    const isLast = data.length === totalItems;
    reader.learn(data, { newestFirst: null, isFirst: true, isLast, ends });
    const links = data.flatMap((raw, at) => linkOf(reader.read(raw, at)));
    return new RangeRun({
      store,
      range,
      prover: StatementProver.begin(links, ends),
      reader,
      totalItems,
      cacheMatch: new CacheMatch(cached),
      ...saved,
      ...rest,
    });
  }

  /** Resumes after the last saved page. */
  static resume(
    store: ReadingStore,
    range: Range,
    saved: {
      rangeId: number;
      account: number;
      cursor: RangeCursor;
      dialect: StatementDialect;
    },
  ): RangeRun {
    const { cursor, dialect, rangeId, account } = saved;
    const run = new RangeRun({
      store,
      range,
      rangeId,
      account,
      asking: { dialect, pageSize: cursor.pageSize, firstEcho: cursor.firstEcho },
      prover: StatementProver.resume(cursor.chains),
      reader: new EntryReader(daysOf(range), new DirectionLabels(cursor.words)),
      totalItems: cursor.totalItems,
      isLast: false,
      begun: null,
      cacheMatch: new CacheMatch([]),
    });
    run.resumed = true;
    run.received = cursor.received;
    run.#pagesBefore = cursor.nextPage;
    run.#unreadableBefore = cursor.aside;
    return run;
  }

  get unreadableCount(): number {
    return this.#unreadableBefore + this.unreadable.length;
  }

  get pageCount(): number {
    return Math.max(1, Math.ceil(this.totalItems / this.asking.pageSize));
  }

  /** Does a page belong to the same statement as the first one? */
  agreesWith(page: StatementPage): boolean {
    const ends = endsOf(page);
    return (
      page.statement.totalItems === this.totalItems &&
      ends.openingE4 === this.prover.ends.openingE4 &&
      ends.closingE4 === this.prover.ends.closingE4
    );
  }

  /** Is the number of pages within the limit? */
  get isWithinBounds(): boolean {
    return this.pageCount <= limits.pagesMax;
  }

  /**
   * Proves consecutive pages and has their entries saved with the cursor after them, in one transaction. Some batches may wait to be
   * saved; {@link saved} waits for all.
   */
  async processPages(pages: readonly PageToRead[]): Promise<void> {
    if (pages.length === 0) return;
    const unlisted = this.cacheMatch.takeUnlisted();
    if (unlisted.length > 0) for (const id of await this.#store.idsOf(unlisted)) this.#seen.add(id);
    const read = pages.map((page) => this.#readPage(page));
    const saving = this.#save(read);
    this.#unsaved.push(saving);
    this.#saving = Promise.all([this.#saving, saving]).then(() => undefined);
    // The next caller that awaits it reports the failure.
    this.#saving.catch(() => undefined);
    if (this.#unsaved.length > unsavedMax) await this.#unsaved.shift();
  }

  /** Resolves once all pages are saved; rejects with the reason if one could not be. */
  saved(): Promise<void> {
    return this.#saving;
  }

  async #save(read: readonly PageRead[]): Promise<void> {
    const followed = this.cacheMatch.takeUnsaved();
    const saved = await this.#store.savePages(this.rangeId, {
      pages: read.map(({ save }) => save),
      followed,
      first: (read[0]?.pageIndex ?? 0) - followed.length,
    });
    for (const [at, { saved: page, seen }] of saved.entries()) {
      this.inserted += page.inserted;
      this.changed += page.changed;
      const { digest = '', border = '' } = read[at] ?? {};
      this.cacheMatch.recordRead({ digest, border, seen });
    }
  }

  /** Skips a page that equals the cached one and takes over the cached state after it. */
  follow(page: CachedPage): void {
    const border = JSON.parse(page.border) as Border;
    this.prover.follow(border.chains);
    this.reader.follow(border.reader);
    this.pages += 1;
    this.received = border.received;
    this.currency = border.currency;
    this.cacheMatch.recordSkipped(page);
  }

  #readPage({ page, digest }: PageToRead): PageRead {
    const pageIndex = this.#nextPage;
    const rows = page.statement.data;
    this.reader.learn(rows, {
      newestFirst: this.prover.convention.newestFirst,
      isFirst: pageIndex === 0,
      isLast: pageIndex === this.pageCount - 1,
      ends: this.prover.ends,
    });
    const read = rows.map((raw, at) => this.#read(raw, pageIndex * this.asking.pageSize + at));
    this.pages += 1;
    this.received += rows.length;
    this.reader.turn(rows);
    const unreadable = read.flatMap((row) => (row?.ok === false ? [row.unreadable] : []));
    this.unreadable.push(...unreadable);
    const entries = read.flatMap((row) => (row?.ok ? [row.entry] : []));
    const cursor = writeCursor(this.#cursor(pageIndex + 1));
    return {
      pageIndex,
      save: {
        ...{ rangeId: this.rangeId, cursor, unreadable },
        entries: packEntries(this.#account, entries),
      },
      digest: entries.length === rows.length ? digest : '',
      border: this.#border(),
    };
  }

  get #nextPage(): number {
    return this.#pagesBefore + this.pages;
  }

  #border(): string {
    const { totalItems, received, currency } = this;
    const chains = this.prover.saveTouched();
    const border: Border = { totalItems, received, currency, chains, reader: this.reader.save() };
    return JSON.stringify(border);
  }

  #read(raw: unknown, index: number): ReadEntry | null {
    const days = this.#days;
    const ordinal = this.prover.convention.newestFirst
      ? Math.max(0, this.totalItems - 1 - index)
      : index;
    const read = this.reader.read(raw, ordinal);
    if (!read.ok) this.prover.gap(read.unreadable.entryId, read.unreadable.day, days);
    else if (!this.#seen.add(read.entry.id)) return this.#repeated(read.entry, raw);
    else {
      this.currency ??= read.entry.currency;
      this.prover.read(read.entry);
    }
    return read;
  }

  /** Handles a repeated id in one reading: a page moved, or the bank uses an id twice. Only the last try stores it, as unreadable. */
  #repeated(entry: IncomingEntry, raw: unknown): ReadEntry | null {
    this.repeatedId ??= entry.id;
    this.prover.gap(entry.id, entry.day, this.#days);
    if (!this.#isLast) return null;
    const reason = 'id: came twice in one statement';
    const text = ownText(raw);
    return { ok: false, unreadable: { entryId: entry.id, day: entry.day, reason, text } };
  }

  #cursor(nextPage: number): RangeCursor {
    return {
      dialect: dialectName(this.asking.dialect),
      pageSize: this.asking.pageSize,
      firstEcho: this.asking.firstEcho ?? 0,
      nextPage,
      totalItems: this.totalItems,
      received: this.received,
      aside: this.unreadableCount,
      chains: this.prover.save(),
      words: this.reader.labels.save(),
    };
  }
}

const linkOf = (read: ReadEntry): Link[] => (read.ok ? [read.entry] : []);
