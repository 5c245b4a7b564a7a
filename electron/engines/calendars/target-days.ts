import { addDays, type IsoDate } from '../../../shared/calendar/calendar.ts';

/**
 * Returns the name of a day on which TARGET, the payment system of the euro, is closed, apart from weekends. The European Central Bank set
 * these six days in 2000, for 2002 and every year after.
 */
export function targetHoliday(day: IsoDate): string | null {
  const fixed = fixedDays.get(day.slice(5, 10));
  if (fixed !== undefined) return fixed;
  const easter = easterSunday(Number(day.slice(0, 4)));
  if (day === addDays(easter, -2)) return 'Good Friday';
  return day === addDays(easter, 1) ? 'Easter Monday' : null;
}

const fixedDays: ReadonlyMap<string, string> = new Map([
  ['01-01', 'New Year’s Day'],
  ['05-01', 'Labour Day'],
  ['12-25', 'Christmas Day'],
  ['12-26', '26 December'],
]);

/** By the anonymous algorithm for the Gregorian calendar (Nature, 1876). */
export function easterSunday(year: number): IsoDate {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100];
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  const day = ((h + l - 7 * m + 114) % 31) + 1;
  const [monthText, dayText] = [month, day].map((part) => String(part).padStart(2, '0'));
  return `${String(year).padStart(4, '0')}-${String(monthText)}-${String(dayText)}`;
}
