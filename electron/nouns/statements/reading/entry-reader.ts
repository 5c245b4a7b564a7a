import { StatementEntry } from '../../../../shared/bank/statements.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import { DirectionLabels, type PagePlace, type BalanceLine } from '../chain/direction-labels.ts';
import { readEntry, type Days, type ReadEntry } from './page-entries.ts';
import { parseEntry, plainDirection } from '../entries/plain-entry.ts';
import { isRecord } from '../../../engines/bank/json/pointer.ts';

export type SavedReader = {
  readonly words: ReturnType<DirectionLabels['save']>;
  readonly strangeFigure: string | null;
  readonly last: { direction: string; amountE4: string; balanceE4: string } | null;
  readonly unread: readonly string[];
};

/** Reads the entries of one range, with the bank's conventions as its pages have shown them so far. */
export class EntryReader {
  labels: DirectionLabels;
  readonly #days: Days;
  /** A figure whose separators may mean thousands or decimals; null until one was seen. */
  #strangeFigure: string | null = null;
  /** The last entry of the previous page: the balance change between pages also shows a label's meaning. */
  #lastLine: BalanceLine | null = null;
  /** Labels whose meaning was unknown when their entry was read. */
  #unexplained = new Set<string>();

  constructor(days: Days, labels = new DirectionLabels()) {
    this.#days = days;
    this.labels = labels;
  }

  /** Did a later page show the meaning of an unknown label? Then a new reading can read the entries that this one could not. */
  get hasLateMeaning(): boolean {
    return [...this.#unexplained].some((label) => this.labels.meaningOf(label) !== null);
  }

  /** Learns the conventions that a page shows. Call it before reading the entries of the page; pages come in order. */
  learn(page: readonly unknown[], place: PagePlace): void {
    this.#strangeFigure ??= strangeFigureIn(page);
    const before = place.isFirst ? [] : [this.#lastLine];
    const isUnknown = (label: string): boolean => this.labels.isUnknown(label);
    if (
      before.some((line) => line && isUnknown(line.direction)) ||
      page.some((raw) => isUnknown(labelIn(raw)))
    )
      this.labels.learn([...before, ...page.map(directionIn)], place);
  }

  read(raw: unknown, ordinal: number): ReadEntry {
    const [days, labels, strangeFigure] = [this.#days, this.labels, this.#strangeFigure];
    const label = labelIn(raw);
    if (labels.isUnknown(label)) this.#unexplained.add(label);
    return readEntry(raw, ordinal, { days, labels, strangeFigure });
  }

  /** Returns the conventions so far as JSON-able text. */
  save(): SavedReader {
    const last = this.#lastLine && {
      direction: this.#lastLine.direction,
      amountE4: String(this.#lastLine.amountE4),
      balanceE4: String(this.#lastLine.balanceE4),
    };
    const unread = [...this.#unexplained];
    return { words: this.labels.save(), strangeFigure: this.#strangeFigure, last, unread };
  }

  /** Takes over the conventions of another reader. */
  follow({ words, strangeFigure, last, unread }: SavedReader): void {
    this.labels = new DirectionLabels(words);
    this.#strangeFigure = strangeFigure;
    this.#lastLine = last && {
      direction: last.direction,
      amountE4: BigInt(last.amountE4),
      balanceE4: BigInt(last.balanceE4),
    };
    this.#unexplained = new Set(unread);
  }

  /** Stores the last entry of the page for the next one. Call it after the last entry. */
  turn(page: readonly unknown[]): void {
    this.#lastLine = directionIn(page.at(-1));
  }
}

const { direction: Direction } = StatementEntry.shape;

/** Returns `debit`, `credit` or the bank's own label. Without a label it returns `debit`, so that none is derived from the balances. */
function labelIn(raw: unknown): string {
  const value = fieldOf(raw, 'direction');
  const plain = plainDirection(value);
  if (plain !== null) return plain;
  const read = Direction.safeParse(value);
  return read.success ? read.data : 'debit';
}

const fieldOf = (raw: unknown, field: string): unknown => (isRecord(raw) ? raw[field] : undefined);

/** Matches two digits separated by a character other than a point. */
const separated = /\d[^\d.eE+-]\d/u;

/** Returns the first ambiguous figure of the page; null if there is none. */
function strangeFigureIn(page: readonly unknown[]): string | null {
  for (const raw of page)
    for (const figure of [fieldOf(raw, 'amount'), fieldOf(raw, 'balance')])
      if (typeof figure === 'string' && separated.test(figure)) return figure;
  return null;
}

function directionIn(raw: unknown): BalanceLine | null {
  const read = parseEntry(raw);
  if (!read.success) return null;
  const { direction, amount, balance } = read.data;
  return { direction, amountE4: toUnits(amount), balanceE4: toUnits(balance) };
}
