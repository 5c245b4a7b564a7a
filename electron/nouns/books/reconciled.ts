import { dayNumber, dayOf } from '../../../shared/calendar/calendar.ts';
import { fromUnits, toUnits, type Decimal } from '../../../shared/money/decimal.ts';
import { formatCount } from '../../../shared/money/format.ts';
import { shownDigits } from '../../../shared/money/currencies.ts';
import type { Line, Matching, MatchRule } from '../../engines/matching/line.ts';
import { matchInPieces, tiesBetween } from '../../engines/matching/match.ts';
import { isTurned } from '../../engines/matching/turned.ts';
import type { ExportedEntry } from '../statements/entries/incoming.ts';
import { toTheEnd, type Sliced } from '../../engines/store/threads/turns.ts';
import { heldWords } from './current-matches.ts';
import type { LedgerLine } from './ledger/ledger.ts';
import { repeatedNotes } from './ledger/repeated.ts';
import { signedAmount } from './signed-amount.ts';
import type { LedgerWithLines, ManualMatch } from './tables.ts';
import { whyLikely, whyMatched } from './match-reasons.ts';

export type BooksMatch = {
  readonly rule: MatchRule;
  readonly why: string;
  readonly books: readonly LedgerLine[];
  readonly bank: readonly ExportedEntry[];
};

/** A likely pair of a line and an entry. */
export type Proposal = { readonly line: number; readonly entryId: string; readonly why: string };

export type Reconciled = {
  readonly currency: string;
  readonly matches: readonly BooksMatch[];
  readonly booksOnly: readonly LedgerLine[];
  readonly bankOnly: readonly ExportedEntry[];
  readonly likely: readonly Proposal[];
  readonly notes: readonly string[];
  /** Broken manual matches: an entry is gone, or its amount changed. */
  readonly fallen: readonly ManualMatch[];
};

/** How much more the books have than the bank, in units of 10^-4. */
export const apartBy = ({ books, bank }: Pick<BooksMatch, 'books' | 'bank'>): bigint =>
  unitsOf(books) - unitsOf(bank.map((entry) => ({ amount: signedAmount(entry) })));

const unitsOf = (rows: readonly { readonly amount: Decimal }[]): bigint =>
  rows.reduce((all, { amount }) => all + toUnits(amount), 0n);

export type Rules = {
  /** Days that two lines of one matter may lie apart. */
  readonly days: number;
  /** The highest fee in the account's currency; two in a hundred of the amount at most. */
  readonly feesUpTo: Decimal;
};

export const usualRules: Rules = { days: 5, feesUpTo: '100' };

type Beside = [
  ledger: Pick<LedgerWithLines, 'accountNumber' | 'lines' | 'notes'>,
  entries: readonly ExportedEntry[],
  by: { readonly currency: string; readonly words: readonly ManualMatch[]; readonly rules: Rules },
];

/** Runs {@link reconciledInPieces} to its end in one call. */
export const reconciled = (...beside: Beside): Reconciled =>
  toTheEnd(reconciledInPieces(...beside));

