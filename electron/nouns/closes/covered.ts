import { addDays, type IsoDate, type Period } from '../../../shared/calendar/calendar.ts';
import type { CloseKind, CloseLine, ClosePeriod } from '../../../shared/ipc/review/closes.ts';
import type { Journal } from '../../engines/store/database.ts';
import {
  daysIn,
  isOver,
  isWeekend,
  kindOf,
  newestOver,
  partsOf,
  periodBefore,
  periodWords,
} from './periods.ts';
import { outlines, type Outline } from './tables.ts';

/** Open days since the previous close that one close may include: a long holiday. */
const openDaysMax = 10;

/** Returns the later close that includes this day; null where there is none. */
const closedWithin = (journal: Journal, day: IsoDate): Outline | null =>
  outlines(journal, 'day', { from: addDays(day, 1), to: addDays(day, openDaysMax) }).find(
    ({ act, from }) => act === 'close' && from <= day,
  ) ?? null;

/** The days that a close of this period includes: for a day also the open days since the previous close, so that no gap remains. */
export function daysToClose(journal: Journal, period: ClosePeriod): Period {
  if (kindOf(period) !== 'day') return daysIn(period);
  const before = outlines(journal, 'day', {
    from: addDays(period, -openDaysMax),
    to: addDays(period, -1),
  }).findLast(({ act }) => act === 'close');
  return { from: before === undefined ? period : addDays(before.to, 1), to: period };
}

/** The first reopened day within the days to close: it has to be closed first. */
const reopenedBefore = (
  journal: Journal,
  { from, to }: Period,
  period: ClosePeriod,
): ClosePeriod | null =>
  kindOf(period) !== 'day'
    ? null
    : (outlines(journal, 'day', { from, to: addDays(to, -1) })[0]?.period ?? null);

/** Returns the days of a month, or the months of a year, that are over and not closed. */
export function openPartsOf(journal: Journal, period: ClosePeriod, today: IsoDate): ClosePeriod[] {
  const kind = kindOf(period);
  if (kind === 'day') return [];
  const parts = partsOf(period).filter((part) => isOver(part, today));
  if (kind === 'year') {
    const closed = closesWithin(journal, period);
    return parts.filter((month) => !closed.some((one) => one.period === month));
  }
  const { from, to } = daysIn(period);
  const closed = closedAmong(outlines(journal, 'day', { from, to: addDays(to, openDaysMax) }));
  return parts.filter((day) => !closed.some((one) => one.from <= day && day <= one.to));
}

/** Days before a day that are searched for open ones: two months. */
const openDaysBackMax = 62;

/** A day to be closed, with the open days before it that its close includes. */
export type OpenDay = Period & { readonly period: ClosePeriod };

/**
 * Lists the open days up to one, oldest first, as they would be closed one after the other. They start with the first close of the last two
 * months. Without one, they start with the month, or with `fetchedFrom` where that is later. A weekend is closed with the open day after
 * it, as in {@link daysToClose}.
 */
export function openDaysUntil(
  journal: Journal,
  until: IsoDate,
  fetchedFrom: (month: Period) => IsoDate | null = () => null,
): OpenDay[] {
  const from = addDays(until, -openDaysBackMax);
  const found = outlines(journal, 'day', { from, to: addDays(until, openDaysMax) });
  const closed = closedAmong(found);
  const closeOf = (day: IsoDate): Outline | undefined =>
    closed.find((one) => one.from <= day && day <= one.to);
  const reopened = found.filter(({ act }) => act === 'reopen').map(({ period }) => period);
  const month = { from: `${until.slice(0, 7)}-01`, to: until };
  const first = closed[0]?.from ?? fetchedFrom(month) ?? month.from;
  const days: OpenDay[] = [];
  let before: IsoDate | null = null;
  for (let day = [first, ...reopened].toSorted()[0] ?? first; day <= until; day = addDays(day, 1)) {
    const close = closeOf(day);
    if (close !== undefined) {
      before = close.to;
      continue;
    }
    const next = addDays(day, 1);
    const goesWithNext = before !== null && next <= until && closeOf(next) === undefined;
    if (isWeekend(day) && goesWithNext && !reopened.includes(day)) continue;
    days.push({ period: day, from: before === null ? day : addDays(before, 1), to: day });
    before = day;
  }
  return days;
}

