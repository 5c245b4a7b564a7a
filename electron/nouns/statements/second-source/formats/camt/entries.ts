import { isIsoDate } from '../../../../../../shared/calendar/calendar.ts';
import type { SourceEntry } from '../source.ts';
import type { EntryPart, Texts } from './elements.ts';

type Days = { readonly firstDay: string | undefined; readonly lastDay: string | undefined };

type Entries = {
  readonly entries: readonly SourceEntry[];
  /** The number of entries left out because they cannot be read. */
  readonly unread: number;
  readonly notes: readonly string[];
};

/** Where the day of an entry comes from. */
type DaySource = 'booking' | 'value' | 'statement';
type ReadEntry = { readonly entry: SourceEntry; readonly daySource: DaySource };
type Reading = ReadEntry | { readonly reason: string };

/** Returns the booked entries of a statement, with notes on what is left out and on days that are not booking dates. */
export function entriesIn(parts: readonly EntryPart[], days: Days): Entries {
  const booked = parts.filter(({ texts }) => isBooked(texts));
  const read = booked.map((part) => readEntry(part, days));
  const entries = read.filter((reading) => 'entry' in reading);
  const reasons = read.flatMap((reading) => ('reason' in reading ? [reading.reason] : []));
  return {
    entries: entries.map(({ entry }) => entry),
    unread: reasons.length,
    notes: [
      ...notBookedNotes(parts.length - booked.length),
      ...unreadNotes(reasons),
      ...dayNotes(entries, 'value', 'value date'),
      ...dayNotes(entries, 'statement', 'statement’s only day'),
    ],
  };
}

/** Is the entry booked? Pending and informational entries are not part of the balances. */
const isBooked = (texts: Texts): boolean =>
  ['BOOK', undefined].includes(texts.get('Sts') ?? texts.get('Sts/Cd'));

function readEntry({ texts, words, line, repeated }: EntryPart, days: Days): Reading {
  const unread = (reason: string): Reading => ({ reason: `line ${String(line)} (${reason})` });
  if (repeated) return unread(`a second ${repeated.name} on line ${String(repeated.line)}`);
  const amount = texts.get('Amt');
  if (amount === undefined || !/^\+?\d+(\.\d+)?$/.test(amount)) return unread('no amount');
  const direction = directions.get(texts.get('CdtDbtInd') ?? '');
  if (direction === undefined) return unread('neither debit nor credit');
  const day = dayOf(texts, days);
  if (!day) return unread('no day');
  const currency = texts.get('Amt@Ccy');
  const entry = {
    id: texts.get('AcctSvcrRef') ?? texts.get('NtryRef') ?? '',
    direction,
    ...{ amount: amount.replace('+', ''), date: day.date, words: [...words] },
    ...(currency === undefined ? {} : { currency }),
  };
  return { entry, daySource: day.source };
}

const directions: ReadonlyMap<string, 'debit' | 'credit'> = new Map([
  ['DBIT', 'debit'],
  ['CRDT', 'credit'],
]);

type EntryDay = { readonly date: string; readonly source: DaySource };

/** Returns the booking date; without one the value date within the statement, else its only day, else any value date. */
function dayOf(texts: Texts, { firstDay, lastDay }: Days): EntryDay | null {
  const booking = dateAt(texts, 'BookgDt');
  if (booking !== undefined)
    return isIsoDate(booking) ? { date: booking, source: 'booking' } : null;
  const value = dateAt(texts, 'ValDt');
  const isInside = (day: string): boolean =>
    (firstDay === undefined || day >= firstDay) && (lastDay === undefined || day <= lastDay);
  if (value !== undefined && isIsoDate(value) && isInside(value))
    return { date: value, source: 'value' };
  if (firstDay !== undefined && firstDay === lastDay && isIsoDate(firstDay))
    return { date: firstDay, source: 'statement' };
  return value !== undefined && isIsoDate(value) ? { date: value, source: 'value' } : null;
}

const dateAt = (texts: Texts, place: string): string | undefined =>
  (texts.get(`${place}/DtTm`) ?? texts.get(`${place}/Dt`))?.slice(0, 10);

const notBookedNotes = (count: number): string[] =>
  count === 0
    ? []
    : [
        count === 1
          ? 'One entry of it is not booked yet and is left out.'
          : `${String(count)} entries of it are not booked yet and are left out.`,
      ];

const namedMax = 3;

function unreadNotes(reasons: readonly string[]): string[] {
  if (reasons.length === 0) return [];
  const more = reasons.length - namedMax;
  const named = `${reasons.slice(0, namedMax).join(', ')}${more > 0 ? ` and ${String(more)} more` : ''}`;
  return [
    reasons.length === 1
      ? `One entry of it cannot be read and is left out: ${named}.`
      : `${String(reasons.length)} entries of it cannot be read and are left out: ${named}.`,
  ];
}

function dayNotes(entries: readonly ReadEntry[], source: DaySource, name: string): string[] {
  const count = entries.filter(({ daySource }) => daySource === source).length;
  if (count === 0) return [];
  return [
    count === 1
      ? `One entry of it has no booking date: the ${name} counts.`
      : `${String(count)} entries of it have no booking date: the ${name} counts.`,
  ];
}
