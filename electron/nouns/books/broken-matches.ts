import { dayOf, isIsoDate, type IsoDate } from '../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../shared/calendar/day-labels.ts';
import { formatMoney } from '../../../shared/money/format.ts';
import type { BooksEntry, BooksRule, UndoneMatch } from '../../../shared/ipc/review/books.ts';
import type { ExportedEntry } from '../statements/entries/incoming.ts';
import type { LedgerLine } from './ledger/ledger.ts';
import type { Reconciled } from './reconciled.ts';
import { shownEntry, shownLine } from './book-rows.ts';
import { signedAmount } from './signed-amount.ts';
import type { ManualMatch } from './tables.ts';

/** A match as a person saw it, with the figures that explain a later change. */
export type SeenMatch = readonly [
  rule: BooksRule,
  why: string,
  lines: readonly number[],
  entries: readonly SeenEntry[],
];
type SeenEntry = readonly [id: string, amount: string, day: IsoDate, reference: string];

export const seenOf = ({ matches }: Reconciled): SeenMatch[] =>
  matches.map(({ rule, why, books, bank }) => [
    ...([rule, why] as const),
    books.map(({ line }) => line),
    bank.map((entry) => [
      ...([entry.id, signedAmount(entry)] as const),
      ...([dayOf(entry.transactionDate), entry.customReference] as const),
    ]),
  ]);

type Now = {
  readonly result: Reconciled;
  readonly words: readonly ManualMatch[];
  readonly lines: readonly LedgerLine[];
  readonly entries: readonly ExportedEntry[];
};

/** Matches that broke since a person looked last, though no person changed them, each with its reason. */
export function undoneOf(seen: readonly SeenMatch[], now: Now): UndoneMatch[] {
  const { result, words, lines, entries } = now;
  const here = new Map(entries.map((entry) => [entry.id, entry]));
  const byNumber = new Map(lines.map((line) => [line.line, line]));
  const current = new Set(
    result.matches.map(({ books, bank }) =>
      keyOf(
        books.map(({ line }) => line),
        bank.map(({ id }) => id),
      ),
    ),
  );
  const handled = handledBy(result, words);
  const anew = new Set(result.matches.flatMap(({ books }) => books.map(({ line }) => line)));
  const asUndone = (match: SeenMatch): UndoneMatch => {
    const [rule, why, numbers, bank] = match;
    const isAnew = numbers.some((line) => anew.has(line));
    return {
      ...{ rule, why },
      books: numbers.flatMap((line) => {
        const known = byNumber.get(line);
        return known ? [shownLine(known)] : [];
      }),
      bank: bank.map((entry) => shownSeen(entry, here)),
      because: `${becauseOf(bank, here, result.currency)}${isAnew ? ' Its line is matched otherwise now.' : ''}`,
    };
  };
  return [
    ...result.fallen.map((match) => asUndone(seenMatch(match))),
    ...seen.filter((match) => isGone(match, { current, handled })).map(asUndone),
  ];
}

const keyOf = (lines: readonly number[], ids: readonly string[]): string =>
  JSON.stringify([lines, ids]);

type Known = { readonly current: ReadonlySet<string>; readonly handled: ReadonlySet<string> };

function isGone([, , lines, bank]: SeenMatch, { current, handled }: Known): boolean {
  const ids = bank.map(([id]) => id);
  if (current.has(keyOf(lines, ids))) return false;
  return ![...lines.map(placeOf), ...ids].some((place) => handled.has(place));
}

const placeOf = (line: number): string => `line ${String(line)}`;

/** Lines and entries of manual matches, of separations and of broken manual matches, which are listed on their own. */
const handledBy = ({ matches, fallen }: Reconciled, words: readonly ManualMatch[]): Set<string> =>
  new Set([
    ...matches
      .filter(({ rule }) => rule === 'hand')
      .flatMap(({ books, bank }) => [
        ...books.map(({ line }) => placeOf(line)),
        ...bank.map(({ id }) => id),
      ]),
    ...[...words.filter(({ decision }) => decision === 'unmatched'), ...fallen].flatMap(
      ({ books, bank }) => [...books.map(placeOf), ...bank],
    ),
  ]);

const seenMatch = ({ books, bank, figures, reason }: ManualMatch): SeenMatch => [
  ...(['hand', reason === '' ? 'Matched by hand.' : `Matched by hand: ${reason}`, books] as const),
  bank.map((id): SeenEntry => {
    const [amount = '', day = ''] = (figures[id] ?? '').split(' ');
    return [id, amount === '' ? '0' : amount, isIsoDate(day) ? day : '1970-01-01', ''];
  }),
];

/** Shows the figures that were matched, not the current ones. */
const shownSeen = (
  [id, amount, day, reference]: SeenEntry,
  here: ReadonlyMap<string, ExportedEntry>,
): BooksEntry => {
  const now = here.get(id);
  return { id, amount, day, reference, text: now ? shownEntry(now).text : '' };
};

function becauseOf(
  bank: readonly SeenEntry[],
  here: ReadonlyMap<string, ExportedEntry>,
  currency: string,
): string {
  const shown = (amount: string): string => formatMoney({ amount, currency });
  for (const [id, amount, day, reference] of bank) {
    const now = here.get(id);
    if (now === undefined)
      return `Entry ${id}, ${shown(amount)} of ${fullDay(day)}, is no longer among the bank’s entries of these days.`;
    const amountNow = signedAmount(now);
    if (amountNow !== amount)
      return `Entry ${id} was ${shown(amount)}; the bank now reports ${shown(amountNow)}.`;
    const dayNow = dayOf(now.transactionDate);
    if (dayNow !== day)
      return `Entry ${id} was of ${fullDay(day)}; the bank now reports ${fullDay(dayNow)}.`;
    if (now.customReference !== reference)
      return `The bank now reports another reference for entry ${id}.`;
  }
  return 'The entries are unchanged, but other entries at the bank now make the match ambiguous.';
}
