import type { AppError, Outcome } from '../../../../shared/errors.ts';
import type { EntryRow, StatementPageView } from '../../../../shared/ipc/accounts/statements.ts';
import { longestCells, noLengths, type Lengths } from './column-widths.ts';
import {
  cutUp,
  nextScreen,
  rowsPerStrip,
  runAhead,
  runsOf,
  stripOf,
  stripsOf,
  stripsBetween,
  StripUse,
  type Run,
  type Strip,
} from './row-strips.ts';

/** The number of rows that are first loaded of another filter: enough for most screens. */
export const firstRows = 60;
/** The maximum number of cached strips: the visible ones, and some that were seen last. */
const stripsMax = 120;
/** The maximum number of concurrent requests. */
const requestsMax = 2;

type Ask = (index: number, limit: number) => Promise<Outcome<StatementPageView>>;
type Strips = ReadonlyMap<number, Strip>;
type Shown = {
  readonly ask: Ask;
  readonly total: number;
  readonly isCounted: boolean;
  readonly strips: Strips;
};

/**
 * The rows of one filter by their absolute index, cached in a bounded number of strips: those of the wanted rows, that of the held row, and
 * the ones used last. Rows ahead of the scrolling are loaded before they are visible. Answers to an old filter are ignored.
 */
export class EntryRows {
  /** The number of the filter's rows; until they are counted, of the loaded rows. */
  total = $state(0);
  /** Is `total` the number of the filter's entries? */
  isCounted = $state(false);
  /** The lengths in the first rows; they stay while scrolling, so that no column moves. */
  longest = $state.raw<Lengths>(noLengths);
  #strips = $state.raw<Strips>(new Map());
  /** Why the last requested rows were not loaded. */
  error = $state.raw<AppError | null>(null);
  /** The index of a row that stays cached, such as the selected one; -1: none. */
  held = -1;
  #ask: Ask | null = null;
  #wanted: readonly [number, number] = [0, 0];
  /** The direction of scrolling: 1 down, -1 up, 0 after a jump. */
  #direction = 0;
  #pending = new Set<number>();
  #requests = 0;
  readonly #use = new StripUse();
  #generation = 0;

  /** The number of cached rows, which is bounded, however far one scrolls. */
  get rowsCached(): number {
    return this.#strips.size * rowsPerStrip;
  }

  /** The row; undefined while it is loading. */
  row(index: number): EntryRow | undefined {
    return this.#strips.get(stripOf(index))?.[index % rowsPerStrip];
  }

  /** The index of an entry; -1 if it is not among the loaded rows. */
  indexOf(entryId: string): number {
    for (const [strip, rows] of this.#strips) {
      const at = rows.findIndex(({ id }) => id === entryId);
      if (at >= 0) return strip * rowsPerStrip + at;
    }
    return -1;
  }

  /** Loads the missing rows between two, both included; earlier wants that were not requested yet are dropped. */
  want(first: number, last: number): void {
    const by = first - this.#wanted[0];
    this.#direction = Math.abs(by) > last - first ? 0 : Math.sign(by) || this.#direction;
    this.#wanted = [first, last];
    this.#use.used(this.#between(first, last));
    this.#load();
  }

