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

/** The data that the conditions of an account are evaluated on. */
export type ConditionInputs = Period & {
  readonly requirements: CloseRequirements;
  /** Open exceptions that concern these days, see {@link countedExceptions}. */
  readonly exceptions: readonly ExceptionItem[];
  /** By account: a day of any date whose balance chain is broken. */
  readonly broken: ReadonlyMap<string, ExceptionItem>;
  /** In transit or without an answer. */
  readonly unknown: readonly Submission[];
  /** By account: the newest second source that covers the days; an account without one is absent. */
  readonly sources: ReadonlyMap<string, SecondSource>;
  readonly books: ReadonlyMap<string, BooksNow>;
  /** By account: `all` where no entry of the days was read by a person, `some` where only some were; absent where all were. */
  readonly unseen: ReadonlyMap<string, 'all' | 'some'>;
};

const met = (words = ''): CloseCell => ({ is: 'met', words, isGrave: false, place: null });
const notRequired: CloseCell = { is: 'not-asked', words: '', isGrave: false, place: null };
const open = (words: string, place: ClosePlace, isGrave = false): CloseCell => ({
  ...{ is: 'open', words, isGrave, place },
});

export function closeAccount(now: DaysNow, inputs: ConditionInputs): CloseAccount {
  return { ...figuresOf(now), cells: cellsOf(now, inputs) };
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

const cellsOf = (now: DaysNow, inputs: ConditionInputs): Record<CloseCondition, CloseCell> => ({
  proven: provenCell(now, inputs),
  read: readCell(now, inputs),
  unknown: unknownCell(now, inputs),
  exceptions: exceptionsCell(now, inputs),
  'second-source': sourceCell(now, inputs),
  books: booksCell(now, inputs),
});

function provenCell(
  { accountNumber, firstUnproven }: DaysNow,
  { from, to, broken }: ConditionInputs,
): CloseCell {
  const place = { view: 'statements', accountNumber, from, to } as const;
  const red = broken.get(accountNumber)?.place;
  if (red?.view === 'statements' && red.from <= to)
    return open(`${fullDay(red.from).slice(0, -5)} breaks`, { ...place, from: red.from }, true);
  if (firstUnproven === null) return met();
  const { day, state } = firstUnproven;
  const words = {
    ...{ broken: 'breaks', missing: 'not fetched', unproven: 'not proven' },
    unfinished: 'fetched before its end',
  }[state];
  return open(`${fullDay(day).slice(0, -5)} ${words}`, { ...place, from: day }, state === 'broken');
}

/** Entries of an account's first sync count as read, though no person read them. Where all are such, the cell has no tick. */
function readCell({ accountNumber, unread }: DaysNow, { unseen }: ConditionInputs): CloseCell {
  if (unread > 0) return open(`${formatCount(unread)} unread`, { view: 'review', accountNumber });
  const seen = unseen.get(accountNumber);
  if (seen === undefined) return met();
  return seen === 'all'
    ? { ...notRequired, words: beforeFirstSync }
    : met('some before first sync');
}

const beforeFirstSync = 'before the first sync';

function unknownCell({ accountNumber }: DaysNow, { unknown }: ConditionInputs): CloseCell {
  const own = unknown.filter(({ about }) => about?.accountNumber === accountNumber);
  return own.length === 0
    ? met()
    : open(`${formatCount(own.length)} unknown`, { view: 'exceptions' });
}

function exceptionsCell({ accountNumber }: DaysNow, { exceptions }: ConditionInputs): CloseCell {
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

function sourceCell({ accountNumber }: DaysNow, inputs: ConditionInputs): CloseCell {
  if (!inputs.requirements.secondSource.includes(accountNumber)) return notRequired;
  const { from, to } = inputs;
  const place = { view: 'statements', accountNumber, from, to } as const;
  const source = inputs.sources.get(accountNumber);
  if (source === undefined) return open('not there yet', place);
  if (source.verdict === 'agrees') return met();
  const words = { differs: 'differs', partial: 'agrees in part', unreadable: 'cannot be read' };
  return open(words[source.verdict], place, source.verdict === 'differs');
}

function booksCell({ accountNumber }: DaysNow, inputs: ConditionInputs): CloseCell {
  if (!inputs.requirements.books.includes(accountNumber)) return notRequired;
  const place = { view: 'books', accountNumber } as const;
  const books = inputs.books.get(accountNumber);
  if (books === undefined) return open('no ledger yet', place);
  const apart = books.apart === 0 ? '' : `, ${formatCount(books.apart)} apart`;
  const words = `${formatCount(books.matched)} of ${formatCount(books.entries)}${apart}`;
  return books.matched === books.entries ? met(words) : open(words, place);
}

/** Kinds with a column of their own, and documents of sub-clients, which do not concern the figures of a day. */
const notCounted: readonly ExceptionItem['kind'][] = [
  ...(['red-day', 'unknown', 'duplicated', 'expired-document'] as const),
];

/** Returns the exceptions that block a close: none of the future, and none that began after the days. */
export const countedExceptions = (
  items: readonly ExceptionItem[],
  { to }: Period,
): ExceptionItem[] =>
  items.filter(
    ({ kind, urgency, since }) =>
      urgency !== 'ahead' && !notCounted.includes(kind) && since.slice(0, 10) <= to,
  );

/** Returns what was sent by the end of the days and is not settled. */
export const unknownUntil = (open: readonly Submission[], { to }: Period): Submission[] =>
  open.filter(({ createdAt }) => createdAt.slice(0, 10) <= to);
