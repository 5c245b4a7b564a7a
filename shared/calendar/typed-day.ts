import { isIsoDate, type IsoDate } from './calendar.ts';
import { monthName, shownDays, type DayStyle } from './day-labels.ts';

/**
 * Reads a day as a person types it: ISO, named, or in the figures of their own style; null for anything else. Figures between
 * slashes are read in that style alone, since elsewhere the day comes before the month. A year has four figures.
 */
export function readDay(text: string, style: DayStyle = shownDays()): IsoDate | null {
  const typed = text.trim();
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(typed) ?? [];
  if (isoYear !== undefined) return dayOf(isoYear, isoMonth, isoDay);
  const [, day, name, year] = /^(\d{1,2})[ .]+(\p{L}{3,9})\.?,? +(\d{4})$/u.exec(typed) ?? [];
  if (name !== undefined) return dayOf(year, monthNamed(name), day);
  const [, first, sign, second, last] = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})$/.exec(typed) ?? [];
  if (sign === '.') return dayOf(last, second, first);
  return sign === '/' && style === 'slashed' ? dayOf(last, first, second) : null;
}

function dayOf(year?: string, month?: string, day?: string): IsoDate | null {
  const date = [year, month?.padStart(2, '0'), day?.padStart(2, '0')].join('-');
  return isIsoDate(date) ? date : null;
}

const numbers = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'));
const longMonth = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' });

/** The number of a month by its English name or the beginning of it. */
const monthNamed = (name: string): string | undefined =>
  numbers.find((number) => {
    const whole = longMonth.format(Date.UTC(2000, Number(number) - 1)).toLowerCase();
    return whole.startsWith(name.toLowerCase()) || monthName(`2000-${number}`) === name;
  });
