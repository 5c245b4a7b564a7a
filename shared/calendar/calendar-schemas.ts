import { z } from 'zod';

import { isIsoDate, isTimestamp } from './calendar.ts';

/** Schemas of their own file: the window's first screen needs the calendar without a parser. */

export const IsoDateText = z.string().refine(isIsoDate, 'must be a day that exists, YYYY-MM-DD');
export const TimestampText = z.string().refine(isTimestamp, {
  error: ({ input }) =>
    typeof input === 'string' && isTimestamp(`${input.replace(' ', 'T')}Z`)
      ? `has no time zone, as “${input}”: the bank file can name the zone of the bank’s clock, at timeZone`
      : 'must be an instant that exists, like 2026-11-20T09:41:00.000Z',
});
