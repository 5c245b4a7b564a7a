import { addDays, dayNumber, type IsoDate } from '../../../shared/calendar/calendar.ts';
import type { DueDay } from './schedule.ts';

/** The day on which a payment that is wanted on `day` is due. */
export type WorkingDays = (day: IsoDate, payment: { readonly currency: string }) => DueDay;

/** Saturdays and Sundays are no working days: such a payment is due on the Monday behind. */
export const weekdays: WorkingDays = (day) => {
  // 1970-01-01 was a Thursday.
  const weekday = (dayNumber(day) + 4) % 7;
  if (weekday === 6) return { day: addDays(day, 2), reason: 'Saturday' };
  if (weekday === 0) return { day: addDays(day, 1), reason: 'Sunday' };
  return { day, reason: null };
};
