import { dateOfDayNumber, dayNumber, isIsoDate } from '../../shared/calendar/calendar.ts';
import type { Movement } from '../../electron/engines/recurring/movement.ts';
import { outlookInPieces, type Ahead } from '../../electron/engines/recurring/outlook.ts';
import { toTheEnd } from '../../electron/engines/store/threads/turns.ts';
import { monthOf, toleranceOf } from '../../electron/engines/recurring/rhythm.ts';
import type { CashYears } from './cash-years.ts';

export const ahead = 14;
export const historyDays = 400;

/** The back-test of the forecast. Amounts in units of 10^-4, summed over the days ahead of each forecast. */
export type Seen = {
  /** Everything that moved, as often as there are days ahead. */
  readonly moved: bigint;
  /** The error of each day’s balance by the outlook. */
  readonly ours: bigint;
  /** The same by what was booked on the same days a month before. */
  readonly lastMonth: bigint;
  /** The same with knowledge of all recurring movements: what does not recur is left. */
  readonly knowing: bigint;
  /** Forecast lines, and those without a recurring movement within days of them. */
  readonly lines: number;
  readonly strange: number;
  /** Recurring movements, and how many of them were forecast within a day. */
  readonly came: number;
  readonly predicted: number;
};

export const nothingSeen: Seen = {
  ...{ moved: 0n, ours: 0n, lastMonth: 0n, knowing: 0n },
  ...{ lines: 0, strange: 0, came: 0, predicted: 0 },
};

/** Forecasts the days ahead every `everyDays` of the last two years, from the earlier movements alone. */
export function scoreForecast(
  years: CashYears,
  { everyDays, seen = nothingSeen }: { everyDays: number; seen?: Seen },
): Seen {
  let all = seen;
  for (let today = years.from + 371; today + ahead <= years.to; today += everyDays)
    all = together(all, scoreDay(years, today));
  return all;
}

const together = (a: Seen, b: Seen): Seen => ({
  moved: a.moved + b.moved,
  ours: a.ours + b.ours,
  lastMonth: a.lastMonth + b.lastMonth,
  knowing: a.knowing + b.knowing,
  lines: a.lines + b.lines,
  strange: a.strange + b.strange,
  came: a.came + b.came,
  predicted: a.predicted + b.predicted,
});

function scoreDay({ movements, truth }: CashYears, today: number): Seen {
  const known = { known: [], today, knownTo: today, days: ahead };
  const before = movements.filter(({ day }) => day <= today && day > today - historyDays);
  const came = movements.filter(({ day }) => day > today && day <= today + ahead);
  const again = came.filter((movement) => truth.has(movement));
  const forecast = toTheEnd(outlookInPieces({ ...known, movements: before }));
  return {
    moved: came.reduce((sum, { units }) => sum + size(units), 0n) * BigInt(ahead),
    ours: offBy(forecast, came, today),
    lastMonth: offBy(lastMonthAgain(before, today), came, today),
    knowing: offBy(again, came, today),
    lines: forecast.length,
    strange: forecast.filter((line) => !again.some((one) => isOf(line, one, toleranceIn(line))))
      .length,
    came: again.length,
    predicted: again.filter((one) => forecast.some((line) => isOf(line, one, 1))).length,
  };
}

const toleranceIn = (line: Ahead): number =>
  line.from === 'recurring' ? toleranceOf(line.series.rhythm) : 0;

const isOf = (line: Ahead, { day, stems }: Movement, within: number): boolean =>
  line.from === 'recurring' &&
  stems.includes(line.series.stem) &&
  Math.abs(day - line.day) <= within;

const size = (units: bigint): bigint => (units < 0n ? -units : units);

type DayAmount = { readonly day: number; readonly units: bigint };

/** The error of the balance, summed over the days ahead. */
function offBy(forecast: readonly DayAmount[], came: readonly DayAmount[], today: number): bigint {
  let [balance, off] = [0n, 0n];
  for (let day = today + 1; day <= today + ahead; day += 1) {
    const isNow = (one: DayAmount): boolean =>
      one.day === day || (day === today + 1 && one.day === today);
    for (const one of forecast) if (isNow(one)) balance += one.units;
    for (const one of came) if (one.day === day) balance -= one.units;
    off += size(balance);
  }
  return off;
}

/** Everything that was booked on the same days a month before. */
const lastMonthAgain = (before: readonly Movement[], today: number): DayAmount[] =>
  before
    .filter(({ day }) => day > today - 40)
    .map(({ day, units }) => ({ day: monthLater(day), units }))
    .filter(({ day }) => day > today && day <= today + ahead);

function monthLater(day: number): number {
  const month = monthOf(day) + 1;
  const head = `${String(Math.floor(month / 12))}-${String((month % 12) + 1).padStart(2, '0')}`;
  for (let dom = Number(dateOfDayNumber(day).slice(8)); ; dom -= 1) {
    const date = `${head}-${String(dom).padStart(2, '0')}`;
    if (isIsoDate(date)) return dayNumber(date);
  }
}