/** Matches a stored ledger with the current entries of its period; manual matches come first. */
export function* reconciledInPieces(
  ...[ledger, entries, { currency, words, rules }]: Beside
): Sliced<Reconciled> {
  const { held, fallen } = heldWords(withoutSeparated(words), entries);
  const matching = matchingOf(ledger, held, rules);
  const right = entries.map(lineOfEntry);
  const asWritten = ledger.lines.map(lineOfLedger);
  const ties = yield* tiesBetween(asWritten, right, matching);
  const turned = isTurned(asWritten, right, ties) === true;
  const left = turned ? asWritten.map((line) => ({ ...line, units: -line.units })) : asWritten;
  // With inverted signs other amounts are equal: the ties are computed again.
  const found = yield* matchInPieces(left, right, matching, turned ? undefined : ties);
  const lines = new Map(ledger.lines.map((line) => [String(line.line), line]));
  const ofLine = ({ id }: Line): LedgerLine[] => {
    const line = lines.get(id);
    return line === undefined ? [] : [turned ? turnedRound(line, currency) : line];
  };
  const reasons = new Map(held.map(({ books, reason }) => [books.join(), reason]));
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const ofEntry = ({ id }: Line): ExportedEntry[] => {
    const entry = byId.get(id);
    return entry === undefined ? [] : [entry];
  };
  return {
    currency,
    matches: found.matches.map((match) => ({
      rule: match.rule,
      why: whyMatched(match, currency, reasons.get(match.left.map(({ id }) => id).join()) ?? ''),
      books: match.left.flatMap(ofLine),
      bank: match.right.flatMap(ofEntry),
    })),
    booksOnly: found.left.flatMap(ofLine),
    bankOnly: found.right.flatMap(ofEntry),
    likely: found.likely.flatMap(({ left: one, right: other, by }) =>
      ofLine(one).flatMap(({ line, day }) =>
        ofEntry(other).map(({ id, transactionDate }) => ({
          ...{ line, entryId: id },
          why: whyLikely(by, day, dayOf(transactionDate)),
        })),
      ),
    ),
    notes: [
      ...ledger.notes,
      ...(turned ? [turnedWords] : []),
      ...hardlyMatched(left.length, left.length - found.left.length, right.length),
      ...repeatedNotes(ledger.lines),
    ],
    fallen,
  };
}

const turnedWords =
  'Its signs are the other way round: by its references, what it takes for money in went out.';

/** Lines and entries needed before a low share of matches is noted. */
const distinctiveMin = 5;

function hardlyMatched(lines: number, matched: number, entries: number): string[] {
  if (lines < distinctiveMin || entries < distinctiveMin || matched * 20 >= lines) return [];
  const some =
    matched === 0
      ? 'Nothing of it matches'
      : `Only ${formatCount(matched)} of ${formatCount(lines)} lines match`;
  return [`${some}: it may be the ledger of another account or of other days.`];
}

const turnedRound = (line: LedgerLine, currency: string): LedgerLine => ({
  ...line,
  amount: fromUnits(-toUnits(line.amount), shownDigits(currency)),
});

/** Removes the matches that a person separated again later. */
const withoutSeparated = (words: readonly ManualMatch[]): ManualMatch[] =>
  words.filter(
    ({ decision, n, books }) =>
      decision === 'unmatched' ||
      !words.some(
        (later) =>
          later.decision === 'unmatched' &&
          later.n > n &&
          books.every((line) => later.books.includes(line)),
      ),
  );

function matchingOf(
  { accountNumber }: Pick<LedgerWithLines, 'accountNumber'>,
  words: readonly ManualMatch[],
  { days, feesUpTo }: Rules,
): Matching {
  const most = toUnits(feesUpTo);
  const pairsOf = (kind: ManualMatch['decision']) =>
    words
      .filter(({ decision }) => decision === kind)
      .map(({ books, bank }) => ({ left: books.map(String), right: bank }));
  return {
    days,
    feeUpTo: (units) => (units / 50n < most ? units / 50n : most),
    ignored: [accountNumber],
    together: pairsOf('matched'),
    apart: pairsOf('unmatched'),
  };
}

const lineOfLedger = ({ line, day, amount, references, text }: LedgerLine): Line => ({
  id: String(line),
  day: dayNumber(day),
  units: toUnits(amount),
  ...{ references, text },
});

function lineOfEntry(entry: ExportedEntry): Line {
  const units = toUnits(entry.amount);
  const { counterparty = '', remittanceInformation = '' } = entry;
  return {
    id: entry.id,
    day: dayNumber(dayOf(entry.transactionDate)),
    units: entry.direction === 'debit' ? -units : units,
    references: [entry.customReference],
    text: [entry.narration, counterparty, remittanceInformation].join(' '),
  };
}
