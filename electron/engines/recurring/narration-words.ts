import { isByWeek, isWeekend, weekdayOf, type Rhythm } from './rhythm.ts';
import type { Series, TrackRecord } from './series.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const ordinals = new Intl.PluralRules('en-GB', { type: 'ordinal' });
const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' };
const ordinal = (day: number): string => `${String(day)}${endings[ordinals.select(day)] ?? 'th'}`;

/** Why it is expected: `monthly, 23rd`. */
export function reasonOf(rhythm: Rhythm): string {
  if (isByWeek(rhythm)) {
    const weekday = weekdays[weekdayOf(rhythm.from)] ?? '';
    return `${rhythm.every === 'week' ? 'weekly' : 'every 2 weeks'}, ${weekday}`;
  }
  const { day, weekends } = rhythm;
  const each = rhythm.every === 'month' ? 'monthly' : 'quarterly';
  if (day === 31) return `${each}, last ${weekends === 'before' ? 'working ' : ''}day`;
  const moved = weekends === 'unmoved' ? '' : ` or ${weekends} a weekend`;
  return `${each}, ${ordinal(day)}${moved}`;
}

/** The remark on a weekend day that the history does not cover: `, a Saturday for the first time`; else empty. */
export function firstWeekendWords({ rhythm, occurrences }: Series, day: number): string {
  const isKnown = isByWeek(rhythm) || rhythm.weekends !== 'unmoved';
  if (isKnown || !isWeekend(day) || occurrences.some((one) => isWeekend(one.day))) return '';
  return `, a ${weekdays[weekdayOf(day)] ?? ''} for the first time`;
}

/** The track record in words: `on time 11 of 12, ±2 %`. */
export function recordWords({ due, onTime, amountOff }: TrackRecord): string {
  if (due === 0) return 'no track record yet';
  const onTimeWords = `on time ${String(onTime)} of ${String(due)}`;
  if (amountOff === null) return onTimeWords;
  return `${onTimeWords}, ${amountOff === 0 ? 'same amount' : `±${String(Math.ceil(amountOff / 10))} %`}`;
}
