import { addDays, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { BankEvent } from '../../../../shared/ipc/review/timeline.ts';
import { fullDay } from '../../../../shared/calendar/day-labels.ts';
import { shownDay } from '../../../ui/text/dates.ts';

/** One line of the timeline: a day, or an event of it. */
export type Line =
  | { readonly day: IsoDate; readonly event?: never }
  | { readonly event: BankEvent; readonly day?: never };

/** Newest first, each day above its events; days are of the zone that times are shown in. */
export function linesOf(events: readonly BankEvent[]): readonly Line[] {
  const lines: Line[] = [];
  let open: IsoDate | null = null;
  for (const event of events) {
    const day = shownDay(event.seenAt);
    if (day !== open) lines.push({ day });
    open = day;
    lines.push({ event });
  }
  return lines;
}

/** "Today", "Yesterday", else the day with its weekday. */
export function dayWords(day: IsoDate, today = shownDay(new Date().toISOString())): string {
  if (day === today) return 'Today';
  if (day === addDays(today, -1)) return 'Yesterday';
  const weekday = new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'long',
    timeZone: 'UTC',
  });
  return `${weekday}, ${fullDay(day)}`;
}
