import {
  breakOfText,
  textOfBreak,
  type Break,
  type Convention,
  type SavedChain,
  type Unplaced,
} from './chain-parts.ts';

/**
 * The balance chain: every running balance must follow from the one before, from the opening balance to the closing
 * one. Amounts are integer units of 10^-4. Entries are checked one by one, in whichever order the bank sends them.
 */

/** One entry as the chain sees it. */
export type Link = {
  readonly id: string;
  /** Day number the entry belongs to. */
  readonly day: number;
  /** As sent, with the sign the bank wrote. */
  readonly amountE4: bigint;
  readonly direction: 'debit' | 'credit';
  readonly balanceE4: bigint;
};

export type DayChain = {
  readonly day: number;
  entries: number;
  openingE4: bigint;
  closingE4: bigint;
  broken: Break | null;
};

export type Ends = { readonly openingE4: bigint; readonly closingE4: bigint };

function deltaOf(link: Link, signed: boolean): bigint {
  if (signed || link.direction === 'credit') return link.amountE4;
  return -link.amountE4;
}

type Previous = { id: string; day: number; balanceE4: bigint; deltaE4: bigint };

/** Proves a range entry by entry, in the bank's order. Holds one record per day and the last entry, nothing more. */
export class ChainProver {
  readonly convention: Convention;
  readonly ends: Ends;
  readonly days = new Map<number, DayChain>();
  /** The earliest break in time. */
  broken: Break | null = null;
  breaks = 0;
  /** Undefined before the first entry; null when the entry before could not be read. */
  #previous: Previous | null | undefined;
  /** The day of the last entry, or of the last unreadable entry that has a day; null before the first. */
  #lastDay: number | null = null;
  #unplaced: Unplaced | null = null;
  /** Days whose record changed since {@link saveTouched} was last called. */
  #touched = new Set<number>();

  constructor(convention: Convention, ends: Ends) {
    this.convention = convention;
    this.ends = ends;
  }

  read(link: Link): void {
    const deltaE4 = deltaOf(link, this.convention.signed);
    const current = { id: link.id, day: link.day, balanceE4: link.balanceE4, deltaE4 };
    this.#doubtUpTo(link.day);
    this.#countInto(current);
    if (this.convention.newestFirst) this.#checkNewer(current);
    else this.#checkAgainst(this.#balanceBefore(), current);
    this.#previous = current;
    this.#lastDay = link.day;
  }

  /**
   * Records an unreadable entry: the chain has a gap there, and its day does not hold. If its day is null it may be of any day
   * between its neighbours, or up to the end of the range, and none of those days holds.
   */
  gap(entryId: string, day: number | null, range: { from: number; to: number }): void {
    this.#previous = null;
    if (day !== null) {
      this.#note({ entryId, day, ...nothingExpected });
      this.#lastDay = day;
      return;
    }
    const [begin, until] = this.convention.newestFirst
      ? [range.to, range.from]
      : [range.from, range.to];
    this.#unplaced ??= { entryId, since: this.#lastDay ?? begin, until };
  }

