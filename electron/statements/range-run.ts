import type { StatementPage } from '../../shared/bank/statements.ts';
import { dayNumber } from '../../shared/calendar.ts';
import { toUnits } from '../../shared/money/decimal.ts';
import type { Moment } from '../../shared/moment.ts';
import { dialectName, type StatementDialect } from '../bank/dialect.ts';
import type { StatementWrites } from './writes.ts';
import type { AsideEntry, IncomingEntry } from './incoming.ts';
import type { Ends, Link } from './chain.ts';
import { DirectionWords } from './direction-words.ts';
import { EntryReader } from './entry-reader.ts';
import { ownText, type ReadEntry } from './page-entries.ts';
import { writeCursor, type Range, type RangeCursor } from './range.ts';
import type { Asking } from './range-reader.ts';
import { StatementProver } from './statement-prover.ts';

type Opening = {
  readonly cache: StatementWrites;
  readonly range: Range;
  readonly rangeId: number;
  readonly asking: Asking;
  readonly judge: StatementProver;
  readonly reader: EntryReader;
  readonly totalItems: number;
  readonly isLast: boolean;
  readonly begun: Moment | null;
};

const daysOf = (range: Range): { from: number; to: number } => ({
  from: dayNumber(range.from),
  to: dayNumber(range.to),
});

const endsOf = (page: StatementPage): Ends => ({
  openingE4: toUnits(page.openingBalance),
  closingE4: toUnits(page.closingBalance),
});

/** One reading of a range: takes the pages in order, judges the chain, saves each page with its cursor. */
export class RangeRun {
  readonly range: Range;
  readonly rangeId: number;
  readonly judge: StatementProver;
  readonly totalItems: number;
  readonly asking: Asking;
  readonly reader: EntryReader;
  /** When the first page was asked for; null when an earlier run of the program did. */
  readonly begun: Moment | null;
  readonly aside: AsideEntry[] = [];
  /** True when earlier pages were read before a restart of the program. */
  resumed = false;
  pages = 0;
  received = 0;
  /** Of the first entry that was read; null when there was none. */
  currency: string | null = null;
  inserted = 0;
  changed = 0;
  /** The first id that came twice in this reading. */
  repeatedId: string | null = null;
  readonly #cache: StatementWrites;
  readonly #seen = new Set<string>();
  readonly #isLast: boolean;
  #asideBefore = 0;

  private constructor(opening: Opening) {
    this.#cache = opening.cache;
    this.range = opening.range;
    this.rangeId = opening.rangeId;
    this.asking = opening.asking;
    this.judge = opening.judge;
    this.totalItems = opening.totalItems;
    this.#isLast = opening.isLast;
    this.reader = opening.reader;
    this.begun = opening.begun;
  }

  /**
   * Begins at the first page, whose balances and order tell the bank's convention. The last of several tries keeps
   * what does not fit; earlier ones leave it to the next.
   */
  static async begin(
    cache: StatementWrites,
    range: Range,
    {
      page: first,
      words,
      ...rest
    }: { page: StatementPage; words?: DirectionWords | undefined } & Pick<
      Opening,
      'asking' | 'isLast' | 'begun'
    >,
  ): Promise<RangeRun> {
    const days = daysOf(range);
    const ends = endsOf(first);
    const { data, totalItems } = first.statement;
    const reader = new EntryReader(days, words);
    const isLast = data.length === totalItems;
    reader.learn(data, { newestFirst: null, isFirst: true, isLast, ends });
    const links = data.flatMap((raw, at) => linkOf(reader.read(raw, at)));
    const { rangeId } = await cache.beginRange({ accountNumber: range.accountNumber, ...days });
    return new RangeRun({
      cache,
      range,
      rangeId,
      judge: StatementProver.begin(links, ends),
      reader,
      totalItems,
      ...rest,
    });
  }

