import { z } from 'zod';

import { isIsoDate } from '../../../../shared/calendar/calendar.ts';
import { isTimeZone } from '../time/local-time.ts';
import { checked, strict } from './bank-file-parts.ts';

/** The operations for which a cut-off can be given. */
const operationsWithCutOff = ['createSingleTransfer'] as const;

const currencyPattern = /^[A-Z][A-Z\d]{2,9}$/;
const currencyProblem = 'must be a currency in capital letters, such as "EUR"';

const CutOff = strict({
  operation: z.enum(operationsWithCutOff).default('createSingleTransfer'),
  currency: z.string().regex(currencyPattern, currencyProblem).nullable().default(null),
  at: checked((text) =>
    /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
      ? undefined
      : 'must be a time of day in 24 hours, such as "15:30"',
  ),
  zone: checked((text) =>
    isTimeZone(text)
      ? undefined
      : 'must be the name of a time zone, such as "Europe/Berlin", or "UTC"',
  ),
  days: z.int().min(0).max(30).nullable().default(null),
});
export type CutOff = z.output<typeof CutOff>;

/** The cut-offs, the latest times of day for payments, at most one per operation and currency. */
export const CutOffsShape = z
  .array(CutOff)
  .max(200)
  .refine(
    (cutOffs) =>
      new Set(cutOffs.map(({ operation, currency }) => `${operation} ${currency ?? ''}`)).size ===
      cutOffs.length,
    'must not have two for one operation and currency',
  )
  .default([]);

const OwnDay = strict({
  day: checked((text) => (isIsoDate(text) ? undefined : 'must be a day, such as "2026-12-24"')),
  calendar: z
    .string()
    .regex(/^[A-Z]{2,3}$/, 'must be a country such as "NG", or a currency such as "NGN"')
    .nullable()
    .default(null),
  name: checked((text) =>
    text.trim() === '' || text.length > 60 ? 'must be a name of 1 to 60 letters' : undefined,
  ),
  open: z.boolean().default(false),
});

/** The bank's own calendar days, and the direction in which a due day moves when banks are closed. */
export const CalendarsShape = strict({
  dueDays: z.enum(['before', 'after', 'modified-following']).default('after'),
  days: z.array(OwnDay).max(2_000).default([]),
});
