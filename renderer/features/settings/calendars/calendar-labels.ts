import type { CalendarView, CutOffLine } from '../../../../shared/ipc/desk/calendars.ts';
import { dayCountText, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import { isCurrency } from '../../../../shared/money/currencies.ts';

const weekdays = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });

/** `Thu`. */
export const weekdayText = (day: IsoDate): string => weekdays.format(Date.parse(day));

const regions = new Intl.DisplayNames('en', { type: 'region' });
const currencies = new Intl.DisplayNames('en', { type: 'currency' });

/** `EUR, Euro`, `NG, Nigeria`; a code without a name is shown alone. */
function calendarLabel(code: string): string {
  const names = isCurrency(code) ? currencies : code.length === 2 ? regions : null;
  const name = names?.of(code) ?? code;
  return name === code ? code : `${code}, ${name}`;
}

/** Those in use first, each once. */
export const calendarOptions = ({
  codesInUse,
  countries,
}: Pick<CalendarView, 'codesInUse' | 'countries'>): { value: string; label: string }[] =>
  [...new Set([...codesInUse, ...countries])].map((value) => ({
    value,
    label: calendarLabel(value),
  }));

/** The days that count if a calendar's holidays are not known. */
export const unknownText = (code: string): string =>
  `The holidays of ${calendarLabel(code)} are not known. Weekends and the days of the bank file count alone; no day of arrival is stated.`;

/** The source of the holidays. */
export const sourceText = ({
  countries,
  years,
  edition,
}: Pick<CalendarView, 'countries' | 'years' | 'edition'>): string =>
  `Holidays of ${String(countries.length)} countries from ${String(years.first)} to ${String(years.last)}, from ${edition}. Those by the moon are calculated: a country may announce another day.`;

const dueDaysText: Readonly<Record<CalendarView['dueDays'], string>> = {
  before: 'A payment whose day is no working day is due on the working day before it.',
  after: 'A payment whose day is no working day is due on the next working day.',
  'modified-following':
    'A payment whose day is no working day is due on the next working day; where that is in another month, on the working day before.',
};

/** How many days the bank file adds, and where a due day moves. */
export function ownDaysText({
  ownDayCount,
  dueDays,
}: Pick<CalendarView, 'ownDayCount' | 'dueDays'>): string {
  const count = `${String(ownDayCount)} ${ownDayCount === 1 ? 'day' : 'days'}`;
  const added =
    ownDayCount === 0
      ? 'The bank file adds no day.'
      : `The bank file adds ${count}, of all years and calendars.`;
  return `${added} ${dueDaysText[dueDays]}`;
}

export const operationText: Readonly<Record<CutOffLine['operation'], string>> = {
  createSingleTransfer: 'Payment',
};

export const cutOffCurrency = ({ currency }: CutOffLine): string => currency ?? 'All others';

/** `15:30, Europe/Berlin`. */
export const cutOffTime = ({ at, zone }: CutOffLine): string => `${at}, ${zone}`;

export const arrivesText = ({ days }: CutOffLine): string => {
  if (days === null) return 'not stated';
  return days === 0 ? 'the same day' : `${dayCountText(days)} later`;
};
