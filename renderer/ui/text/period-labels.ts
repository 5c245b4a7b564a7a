import type { IsoDate } from '../../../shared/calendar/calendar.ts';
import { fullDay } from '../../../shared/calendar/day-labels.ts';
import { dayText } from './dates.ts';

/** `1 Aug – 20 Nov 2026`; an open end is put in words. */
export function periodWords({
  from,
  to,
}: {
  from?: IsoDate | undefined;
  to?: IsoDate | undefined;
}): string {
  if (from !== undefined && to !== undefined)
    return from === to ? fullDay(to) : `${dayText(from, to)} – ${fullDay(to)}`;
  if (from !== undefined) return `From ${fullDay(from)}`;
  return to === undefined ? 'All days' : `To ${fullDay(to)}`;
}