  /**
   * Call it after the last entry. The far end must meet the opening balance (newest first) or the closing one. A range
   * without entries must close as it opened; `lastDay` is where that would break.
   */
  finish(lastDay: number): void {
    if (this.#unplaced) this.#doubtUpTo(this.#unplaced.until);
    const last = this.#previous;
    if (last === null) return;
    if (last === undefined) this.#checkEmpty(lastDay);
    else if (this.convention.newestFirst) this.#checkAgainst(this.ends.openingE4, last);
    else if (last.balanceE4 !== this.ends.closingE4)
      this.#note({ ...breakAt(last), expectedE4: this.ends.closingE4 });
  }

  /** Returns everything needed to continue after a restart, as JSON-able text. */
  save(): SavedChain {
    return this.#saved([...this.days.values()]);
  }

  /** The same with only the days that changed since the last call: the input of {@link follow}. */
  saveTouched(): SavedChain {
    const touched = [...this.#touched].toSorted((a, b) => a - b);
    this.#touched = new Set();
    return this.#saved(touched.flatMap((day) => this.days.get(day) ?? []));
  }

  #saved(days: readonly DayChain[]): SavedChain {
    return {
      convention: this.convention,
      ends: { openingE4: String(this.ends.openingE4), closingE4: String(this.ends.closingE4) },
      breaks: this.breaks,
      broken: this.broken && textOfBreak(this.broken),
      previous: this.#previous && {
        ...this.#previous,
        balanceE4: String(this.#previous.balanceE4),
        deltaE4: String(this.#previous.deltaE4),
      },
      days: days.map((day) => [
        day.day,
        day.entries,
        String(day.openingE4),
        String(day.closingE4),
        day.broken && textOfBreak(day.broken),
      ]),
      lastDay: this.#lastDay,
      unplaced: this.#unplaced,
    };
  }

  static resume(saved: SavedChain): ChainProver {
    const prover = new ChainProver(saved.convention, {
      openingE4: BigInt(saved.ends.openingE4),
      closingE4: BigInt(saved.ends.closingE4),
    });
    prover.follow(saved);
    return prover;
  }

  /** Takes over the state of a saved chain that proved the same entries up to here. */
  follow(saved: SavedChain): void {
    this.breaks = saved.breaks;
    this.broken = saved.broken && breakOfText(saved.broken);
    this.#previous = saved.previous && {
      ...saved.previous,
      balanceE4: BigInt(saved.previous.balanceE4),
      deltaE4: BigInt(saved.previous.deltaE4),
    };
    this.#lastDay = saved.lastDay ?? null;
    this.#unplaced = saved.unplaced ?? null;
    for (const [day, entries, opening, closing, broken] of saved.days)
      this.days.set(day, {
        day,
        entries,
        openingE4: BigInt(opening),
        closingE4: BigInt(closing),
        broken: broken && breakOfText(broken),
      });
  }

  /** Marks every day that an unreadable entry without a day may belong to, up to this one. */
  #doubtUpTo(day: number): void {
    if (!this.#unplaced) return;
    const { entryId, since } = this.#unplaced;
    this.#unplaced = null;
    const step = day < since ? -1 : 1;
    for (let at = since; at !== day + step; at += step)
      this.#note({ entryId, day: at, ...nothingExpected });
  }

  #checkEmpty(day: number): void {
    const { openingE4, closingE4 } = this.ends;
    if (openingE4 !== closingE4)
      this.#note({ entryId: '', day, expectedE4: openingE4, foundE4: closingE4 });
  }

  #balanceBefore(): bigint | null {
    if (this.#previous === undefined)
      return this.convention.newestFirst ? this.ends.closingE4 : this.ends.openingE4;
    return this.#previous?.balanceE4 ?? null;
  }

  /** Newest first: the entry read before is the newer neighbour, and must follow from this one. */
  #checkNewer(current: Previous): void {
    const newer = this.#previous;
    if (newer === undefined) {
      if (current.balanceE4 !== this.ends.closingE4)
        this.#note({ ...breakAt(current), expectedE4: this.ends.closingE4 });
    } else if (newer !== null) this.#checkAgainst(current.balanceE4, newer);
  }

  #checkAgainst(beforeE4: bigint | null, entry: Previous): void {
    if (beforeE4 === null) return;
    const expectedE4 = beforeE4 + entry.deltaE4;
    if (expectedE4 !== entry.balanceE4) this.#note({ ...breakAt(entry), expectedE4 });
  }

  #note(found: Break): void {
    this.breaks += 1;
    const day = this.#dayOf(found.day);
    if (this.convention.newestFirst || !day.broken) day.broken = found;
    if (this.convention.newestFirst || !this.broken) this.broken = found;
  }

  #countInto(entry: Previous): void {
    const day = this.#dayOf(entry.day);
    const before = entry.balanceE4 - entry.deltaE4;
    const isFirst = day.entries === 0;
    day.entries += 1;
    if (this.convention.newestFirst || isFirst) day.openingE4 = before;
    if (!this.convention.newestFirst || isFirst) day.closingE4 = entry.balanceE4;
  }

  #dayOf(day: number): DayChain {
    this.#touched.add(day);
    const known = this.days.get(day);
    if (known) return known;
    const made: DayChain = { day, entries: 0, openingE4: 0n, closingE4: 0n, broken: null };
    this.days.set(day, made);
    return made;
  }
}

const nothingExpected = { expectedE4: null, foundE4: null };

const breakAt = (entry: Previous): Break => ({
  entryId: entry.id,
  day: entry.day,
  expectedE4: entry.balanceE4,
  foundE4: entry.balanceE4,
});
