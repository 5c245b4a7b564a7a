import type { IsoDate } from './calendar.ts';

// Three letters each, as banks write them; British English has four for September.
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' });
const months = Array.from({ length: 12 }, (_, month) => monthFormat.format(Date.UTC(2000, month)));

/** `Nov`, of a day or anything that begins with one. */
export const monthName = (date: IsoDate): string => months[Number(date.slice(5, 7)) - 1] ?? '';

/** How a day is written: `20 Nov 2026`, `20.11.2026`, `11/20/2026`, `2026-11-20`. The named form is nowhere ambiguous. */
export type DayStyle = 'named' | 'dotted' | 'slashed' | 'iso';

let shownStyle: DayStyle = 'named';

/** Sets the default style of shown days. Text that leaves the desk asks for `named` or uses ISO. */
export function showDaysAs(style: DayStyle): void {
  shownStyle = style;
}

export const shownDays = (): DayStyle => shownStyle;

/** Is the year left out of a day as it is shown? */
export const isYearLeftOut = (date: IsoDate, today: IsoDate): boolean =>
  shownStyle === 'named' && date.slice(0, 4) === today.slice(0, 4);

/** `20 Nov 2026`, or as a person chose. */
export function fullDay(date: IsoDate, style = shownStyle): string {
  const [year, month, day] = [date.slice(0, 4), date.slice(5, 7), date.slice(8, 10)];
  if (style === 'dotted') return `${day}.${month}.${year}`;
  if (style === 'slashed') return `${month}/${day}/${year}`;
  return style === 'iso' ? date.slice(0, 10) : `${shortDay(date)} ${year}`;
}

/** `20 Nov`, with the year where it is not today's or where a person chose figures. A day is text; no time zone touches it. */
export const compactDay = (date: IsoDate, today: IsoDate): string =>
  isYearLeftOut(date, today) ? shortDay(date) : fullDay(date);

const shortDay = (date: IsoDate): string =>
  `${String(Number(date.slice(8, 10)))} ${monthName(date)}`;
