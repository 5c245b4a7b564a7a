import type { IsoDate } from '../../../shared/calendar/calendar.ts';
import type { BankFile } from '../../engines/bank/file/bank-file.ts';
import { calendarOf } from '../../engines/calendars/calendar.ts';
import { moveToWorkingDay } from '../../engines/calendars/moving.ts';
import type { DueDay } from './schedule.ts';

type Wanted = {
  readonly currency: string;
  /** The earliest day allowed: a payment that would move before it moves forward instead. */
  readonly notBefore?: IsoDate;
};

/** The day on which a payment is due that is wanted on `day`. */
export type WorkingDays = (day: IsoDate, wanted: Wanted) => DueDay;

/** Moves days by the calendar of the currency, the bank's own days, and the rule of the bank file. */
export const workingDaysOf = ({
  calendars: { dueDays, days },
}: Pick<BankFile, 'calendars'>): WorkingDays => {
  const sources = { ownDays: days.map(({ open, ...own }) => ({ ...own, isOpen: open })) };
  return (day, { currency, notBefore = '' }) => {
    const calendar = calendarOf(currency, sources);
    const moved = moveToWorkingDay(day, dueDays, calendar);
    return moved.day < notBefore ? moveToWorkingDay(day, 'after', calendar) : moved;
  };
};
