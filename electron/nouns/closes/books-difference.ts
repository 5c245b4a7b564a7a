import { dayOf, type Period } from '../../../shared/calendar/calendar.ts';
import { entriesBeside } from '../books/account-entries.ts';
import { ledgerLines } from '../books/ledger/packed.ts';
import { apartBy, reconciledInPieces, usualRules } from '../books/reconciled.ts';
import type { LedgerHead, ManualMatch } from '../books/tables.ts';
import type { ExportedEntry } from '../statements/entries/incoming.ts';
import type { Places } from '../statements/entries/meanings.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { dataVersion } from '../../engines/store/opening/cache-reader.ts';
import type { Sliced } from '../../engines/store/threads/turns.ts';

/** The entries of an account's days compared with a ledger. */
export type BooksNow = {
  readonly matched: number;
  readonly entries: number;
  /** Matches of these days whose sums differ, though a person matched them. */
  readonly apart: number;
};

export type BooksQuestion = {
  readonly head: LedgerHead;
  readonly words: readonly ManualMatch[];
  readonly days: Period;
  readonly places: Places;
  readonly currency: string;
};

/** The number of cached results; one more clears the cache. */
const knownMax = 32;
const known = new WeakMap<CacheReader, Map<string, BooksNow>>();

/**
 * Matches a ledger with the entries of its days, and counts the entries of the closed days that have a match. `lines` are the ledger's
 * lines as stored in the journal. The result is cached until the local copy or a manual match changes.
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
  // Beyond the limit of the books view nothing is matched: all entries count as unmatched.
  if (!isWhole) return { entries: entries.length, matched: 0, apart: 0 };
  const ledger = { ...head, lines: ledgerLines(lines) };
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
