import type { IsoDate, Timestamp } from '../../../../shared/calendar.ts';
import type { BankEvent } from '../../../../shared/ipc/timeline.ts';
import { fullDay } from '../../../ui/dates.ts';

/** One line of the timeline: a day, or an event of it. */
export type Line =
  | { readonly day: IsoDate; readonly event?: never }
  | { readonly event: BankEvent; readonly day?: never };

/** Newest first, each day above its events; days are those of this desk's own clock. */
export function linesOf(events: readonly BankEvent[]): readonly Line[] {
  const lines: Line[] = [];
  let open: IsoDate | null = null;
  for (const event of events) {
    const day = localDay(new Date(event.seenAt));
    if (day !== open) lines.push({ day });
    open = day;
    lines.push({ event });
  }
  return lines;
}

/** "Today", "Yesterday", else the day with its weekday. */
export function dayWords(day: IsoDate, now = new Date()): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (day === localDay(now)) return 'Today';
  if (day === localDay(yesterday)) return 'Yesterday';
  const weekday = new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    weekday: 'long',
    timeZone: 'UTC',
  });
  return `${weekday}, ${fullDay(day)}`;
}

/** `09:41`, by this desk's own clock. */
export function clockTime(at: Timestamp): string {
  const then = new Date(at);
  return `${twoDigits(then.getHours())}:${twoDigits(then.getMinutes())}`;
}

const localDay = (date: Date): IsoDate =>
  `${String(date.getFullYear())}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

const twoDigits = (value: number): string => String(value).padStart(2, '0');
