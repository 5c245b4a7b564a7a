import { dateOfDayNumber, dayNumber } from '../../../shared/calendar/calendar.ts';

type Weekly = {
  readonly every: 'week' | 'other week';
  /** A day on which it is due. */
  readonly from: number;
};

type Monthly = {
  readonly every: 'month' | 'quarter';
  /** 1 to 31; where a month is shorter, its last. */
  readonly day: number;
  /** The month of the quarter, 0 to 2; 0 where it comes every month. */
  readonly month: number;
  /** The direction in which it moves where that day is a Saturday or a Sunday. */
  readonly weekends: 'unmoved' | 'before' | 'after';
};

/** The rule by which something recurs. */
export type Rhythm = Weekly | Monthly;

export const isByWeek = (rhythm: Rhythm): rhythm is Weekly => 'from' in rhythm;

/** The most days by which an occurrence may be early or late. */
export const toleranceOf = ({ every }: Rhythm): number =>
  ({ week: 2, 'other week': 3, month: 4, quarter: 5 })[every];

/** The number of missed due days at which a series counts as ended. */
export const missesMax = ({ every }: Rhythm): number =>
  ({ week: 2, 'other week': 2, month: 1, quarter: 1 })[every];

/** 0 is a Sunday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

export const isWeekend = (day: number): boolean => weekdayOf(day) === 0 || weekdayOf(day) === 6;

/** Is a bank closed on a day? */
export type IsClosed = (day: number) => boolean;

/** That day, or the next one after it on which banks work; weekends alone count by default. */
export const workingDayFrom = (day: number, isClosed: IsClosed = isWeekend): number => {
  let next = day;
  while (isClosed(next)) next += 1;
  return next;
};

const workingDayUpTo = (day: number, isClosed: IsClosed = isWeekend): number => {
  let last = day;
  while (isClosed(last)) last -= 1;
  return last;
};

/** Moves a due day on which banks are closed, in the direction that the history shows for weekends. */
export function movedDay(rhythm: Rhythm, due: number, isClosed: IsClosed): number {
  if (isByWeek(rhythm) || rhythm.weekends === 'unmoved') return due;
  return rhythm.weekends === 'before'
    ? workingDayUpTo(due, isClosed)
    : workingDayFrom(due, isClosed);
}

/** The days on which it is due between two, both included, oldest first. */
export function dueDays(rhythm: Rhythm, from: number, to: number): number[] {
  if (isByWeek(rhythm)) {
    const step = rhythm.every === 'week' ? 7 : 14;
    const first = from + ((((rhythm.from - from) % step) + step) % step);
    const count = Math.max(0, Math.floor((to - first) / step) + 1);
    return Array.from({ length: count }, (_, at) => first + at * step);
  }
  // A day may move into the adjacent month.
  const [first, last] = [monthOf(from) - 1, monthOf(to) + 1];
  const days: number[] = [];
  for (let month = first; month <= last; month += 1) {
    if (rhythm.every === 'quarter' && ((month % 3) + 3) % 3 !== rhythm.month) continue;
    const day = dueIn(month, rhythm);
    if (day >= from && day <= to) days.push(day);
  }
  return days;
}

function dueIn(month: number, { day, weekends }: Monthly): number {
  const start = startOf(month);
  const nominal = Math.min(start + day - 1, startOf(month + 1) - 1);
  if (weekends === 'unmoved') return nominal;
  return weekends === 'before' ? workingDayUpTo(nominal) : workingDayFrom(nominal);
}

/** Months since the year 0. */
export function monthOf(day: number): number {
  const date = dateOfDayNumber(day);
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

const starts = new Map<number, number>();

function startOf(month: number): number {
  const known = starts.get(month);
  if (known !== undefined) return known;
  const year = String(Math.floor(month / 12)).padStart(4, '0');
  const start = dayNumber(`${year}-${String((month % 12) + 1).padStart(2, '0')}-01`);
  starts.set(month, start);
  return start;
}
