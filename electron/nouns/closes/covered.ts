import { addDays, type IsoDate, type Period } from '../../../shared/calendar/calendar.ts';
import type { CloseLine, ClosePeriod } from '../../../shared/ipc/review/closes.ts';
import type { Journal } from '../../engines/store/database.ts';
import { daysIn, isWeekend, kindOf, partsOf, periodBefore, periodWords } from './periods.ts';
import { outlines, type Outline } from './tables.ts';

/** Open days since the previous close that one close may include: a long holiday. */
const openDaysMax = 10;

/** The close in which a day lies that was closed together with a later one; null where there is none. */
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

/** Days of a month, or months of a year, that no close has. */
export function openPartsOf(journal: Journal, period: ClosePeriod): ClosePeriod[] {
  const kind = kindOf(period);
  if (kind === 'day') return [];
  const parts = partsOf(period);
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (kind === 'year') {
    const closed = closedAmong(outlines(journal, 'month', { from: first, to: last }));
    return parts.filter((month) => !closed.some((one) => one.period === month));
  }
  const to = addDays(last, openDaysMax);
  const closed = closedAmong(outlines(journal, 'day', { from: first, to }));
  return parts.filter((day) => !closed.some((one) => one.from <= day && day <= one.to));
}

/** The closes that stand of the days of a month, or of the months of a year. */
export const closesWithin = (journal: Journal, period: ClosePeriod): Outline[] => {
  const parts = partsOf(period);
  const bounds = { from: parts[0] ?? '', to: parts.at(-1) ?? '' };
  return closedAmong(outlines(journal, kindOf(period) === 'year' ? 'month' : 'day', bounds));
};

const closedAmong = (found: readonly Outline[]): Outline[] =>
  found.filter(({ act }) => act === 'close');

export type BareLine = Omit<CloseLine, 'late' | 'acknowledged'> & { readonly n: number | null };

/** The last periods up to one, oldest first. Weekends are left out where nothing was done about them. */
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

/** Why a period cannot be closed as the record of closes stands; null where it can. */
export function obstacleIn(journal: Journal, period: ClosePeriod, today: IsoDate): string | null {
  const days = daysToClose(journal, period);
  const words = periodWords(period);
  if (days.to > today)
    return kindOf(period) === 'day'
      ? `${words} is not here yet: it begins at 00:00 UTC.`
      : `${words} is not over: its last day is ${periodWords(days.to)}.`;
  const within = kindOf(period) === 'day' ? closedWithin(journal, period) : null;
  if (within !== null) return `${words} is closed together with ${periodWords(within.period)}.`;
  const reopened = reopenedBefore(journal, days, period);
  return reopened === null
    ? null
    : `${periodWords(reopened)} was reopened: close it first, then ${words}.`;
}
