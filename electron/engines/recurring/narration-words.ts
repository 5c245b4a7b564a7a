import { isByWeek, isWeekend, weekdayOf, type Rhythm } from './rhythm.ts';
import type { Series, TrackRecord } from './series.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const ordinals = new Intl.PluralRules('en-GB', { type: 'ordinal' });
const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinal = (day: number): string => `${String(day)}${endings[ordinals.select(day)] ?? 'th'}`;

/** Why it is expected: `debited on the 23rd each month`. */
export function reasonOf(rhythm: Rhythm, isDebit: boolean): string {
  const booked = isDebit ? 'debited' : 'credited';
  if (isByWeek(rhythm)) {
    const weekday = weekdays[weekdayOf(rhythm.from)] ?? '';
    return `${booked} every ${rhythm.every === 'week' ? '' : 'other '}${weekday}`;
  }
  const each = rhythm.every === 'month' ? 'each month' : 'each quarter';
  const { day, weekends } = rhythm;
  if (day === 31)
    return `${booked} on the last ${weekends === 'before' ? 'working ' : ''}day ${rhythm.every === 'month' ? 'each month' : 'of its month each quarter'}`;
  const moved =
    weekends === 'unmoved'
      ? ''
      : weekends === 'before'
        ? ' or before a weekend'
        : ' or after a weekend';
  return `${booked} on the ${ordinal(day)}${moved} ${each}`;
}

/** The remark on a weekend day that the history does not cover: `, a Saturday for the first time`; else empty. */
export function firstWeekendWords({ rhythm, occurrences }: Series, day: number): string {
  const isKnown = isByWeek(rhythm) || rhythm.weekends !== 'unmoved';
  if (isKnown || !isWeekend(day) || occurrences.some((one) => isWeekend(one.day))) return '';
  return `, a ${weekdays[weekdayOf(day)] ?? ''} for the first time`;
}

/** How that has held: `11 of 12 came within a day, amount within 2 %`. */
export function recordWords({ due, onTime, amountOff }: TrackRecord): string {
  if (due === 0) return 'too new to say how it holds';
  const came = `${String(onTime)} of ${String(due)} came within a day`;
  if (amountOff === null) return came;
  return `${came}, ${amountOff === 0 ? 'amount the same' : `amount within ${String(Math.ceil(amountOff / 10))} %`}`;
}