  /** Goes on where the last saved page left off. */
  static resume(
    cache: StatementWrites,
    range: Range,
    saved: {
      rangeId: number;
      cursor: RangeCursor;
      dialect: StatementDialect;
    },
  ): RangeRun {
    const { cursor, dialect, rangeId } = saved;
    const run = new RangeRun({
      cache,
      range,
      rangeId,
      asking: { dialect, pageSize: cursor.pageSize, firstEcho: cursor.firstEcho },
      judge: StatementProver.resume(cursor.chains),
      reader: new EntryReader(daysOf(range), new DirectionWords(cursor.words)),
      totalItems: cursor.totalItems,
      isLast: false,
      begun: null,
    });
    run.resumed = true;
    run.received = cursor.received;
    run.#asideBefore = cursor.aside;
    return run;
  }

  get asideCount(): number {
    return this.#asideBefore + this.aside.length;
  }

  get pageCount(): number {
    return Math.max(1, Math.ceil(this.totalItems / this.asking.pageSize));
  }

  /** Does a page belong to the same statement as the first one? */
  agreesWith(page: StatementPage): boolean {
    const ends = endsOf(page);
    return (
      page.statement.totalItems === this.totalItems &&
      ends.openingE4 === this.judge.ends.openingE4 &&
      ends.closingE4 === this.judge.ends.closingE4
    );
  }

  /** Judges the page and saves its entries together with the cursor behind it. */
  async take(page: StatementPage, pageIndex: number): Promise<void> {
    const rows = page.statement.data;
    this.reader.learn(rows, {
      newestFirst: this.judge.convention.newestFirst,
      isFirst: pageIndex === 0,
      isLast: pageIndex === this.pageCount - 1,
      ends: this.judge.ends,
    });
    const read = rows.map((raw, at) => this.#read(raw, pageIndex * this.asking.pageSize + at));
    this.pages += 1;
    this.received += rows.length;
    this.reader.turn(rows);
    const aside = read.flatMap((row) => (row?.ok === false ? [row.aside] : []));
    this.aside.push(...aside);
    const saved = await this.#cache.savePage({
      rangeId: this.rangeId,
      cursor: writeCursor(this.#cursor(pageIndex + 1)),
      entries: read.flatMap((row) => (row?.ok ? [row.entry] : [])),
      aside,
    });
    this.inserted += saved.inserted;
    this.changed += saved.changed;
  }

  #read(raw: unknown, index: number): ReadEntry | null {
    const days = daysOf(this.range);
    const ordinal = this.judge.convention.newestFirst
      ? Math.max(0, this.totalItems - 1 - index)
      : index;
    const read = this.reader.read(raw, ordinal);
    if (!read.ok) this.judge.gap(read.aside.entryId, read.aside.day, days);
    else if (this.#seen.has(read.entry.id)) return this.#repeated(read.entry, raw);
    else {
      this.#seen.add(read.entry.id);
      this.currency ??= read.entry.currency;
      this.judge.read(read.entry);
    }
    return read;
  }

  /** The same id again in one reading: a page that moved, or a bank that uses an id twice. */
  #repeated(entry: IncomingEntry, raw: unknown): ReadEntry | null {
    this.repeatedId ??= entry.id;
    this.judge.gap(entry.id, entry.day, daysOf(this.range));
    if (!this.#isLast) return null;
    const reason = 'id: came twice in one statement';
    const text = ownText(raw);
    return { ok: false, aside: { entryId: entry.id, day: entry.day, reason, text } };
  }

  #cursor(nextPage: number): RangeCursor {
    return {
      dialect: dialectName(this.asking.dialect),
      pageSize: this.asking.pageSize,
      firstEcho: this.asking.firstEcho ?? 0,
      nextPage,
      totalItems: this.totalItems,
      received: this.received,
      aside: this.asideCount,
      chains: this.judge.save(),
      words: this.reader.words.save(),
    };
  }
}

const linkOf = (read: ReadEntry): Link[] => (read.ok ? [read.entry] : []);