  /** Loads the rows between two, both included; resolves once they are loaded or failed. */
  async bring(first: number, last: number): Promise<void> {
    await Promise.all(runsOf(this.#missing(first, last)).map((run) => this.#fetch(run)));
  }

  /** Asks again after a failure. */
  retry(): void {
    this.error = null;
    this.#load();
  }

  /** Shows the newest rows of another question; if they are fewer than requested, they are all. */
  showFirst(ask: Ask, rows: readonly EntryRow[]): void {
    const run = { first: 0, count: Math.ceil(rows.length / rowsPerStrip) };
    const strips = new Map(cutUp(run, rows));
    this.#put({ ask, total: rows.length, isCounted: rows.length < firstRows, strips });
  }

  /** Sets the number of the filter's entries, which is counted after its newest rows. */
  counted(total: number): void {
    this.total = total;
    this.isCounted = true;
    this.#load();
  }

  /**
   * Fetches the rows between two indices, and the held one, with a new question and shows them in one step with the new total,
   * so that nothing is seen to blink. False if another question overtook this one or it failed.
   */
  async show(
    ask: Ask,
    total: number,
    { range, held }: { range: readonly [number, number]; held: number },
  ): Promise<boolean> {
    const generation = ++this.#generation;
    const runs = runsOf([
      ...stripsBetween(range[0], Math.min(range[1], total - 1)),
      ...stripsBetween(held, Math.min(held, total - 1)),
    ]);
    const answers = await Promise.all(
      runs.map(async (run) => [run, await read(ask, run)] as const),
    );
    if (generation !== this.#generation) return false;
    const strips = new Map<number, Strip>();
    for (const [run, answer] of answers) {
      if (!answer.ok) {
        this.error = answer.error;
        return false;
      }
      for (const [strip, rows] of cutUp(run, answer.value.rows)) strips.set(strip, rows);
    }
    this.held = held;
    this.#put({ ask, total, isCounted: true, strips });
    return true;
  }

  /** Changes rows that are shown, such as their marks. */
  patch(entryIds: ReadonlySet<string>, change: Partial<EntryRow>): void {
    const changed = (row: EntryRow): EntryRow =>
      entryIds.has(row.id) ? { ...row, ...change } : row;
    this.#strips = new Map([...this.#strips].map(([strip, rows]) => [strip, rows.map(changed)]));
  }

  #put({ ask, total, isCounted, strips }: Shown): void {
    this.#generation += 1;
    this.#requests = 0;
    this.#pending = new Set();
    this.#use.clear();
    this.#ask = ask;
    this.#strips = strips;
    this.#direction = 0;
    this.total = total;
    this.isCounted = isCounted;
    this.longest = longestCells([...strips.values()].flat());
    this.error = null;
  }

  #between(first: number, last: number): number[] {
    return stripsBetween(first, Math.min(last, this.total - 1));
  }

  #missing(first: number, last: number): number[] {
    return this.#between(first, last).filter((strip) => !this.#strips.has(strip));
  }

  /** The next strips in the direction of scrolling, if less than a screen of them is cached. */
  #ahead(): number[] {
    if (this.#direction === 0) return [];
    const missing = this.#missing(...nextScreen(this.#wanted, this.#direction));
    return missing.length === 0 ? [] : this.#missing(...runAhead(missing, this.#direction));
  }

  /** Loads strips. After a jump, such as a dragged scrollbar, one request at a time: the final place waits for at most one other. */
  #load(): void {
    const inView = this.#missing(...this.#wanted);
    const next = inView.length > 0 ? inView : this.#ahead();
    for (const run of runsOf(next.filter((strip) => !this.#pending.has(strip)))) {
      if (this.#requests >= (this.#direction === 0 ? 1 : requestsMax)) return;
      void this.#fetch(run);
    }
  }

  async #fetch(run: Run): Promise<void> {
    if (!this.#ask) return;
    const generation = this.#generation;
    const strips = stripsOf(run);
    this.#requests += 1;
    for (const strip of strips) this.#pending.add(strip);
    const answer = await read(this.#ask, run);
    if (generation !== this.#generation) return;
    this.#requests -= 1;
    for (const strip of strips) this.#pending.delete(strip);
    if (answer.ok) {
      this.#keep(cutUp(run, answer.value.rows));
      this.#load();
    } else this.error = answer.error;
  }

  #keep(added: readonly (readonly [number, Strip])[]): void {
    const strips = new Map([...this.#strips, ...added]);
    const came = added.map(([strip]) => strip);
    this.#use.used(came);
    const needed = new Set([...this.#between(...this.#wanted), ...came, stripOf(this.held)]);
    const spare = this.#use.spare(strips.keys(), needed, stripsMax);
    for (const strip of spare) strips.delete(strip);
    this.#use.forget(spare);
    this.#strips = strips;
  }
}

const read = (ask: Ask, { first, count }: Run) => ask(first * rowsPerStrip, count * rowsPerStrip);
