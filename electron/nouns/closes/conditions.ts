import type { Period } from '../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../shared/calendar/day-labels.ts';
import type {
  CloseAccount,
  CloseRequirements,
  CloseCell,
  CloseCondition,
  CloseFigures,
  ClosePlace,
} from '../../../shared/ipc/review/closes.ts';
import type { ExceptionItem } from '../../../shared/ipc/review/exceptions.ts';
import type { SecondSource } from '../../../shared/ipc/accounts/second-sources.ts';
import { formatCount } from '../../../shared/money/format.ts';
import { moneyOfUnits, type Money } from '../../../shared/money/money.ts';
import type { Submission } from '../../engines/submissions/journal/submission-table.ts';
import type { BooksNow } from './books-difference.ts';
import type { DaysNow } from './period-snapshot.ts';

/** Everything that the conditions of an account are judged by. */
export type Judged = Period & {
  readonly asks: CloseRequirements;
  /** Open ones that have to do with these days, see {@link countedExceptions}. */
  readonly exceptions: readonly ExceptionItem[];
  /** Days that do not hold, of any time, by account. */
  readonly broken: ReadonlyMap<string, ExceptionItem>;
  /** On their way or without an answer. */
  readonly unknown: readonly Submission[];
  /** The newest that covers the days, by account; accounts without one are left out. */
  readonly sources: ReadonlyMap<string, SecondSource>;
  readonly books: ReadonlyMap<string, BooksNow>;
};

const met = (words = ''): CloseCell => ({ is: 'met', words, isGrave: false, place: null });
const notAsked: CloseCell = { is: 'not-asked', words: '', isGrave: false, place: null };
const open = (words: string, place: ClosePlace, isGrave = false): CloseCell => ({
  ...{ is: 'open', words, isGrave, place },
});

export function closeAccount(now: DaysNow, judged: Judged): CloseAccount {
  return { ...figuresOf(now), cells: cellsOf(now, judged) };
}

export function figuresOf(now: DaysNow): CloseFigures {
  const { accountNumber, accountName, currency, entries, asOf, entriesDigest } = now;
  const amount = (units: string | null): Money | null =>
    units === null || currency === '' ? null : moneyOfUnits(BigInt(units), currency);
  return {
    ...{ accountNumber, accountName, currency, entries, asOf, entriesDigest },
    debits: amount(now.debitsE4),
    credits: amount(now.creditsE4),
    opening: amount(now.openingE4),
    closing: amount(now.closingE4),
  };
}

const cellsOf = (now: DaysNow, judged: Judged): Record<CloseCondition, CloseCell> => ({
  proven: provenCell(now, judged),
  read: readCell(now),
  unknown: unknownCell(now, judged),
  exceptions: exceptionsCell(now, judged),
  'second-source': sourceCell(now, judged),
  books: booksCell(now, judged),
});

function provenCell(
  { accountNumber, firstUnproven }: DaysNow,
  { from, to, broken }: Judged,
): CloseCell {
  const place = { view: 'statements', accountNumber, from, to } as const;
  const red = broken.get(accountNumber)?.place;
  if (red?.view === 'statements' && red.from <= to)
    return open(`${fullDay(red.from).slice(0, -5)} breaks`, { ...place, from: red.from }, true);
  if (firstUnproven === null) return met();
  const { day, state } = firstUnproven;
  const words = { broken: 'breaks', missing: 'not fetched', unproven: 'not proven' }[state];
  return open(`${fullDay(day).slice(0, -5)} ${words}`, { ...place, from: day }, state === 'broken');
}

const readCell = ({ accountNumber, unread }: DaysNow): CloseCell =>
  unread === 0 ? met() : open(`${formatCount(unread)} unread`, { view: 'review', accountNumber });

function unknownCell({ accountNumber }: DaysNow, { unknown }: Judged): CloseCell {
  const own = unknown.filter(({ about }) => about?.accountNumber === accountNumber);
  return own.length === 0
    ? met()
    : open(`${formatCount(own.length)} unknown`, { view: 'exceptions' });
}

function exceptionsCell({ accountNumber }: DaysNow, { exceptions }: Judged): CloseCell {
  const own = exceptions.filter((item) => accountOf(item) === accountNumber);
  const [first] = own;
  return first === undefined
    ? met()
    : open(
        `${formatCount(own.length)} open`,
        { view: 'exceptions', exceptionId: first.exceptionId },
        own.some(({ urgency }) => urgency === 'now'),
      );
}

const accountOf = ({ place }: ExceptionItem): string | null =>
  place !== null && 'accountNumber' in place ? (place.accountNumber ?? null) : null;

function sourceCell({ accountNumber }: DaysNow, judged: Judged): CloseCell {
  if (!judged.asks.secondSource.includes(accountNumber)) return notAsked;
  const { from, to } = judged;
  const place = { view: 'statements', accountNumber, from, to } as const;
  const source = judged.sources.get(accountNumber);
  if (source === undefined) return open('not there yet', place);
  if (source.verdict === 'agrees') return met();
  const words = { differs: 'differs', partial: 'agrees in part', unreadable: 'cannot be read' };
  return open(words[source.verdict], place, source.verdict === 'differs');
}

function booksCell({ accountNumber }: DaysNow, judged: Judged): CloseCell {
  if (!judged.asks.books.includes(accountNumber)) return notAsked;
  const place = { view: 'books', accountNumber } as const;
  const books = judged.books.get(accountNumber);
  if (books === undefined) return open('no ledger yet', place);
  const apart = books.apart === 0 ? '' : `, ${formatCount(books.apart)} apart`;
  const words = `${formatCount(books.matched)} of ${formatCount(books.entries)}${apart}`;
  return books.matched === books.entries ? met(words) : open(words, place);
}

/** They have columns of their own, or, as documents of sub-clients, nothing to do with the figures of a day. */
const notCounted: readonly ExceptionItem['kind'][] = [
  ...(['red-day', 'unknown', 'duplicated', 'expired-document'] as const),
];

/** Exceptions that a close waits for: not those that come up one day, and none that began after the days. */
export const countedExceptions = (
  items: readonly ExceptionItem[],
  { to }: Period,
): ExceptionItem[] =>
  items.filter(
    ({ kind, urgency, since }) =>
      urgency !== 'ahead' && !notCounted.includes(kind) && since.slice(0, 10) <= to,
  );

/** Sent by the end of the days, and not settled. */
export const unknownUntil = (open: readonly Submission[], { to }: Period): Submission[] =>
  open.filter(({ createdAt }) => createdAt.slice(0, 10) <= to);
