import { StatementEntry } from '../../../../shared/bank/statements.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import { DirectionWords, type PagePlace, type Told } from '../chain/direction-labels.ts';
import { readEntry, type Days, type ReadEntry } from './page-entries.ts';
import { parseEntry, plainDirection } from '../entries/plain-entry.ts';
import { isRecord } from '../../../engines/bank/json/pointer.ts';

export type SavedReader = {
  readonly words: ReturnType<DirectionWords['save']>;
  readonly strangeFigure: string | null;
  readonly last: { direction: string; amountE4: string; balanceE4: string } | null;
  readonly unread: readonly string[];
};

/** Reads the entries of one range, with what its pages have taught of the bank's way of writing so far. */
export class EntryReader {
  words: DirectionWords;
  readonly #days: Days;
  /** A figure whose separators may mean thousands or decimals; null while there was none. */
  #strangeFigure: string | null = null;
  /** The last entry of the page before: how the balance moves from page to page tells of words too. */
  #last: Told | null = null;
  /** Words that meant nothing when an entry was read. */
  #unread = new Set<string>();

  constructor(days: Days, words = new DirectionWords()) {
    this.#days = days;
    this.words = words;
  }

  /** Did a later page explain a word that had meant nothing? Then another reading keeps what this one set aside. */
  get learntLate(): boolean {
    return [...this.#unread].some((word) => this.words.meaningOf(word) !== null);
  }

  /** Before the entries of a page are read; pages come in order. */
  learn(page: readonly unknown[], place: PagePlace): void {
    this.#strangeFigure ??= strangeFigureIn(page);
    const before = place.isFirst ? [] : [this.#last];
    const isUnknown = (word: string): boolean => this.words.isUnknown(word);
    if (
      before.some((told) => told && isUnknown(told.direction)) ||
      page.some((raw) => isUnknown(wordIn(raw)))
    )
      this.words.learn([...before, ...page.map(directionIn)], place);
  }

  read(raw: unknown, ordinal: number): ReadEntry {
    const [days, words, strangeFigure] = [this.#days, this.words, this.#strangeFigure];
    const word = wordIn(raw);
    if (words.isUnknown(word)) this.#unread.add(word);
    return readEntry(raw, ordinal, { days, words, strangeFigure });
  }

  /** What its pages have taught so far, as JSON-able text. */
  save(): SavedReader {
    const last = this.#last && {
      direction: this.#last.direction,
      amountE4: String(this.#last.amountE4),
      balanceE4: String(this.#last.balanceE4),
    };
    const unread = [...this.#unread];
    return { words: this.words.save(), strangeFigure: this.#strangeFigure, last, unread };
  }

  /** Knows from here on what another one knew. */
  follow({ words, strangeFigure, last, unread }: SavedReader): void {
    this.words = new DirectionWords(words);
    this.#strangeFigure = strangeFigure;
    this.#last = last && {
      direction: last.direction,
      amountE4: BigInt(last.amountE4),
      balanceE4: BigInt(last.balanceE4),
    };
    this.#unread = new Set(unread);
  }

  /** Behind the last entry of a page. */
  turn(page: readonly unknown[]): void {
    this.#last = directionIn(page.at(-1));
  }
}

const { direction: Direction } = StatementEntry.shape;

/** `debit`, `credit` or a word of the bank's own; `debit` where there is none, which nobody asks the balances about. */
function wordIn(raw: unknown): string {
  const told = fieldOf(raw, 'direction');
  const plain = plainDirection(told);
  if (plain !== null) return plain;
  const read = Direction.safeParse(told);
  return read.success ? read.data : 'debit';
}

const fieldOf = (raw: unknown, field: string): unknown => (isRecord(raw) ? raw[field] : undefined);

/** Something stands between digits that is no point. */
const separated = /\d[^\d.eE+-]\d/u;

/** The first of the page; null where there is none. */
function strangeFigureIn(page: readonly unknown[]): string | null {
  for (const raw of page)
    for (const figure of [fieldOf(raw, 'amount'), fieldOf(raw, 'balance')])
      if (typeof figure === 'string' && separated.test(figure)) return figure;
  return null;
}

function directionIn(raw: unknown): Told | null {
  const read = parseEntry(raw);
  if (!read.success) return null;
  const { direction, amount, balance } = read.data;
  return { direction, amountE4: toUnits(amount), balanceE4: toUnits(balance) };
}
