import { addDays, daysOf, todayAt, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import { holidayEdition } from '../../../../shared/calendar/holiday-edition.ts';
import type { CalendarDay, CalendarView } from '../../../../shared/ipc/desk/calendars.ts';
import { ok } from '../../../../shared/result.ts';
import {
  calendarOf,
  ownDaysAt,
  type CalendarSources,
} from '../../../engines/calendars/calendar.ts';
import { holidayCountries, holidayYears } from '../../../engines/calendars/holidays.ts';
import { isWeekday } from '../../../engines/calendars/weekends.ts';
import type { Handlers } from '../../../engines/ipc/router.ts';
import type { CacheReader } from '../../../engines/store/database.ts';
import type { OpenBank } from '../../../engines/submissions/open-bank.ts';
import { listAccounts } from '../../accounts/tables.ts';
import { calendarSourcesOf, type PaymentDays } from './cut-offs.ts';

/** How many days after today are shown. */
const daysShown = 365;

/** The special days of a country or a currency: holidays, and the days that the bank file adds. Weekends are left out. */
export function calendarDays(
  code: string,
  sources: CalendarSources,
  period: { readonly from: IsoDate; readonly to: IsoDate },
): CalendarDay[] {
  const calendar = calendarOf(code, sources);
  const ownDays = ownDaysAt(code, sources);
  return daysOf(period).flatMap((day): CalendarDay[] => {
    const own = ownDays.get(day);
    if (own) return [{ day, name: own.name, kind: own.isOpen ? 'open' : 'closed', isOwn: true }];
    const name = calendar.closedBecause(day);
    return name === null || isWeekday(name) ? [] : [{ day, name, kind: 'closed', isOwn: false }];
  });
}

/** Are the holidays of a country or a currency known on both days, and so between them? */
export function areHolidaysKnown(
  code: string,
  { from, to }: { readonly from: IsoDate; readonly to: IsoDate },
): boolean {
  const calendar = calendarOf(code);
  return calendar.isKnown(from) && calendar.isKnown(to);
}

/** The days and times that decide when payments are due at a bank; `code` is the calendar that is shown, absent for the first in use. */
function calendarView(
  paymentDays: PaymentDays,
  {
    reader,
    today,
    code,
  }: {
    readonly reader: CacheReader;
    readonly today: IsoDate;
    readonly code: string | undefined;
  },
): CalendarView {
  const { cutOffs, calendars } = paymentDays;
  const codesInUse = [
    ...new Set([
      ...listAccounts(reader).map(({ currency }) => currency),
      ...cutOffs.flatMap(({ currency }) => currency ?? []),
      ...calendars.days.flatMap(({ calendar }) => calendar ?? []),
    ]),
  ].filter((one) => one !== '');
  const shown = code ?? codesInUse[0] ?? '';
  const period = { from: today, to: addDays(today, daysShown) };
  return {
    ...{ edition: holidayEdition, years: holidayYears, codesInUse },
    countries: [...holidayCountries().keys()],
    code: shown,
    isKnown: shown !== '' && areHolidaysKnown(shown, period),
    ...period,
    days: shown === '' ? [] : calendarDays(shown, calendarSourcesOf(paymentDays), period),
    cutOffs,
    ownDayCount: calendars.days.length,
    dueDays: calendars.dueDays,
  };
}

type CalendarRoutes = Extract<keyof Handlers, `calendars.${string}`>;

export const calendarHandlers = (desk: () => OpenBank): Pick<Handlers, CalendarRoutes> => ({
  'calendars.view': ({ code }) => {
    const { clock, copy, profile } = desk();
    const today = todayAt(clock.now());
    return ok(calendarView(profile.bankFile, { reader: copy.reader, today, code }));
  },
});
