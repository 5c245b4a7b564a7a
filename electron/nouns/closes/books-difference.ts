import { dayOf, type Period } from '../../../shared/calendar/calendar.ts';
import { entriesBeside } from '../books/account-entries.ts';
import type { LedgerLine } from '../books/ledger/ledger.ts';
import { unpacked } from '../books/ledger/packed.ts';
import { apartBy, reconciledInPieces, usualRules } from '../books/reconciled.ts';
import type { LedgerHead, Word } from '../books/tables.ts';
import type { ExportedEntry } from '../statements/entries/incoming.ts';
import type { Places } from '../statements/entries/meanings.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { dataVersion } from '../../engines/store/opening/cache-reader.ts';
import type { Sliced } from '../../engines/store/threads/turns.ts';

/** How an account's days stand beside the books. */
export type BooksNow = {
  readonly matched: number;
  readonly entries: number;
  /** Matches of these days whose sums a person matched though they differ. */
  readonly apart: number;
};

export type BooksQuestion = {
  readonly head: LedgerHead;
  readonly words: readonly Word[];
  readonly days: Period;
  readonly places: Places;
  readonly currency: string;
};

/** Ledgers of which it is remembered how they matched, and when that was asked of what. */
const knownMax = 32;
const known = new WeakMap<CacheReader, Map<string, BooksNow>>();

/**
 * Matches a ledger, of which `lines` are the lines as they are kept, with the entries of its days, and counts those of the closed days that have their match; anew only after the local copy, or
 * what people said of its lines, changed.
 */
export function* besideBooks(
  reader: CacheReader,
  question: BooksQuestion,
  lines: string,
): Sliced<BooksNow> {
  const matched = known.get(reader) ?? new Map<string, BooksNow>();
  known.set(reader, matched);
  const { head, ...rest } = question;
  const key = JSON.stringify([head.ledgerId, rest, dataVersion(reader)]);
  const before = matched.get(key);
  if (before !== undefined) return before;
  const now = yield* matchedNow(reader, question, lines);
  if (matched.size >= knownMax) matched.clear();
  matched.set(key, now);
  return now;
}

function* matchedNow(
  reader: CacheReader,
  { head, days, words, currency, places }: BooksQuestion,
  lines: string,
): Sliced<BooksNow> {
  const { entries, isWhole } = yield* entriesBeside(reader, head, places);
  // So many are matched at once, as in the view of the books; more are told as unmatched.
  if (!isWhole) return { entries: entries.length, matched: 0, apart: 0 };
  const ledger = { ...head, lines: JSON.parse(unpacked(lines)) as LedgerLine[] };
  const { bankOnly, matches } = yield* reconciledInPieces(ledger, entries, {
    currency,
    words,
    rules: usualRules,
  });
  const isOfDays = ({ transactionDate }: ExportedEntry): boolean => {
    const day = dayOf(transactionDate);
    return day >= days.from && day <= days.to;
  };
  const all = entries.filter(isOfDays).length;
  const apart = matches.filter(
    (match) => match.rule === 'hand' && match.bank.some(isOfDays) && apartBy(match) !== 0n,
  );
  return {
    entries: all,
    matched: all - bankOnly.filter(isOfDays).length,
    apart: apart.length,
  };
}
