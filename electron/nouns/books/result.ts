import { DeskFault } from '../../../shared/errors.ts';
import type {
  BooksCounts,
  BooksResult,
  BooksRule,
  StoredLedger,
} from '../../../shared/ipc/review/books.ts';
import { limits } from '../../../shared/limits.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import type { ExportedEntry } from '../statements/entries/incoming.ts';
import type { Places } from '../statements/entries/meanings.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { dataVersion } from '../../engines/store/opening/cache-reader.ts';
import type { Sliced } from '../../engines/store/threads/turns.ts';
import { placeOfEntry, placeOfLine } from './carry.ts';
import { entriesBeside } from './account-entries.ts';
import type { LedgerLine } from './ledger/ledger.ts';
import { ledgerLines, packed, unpacked } from './ledger/packed.ts';
import { tooManyEntries } from './ledger/reach.ts';
import { reconciledInPieces, usualRules, type Reconciled } from './reconciled.ts';
import { shownEntry, shownLine } from './book-rows.ts';
import type { LedgerHead, ManualMatch } from './tables.ts';
import { bankBalances, openOf, statementOf, type BankBalances } from './statement.ts';
import { seenOf, undoneOf, type SeenMatch } from './broken-matches.ts';

/** The long parts of a ledger, which the reader thread caches. */
export type TaughtLedger = {
  readonly ledgerId: string;
  /** Its lines, and what matched when a person looked last, as JSON, packed. */
  readonly lines: string;
  readonly seen: string;
  /** When a person looked last; empty where no person has. */
  readonly seenAt: string;
};

/** A question about a cached ledger. */
export type ResultQuestion = {
  readonly head: LedgerHead;
  readonly seenAt: string;
  readonly currency: string;
  readonly words: readonly ManualMatch[];
  /** By the place of a line or an entry. */
  readonly remarks: Readonly<Record<string, string>>;
  /** The balance that a person entered from the books. */
  readonly balance: Decimal | null;
  readonly places: Places;
};

/** A ledger compared with the current entries. */
export type Made = {
  readonly result: Reconciled;
  readonly undone: ReturnType<typeof undoneOf>;
  readonly lines: readonly LedgerLine[];
  readonly entries: readonly ExportedEntry[];
  readonly balances: BankBalances;
};

type Learned = {
  readonly ledgerId: string;
  readonly seenAt: string;
  readonly lines: readonly LedgerLine[];
  readonly seen: readonly SeenMatch[];
};

/** Ledgers that the cache holds; the oldest leaves first. */
const knownMax = 4;

/** Compares ledgers with entries. Caches the last result until its ledger or the local copy changes. */
export class MatchedBooks {
  readonly #reader: CacheReader;
  readonly #known = new Map<string, Learned>();
  #made: { readonly key: string; readonly made: Made } | null = null;

  constructor(reader: CacheReader) {
    this.#reader = reader;
  }

  learn({ ledgerId, lines, seen, seenAt }: TaughtLedger): null {
    this.#know({
      ...{ ledgerId, seenAt },
      lines: ledgerLines(lines),
      seen: JSON.parse(unpacked(seen)) as SeenMatch[],
    });
    return null;
  }

  /** Adds a ledger to the cache as its newest. */
  #know(learned: Learned): void {
    this.#known.delete(learned.ledgerId);
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size >= knownMax) this.#known.delete(oldest);
    this.#known.set(learned.ledgerId, learned);
  }

  /** Null where the ledger is not cached: call {@link learn} first. */
  *made(question: ResultQuestion): Sliced<Made | null> {
    const { head, words, currency, places, seenAt } = question;
    const learned = this.#known.get(head.ledgerId);
    if (learned?.seenAt !== seenAt) return null;
    const key = this.#keyOf(question);
    if (this.#made?.key === key) return this.#made.made;
    const { entries, isWhole } = yield* entriesBeside(this.#reader, head, places);
    if (!isWhole) throw new DeskFault('input.invalid', tooManyEntries());
    const { lines, seen } = learned;
    const result = yield* reconciledInPieces({ ...head, lines }, entries, {
      ...{ currency, words, rules: usualRules },
    });
    yield;
    const undone = undoneOf(seen, { result, words, lines, entries });
    const balances = bankBalances(this.#reader, head);
    const made = { result, undone, lines, entries, balances };
    this.#made = { key, made };
    return made;
  }

  /** Marks the current matches as seen, which empties `undone` without matching again. */
  *seen(question: ResultQuestion, at: string): Sliced<SeenNow | null> {
    const made = yield* this.made(question);
    if (made === null) return null;
    const matches = seenOf(made.result);
    const fallen = made.result.fallen.map(({ matchId }) => matchId);
    const { head } = question;
    this.#know({ ledgerId: head.ledgerId, seenAt: at, lines: made.lines, seen: matches });
    if (fallen.length === 0)
      this.#made = {
        key: this.#keyOf({ ...question, seenAt: at }),
        made: { ...made, undone: [] },
      };
    return { text: packed(JSON.stringify(matches)), fallen };
  }

  #keyOf({ head, words, currency, places, seenAt }: ResultQuestion): string {
    const version = dataVersion(this.#reader);
    return JSON.stringify([head.ledgerId, seenAt, words, currency, places, version]);
  }
}

/** The matches that a person saw, as packed JSON, and the numbers of the broken manual matches that were shown. */
export type SeenNow = { readonly text: string; readonly fallen: readonly string[] };

/** What the window shows of a ledger; the routes add its head. */
export type LedgerResult = Omit<BooksResult, keyof StoredLedger | 'lastAct'>;

export function ledgerResult(
  made: Made,
  { currency, remarks, balance }: ResultQuestion,
  at: string,
): LedgerResult {
  const { result, undone } = made;
  const { notes, matches } = result;
  const byRule: Partial<Record<BooksRule, number>> = {};
  for (const { rule } of matches) byRule[rule] = (byRule[rule] ?? 0) + 1;
  const line = (one: LedgerLine) => ({
    ...shownLine(one),
    note: remarks[placeOfLine(one.line)] ?? '',
  });
  const entry = (one: ExportedEntry) => ({
    ...shownEntry(one),
    note: remarks[placeOfEntry(one.id)] ?? '',
  });
  const open = openOf(result);
  return {
    ...{ currency, byRule, notes, undone },
    booksOnly: open.books.slice(0, limits.booksOpenShown).map(line),
    bankOnly: open.bank.slice(0, limits.booksOpenShown).map(entry),
    likely: open.likely
      .slice(0, limits.booksOpenShown)
      .map((pair) => ({ line: line(pair.line), entry: entry(pair.entry), why: pair.why })),
    statement: statementOf({ ...made, open, entered: balance }),
    counts: countsOf(made, open.likely.length, at),
  };
}

const countsOf = (
  { result, lines, entries, undone }: Made,
  likely: number,
  at: string,
): BooksCounts => ({
  lines: lines.length,
  entries: entries.length,
  matchedLines: lines.length - result.booksOnly.length,
  matchedEntries: entries.length - result.bankOnly.length,
  likely,
  undone: undone.length,
  at,
});
