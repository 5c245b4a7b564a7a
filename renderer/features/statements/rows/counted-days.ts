import { dateOfDayNumber, dayNumber, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { CountedDays } from '../../../../shared/ipc/accounts/statements.ts';

/** The day of a row by its absolute index; null beyond the last row. */
export function dayOfRow({ days, counts }: CountedDays, index: number): IsoDate | null {
  let above = 0;
  for (const [at, count] of counts.entries()) {
    above += count;
    const day = days[at];
    if (index < above && day !== undefined) return dateOfDayNumber(day);
  }
  return null;
}

/** The index of the newest row of a day, or else of the newest row before it: the number of rows of later days. */
export function rowOfDay({ days, counts }: CountedDays, date: IsoDate): number {
  const day = dayNumber(date);
  return counts.reduce((newer, count, at) => ((days[at] ?? 0) > day ? newer + count : newer), 0);
}