/** Returns the current closes of the days of a month, or of the months of a year. */
export const closesWithin = (journal: Journal, period: ClosePeriod): Outline[] => {
  const parts = partsOf(period);
  const bounds = { from: parts[0] ?? '', to: parts.at(-1) ?? '' };
  return closedAmong(outlines(journal, kindOf(period) === 'year' ? 'month' : 'day', bounds));
};

const closedAmong = (found: readonly Outline[]): Outline[] =>
  found.filter(({ act }) => act === 'close');

export type BareLine = Omit<CloseLine, 'late' | 'acknowledged'> & { readonly n: number | null };

/** Lists the last periods up to one, oldest first. Leaves out weekends without any act. */
export function linesUntil(journal: Journal, until: ClosePeriod, count: number): BareLine[] {
  const kind = kindOf(until);
  let first = until;
  // Of seven days two are of the weekend.
  const looked = count * 2 + 4;
  for (let back = 1; back < looked; back += 1) first = periodBefore(first);
  const to = kindOf(until) === 'day' ? addDays(until, openDaysMax) : until;
  const acts = new Map(
    outlines(journal, kind, { from: first, to }).map((one) => [one.period, one]),
  );
  const closes = [...acts.values()].filter(({ act }) => act === 'close');
  const lines: BareLine[] = [];
  for (let period = until; lines.length < count; period = periodBefore(period)) {
    const own = acts.get(period);
    const within = closes.find((one) => one.from <= period && period < one.period);
    const isLeftOut = kind === 'day' && own === undefined && period !== until && isWeekend(period);
    if (isLeftOut) continue;
    lines.push(
      own?.act === 'close'
        ? { period, state: 'closed', closedAt: own.at, n: own.n }
        : { period, state: stateOf(own, within), closedAt: null, n: null },
    );
  }
  return lines.reverse();
}

const stateOf = (own: Outline | undefined, within: Outline | undefined): CloseLine['state'] =>
  within !== undefined ? 'within' : own === undefined ? 'open' : 'reopened';

/** How many days of the running month, or months of the running year, are over, and how many of those are closed. */
export type RunningPeriod = {
  readonly period: ClosePeriod;
  readonly closed: number;
  readonly over: number;
};

/** Returns the running month or year with its closed parts; null for days, and where none of its parts is over. */
export function runningOf(journal: Journal, kind: CloseKind, today: IsoDate): RunningPeriod | null {
  if (kind === 'day') return null;
  const period = today.slice(0, kind === 'month' ? 7 : 4);
  const over = partsOf(period).filter((part) => isOver(part, today)).length;
  const open = openPartsOf(journal, period, today).length;
  return over === 0 ? null : { period, closed: over - open, over };
}

/** Lists the last periods of a kind that are over, up to `until`, and days closed before they were over or by a clock that was ahead. */
export function linesOver(
  journal: Journal,
  kind: CloseKind,
  { until, today, count }: { until: ClosePeriod | null; today: IsoDate; count: number },
): BareLine[] {
  const newest = newestOver(kind, today);
  const [limit = newest] = closedAmong(outlines(journal, kind, { from: newest, to: '9999-12-31' }))
    .map(({ period }) => period)
    .toReversed();
  const end = until === null || until > limit ? limit : until;
  return linesUntil(journal, end, count).filter(
    ({ period, state }) => period <= newest || state === 'closed' || state === 'within',
  );
}

/**
 * Returns why a period cannot be closed by the record of closes; null where it can. `days` are those that its close includes, where an
 * earlier close of the same run is not written yet.
 */
export function obstacleIn(
  journal: Journal,
  period: ClosePeriod,
  today: IsoDate,
  days: Period = daysToClose(journal, period),
): string | null {
  const words = periodWords(period);
  if (!isOver(period, today))
    return `${words} is not over: it can be closed from ${periodWords(addDays(days.to, 1))}, 00:00 UTC.`;
  const within = kindOf(period) === 'day' ? closedWithin(journal, period) : null;
  if (within !== null) return `${words} is closed together with ${periodWords(within.period)}.`;
  const reopened = reopenedBefore(journal, days, period);
  return reopened === null
    ? null
    : `${periodWords(reopened)} was reopened: close it first, then ${words}.`;
}

/** The number of days back that are searched for a close. */
const closeSoughtDays = 400;

/** Returns the last closed day up to `until`; null where none of the last 400 days is closed. */
export const lastClosedDay = (journal: Journal, until: IsoDate): IsoDate | null =>
  outlines(journal, 'day', { from: addDays(until, -closeSoughtDays), to: until }).findLast(
    ({ act }) => act === 'close',
  )?.to ?? null;
