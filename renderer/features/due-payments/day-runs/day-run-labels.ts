import type { IsoDate, Timestamp } from '../../../../shared/calendar/calendar.ts';
import { compactDay } from '../../../../shared/calendar/day-labels.ts';
import type { DayRunView } from '../../../../shared/ipc/changes/day-runs.ts';
import { bankTime } from '../../../ui/text/dates.ts';
import { payments } from '../due-labels.ts';

/** `15:00 UTC`. Days of payments are days of UTC, whatever zone is shown. */
export const untilText = (until: Timestamp): string => `${bankTime(until)} UTC`;

/** A run in a sentence, as it is planned or as it ended. */
export function runText(run: DayRunView, today: IsoDate): string {
  const { day, until, state, count, sent, reason, plannedBy } = run;
  const on = day === today ? 'today' : `on ${compactDay(day, today)}`;
  const why = reason === null ? '' : ` ${reason}`;
  switch (state) {
    case 'open':
      return `This desk sends ${payments(count)} by itself ${on} until ${untilText(until)}, while it is open, unlocked and signed in. Planned by ${plannedBy}.`;
    case 'started':
      return `This desk sends ${payments(count)} by itself now. Planned by ${plannedBy}.`;
    case 'done':
      return `Sent by itself ${on}: ${String(sent)} of ${payments(count)}.${why}`;
    case 'stopped':
      return `The run ${on} stopped: ${String(sent)} of ${payments(count)} sent.${why} The rest is due for a person.`;
    case 'withdrawn':
      return `The run ${on} was withdrawn: ${String(sent)} of ${payments(count)} sent.`;
  }
}

/** The moment of a clock time in UTC on that day; null where the text is no time. */
export function untilOn(day: IsoDate, clock: string): Timestamp | null {
  const [, hours, minutes] = /^\s*(\d{1,2}):(\d{2})\s*$/u.exec(clock) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  return `${day}T${hours.padStart(2, '0')}:${minutes}:00.000Z`;
}
