import { z } from 'zod';

const dayOfMonth = z.union([z.int().min(1).max(31), z.literal('last-working')]);

/**
 * When a recurring payment comes again. A day that a month does not have is its last one; last-working is the last day of the month
 * on which banks work. `weekday`: 1 is a Monday. `month` of a quarter: its first, second or third; of a year: 1 is January.
 */
export const Rhythm = z.discriminatedUnion('every', [
  z.strictObject({ every: z.literal('week'), weekday: z.int().min(1).max(7) }),
  z.strictObject({ every: z.literal('month'), day: dayOfMonth }),
  z.strictObject({ every: z.literal('quarter'), month: z.int().min(1).max(3), day: dayOfMonth }),
  z.strictObject({ every: z.literal('year'), month: z.int().min(1).max(12), day: dayOfMonth }),
]);
export type Rhythm = z.output<typeof Rhythm>;

const ordinalMonths = ['first', 'second', 'third'];
const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2000, month),
  ),
);
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** `monthly, on day 24`, `quarterly, on the last working day of the first month`. */
export function rhythmText(rhythm: Rhythm): string {
  if (rhythm.every === 'week') return `weekly, on ${weekdays[rhythm.weekday - 1] ?? ''}`;
  const day = rhythm.day === 'last-working' ? 'the last working day' : `day ${String(rhythm.day)}`;
  if (rhythm.every === 'month') return `monthly, on ${day}`;
  return rhythm.every === 'quarter'
    ? `quarterly, on ${day} of the ${ordinalMonths[rhythm.month - 1] ?? ''} month`
    : `yearly, on ${day} of ${monthNames[rhythm.month - 1] ?? ''}`;
}
