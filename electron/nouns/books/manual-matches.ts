import { shownDigits } from '../../../shared/money/currencies.ts';
import { fromUnits, toUnits, type Decimal } from '../../../shared/money/decimal.ts';
import { formatMoney } from '../../../shared/money/format.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import type { ExportedEntry } from '../statements/entries/incoming.ts';
import { placeOfEntry, placeOfLine } from './carry.ts';
import { figureOf } from './current-matches.ts';
import type { Proposal, Reconciled } from './reconciled.ts';
import { signedAmount } from './signed-amount.ts';
import type { NewManualMatch, ManualMatch } from './tables.ts';

/** Why nothing was matched or separated. */
export type HandRefusal = {
  readonly code: 'input.invalid' | 'books.signs-opposite' | 'books.reason-missing';
  readonly message: string;
};

const refuse = (message: string, code: HandRefusal['code'] = 'input.invalid') =>
  err<HandRefusal>({ code, message });

export type HandMatch = Pick<ManualMatch, 'books' | 'bank'> & {
  readonly reason?: string | undefined;
};

/**
 * Matches lines of the books with entries by hand. Refuses lines that are not open, sums of opposite signs, and unequal sums without a
 * reason.
 */
export function putTogether(
  { booksOnly, bankOnly, currency }: Reconciled,
  { books, bank, reason: given = '' }: HandMatch,
): Result<NewManualMatch, HandRefusal> {
  const lines = booksOnly.filter(({ line }) => books.includes(line));
  const entries = bankOnly.filter(({ id }) => bank.includes(id));
  const strange = [
    ...books.filter((line) => !lines.some((one) => one.line === line)).map(placeOfLine),
    ...bank.filter((id) => !entries.some((one) => one.id === id)).map(placeOfEntry),
  ];
  const are = strange.length === 1 ? 'is not' : 'are not';
  if (strange.length > 0)
    return refuse(
      `Nothing was matched: ${strange.join(', ')} ${are} on a list of what has no match.`,
    );
  const [inBooks, atBank] = [
    sumOf(lines.map(({ amount }) => amount)),
    sumOf(entries.map(signedAmount)),
  ];
  const reason = given.trim();
  const shown = (units: bigint): string =>
    formatMoney({ amount: fromUnits(units, shownDigits(currency)), currency });
  if (inBooks * atBank < 0n)
    return refuse(
      `Nothing was matched: ${shown(inBooks)} in the books and ${shown(atBank)} at the bank.`,
      'books.signs-opposite',
    );
  if (inBooks !== atBank && reason === '')
    return refuse(
      `Nothing was matched: ${shown(inBooks)} and ${shown(atBank)} are apart by ${shown(magnitude(inBooks - atBank))}.`,
      'books.reason-missing',
    );
  return ok({ decision: 'matched', books, bank, reason, figures: figuresOf(entries) });
}

/** Matches likely pairs, all of them or none. */
export function matchLikely(
  { likely, bankOnly }: Reconciled,
  pairs: readonly Pick<Proposal, 'line' | 'entryId'>[],
): Result<readonly NewManualMatch[], HandRefusal> {
  const byLine = new Map(likely.map((one) => [one.line, one.entryId]));
  const entries = new Map(bankOnly.map((entry) => [entry.id, entry]));
  const words: NewManualMatch[] = [];
  for (const { line, entryId } of pairs) {
    const entry = entries.get(entryId);
    const isTwice = words.some(({ books }) => books.includes(line));
    if (byLine.get(line) !== entryId || !entry || isTwice)
      return refuse(
        `Nothing was matched: ${placeOfLine(line)} and ${placeOfEntry(entryId)} are no likely pair now.`,
      );
    words.push({
      ...{ decision: 'matched', books: [line], bank: [entryId], reason: '' },
      figures: figuresOf([entry]),
    });
  }
  return ok(words);
}

/** Removes the match of a line of the books; refuses a line without a match. */
export function takeApart(
  { matches }: Reconciled,
  line: number,
): Result<NewManualMatch, HandRefusal> {
  const match = matches.find(({ books }) => books.some((one) => one.line === line));
  if (!match) return refuse(`Line ${line} is in no match. Nothing was taken apart.`);
  return ok({
    ...{ decision: 'unmatched', reason: '' },
    books: match.books.map((one) => one.line),
    bank: match.bank.map(({ id }) => id),
    figures: figuresOf(match.bank),
  });
}

const sumOf = (amounts: readonly Decimal[]): bigint =>
  amounts.reduce((all, amount) => all + toUnits(amount), 0n);
const magnitude = (units: bigint): bigint => (units < 0n ? -units : units);

const figuresOf = (entries: readonly ExportedEntry[]): ManualMatch['figures'] =>
  Object.fromEntries(entries.map((entry) => [entry.id, figureOf(entry)]));
