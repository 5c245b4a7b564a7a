import { z } from 'zod';

import type { IsoDate, Timestamp } from '../../calendar/calendar.ts';
import { IsoDateText, TimestampText } from '../../calendar/calendar-schemas.ts';
import { limits } from '../../limits.ts';
import type { Money } from '../../money/money.ts';
import { answers, id } from '../route.ts';

/**
 * open: it begins on its day · started: it is being sent · done: it came to its end · stopped: a doubt or its time ended it ·
 * withdrawn: a person ended it.
 */
export type DayRunState = 'open' | 'started' | 'done' | 'stopped' | 'withdrawn';

/** Payments of one day that this desk sends automatically, in the name of a person. */
export type DayRunView = {
  readonly runId: string;
  readonly day: IsoDate;
  /** A moment of that day; nothing is sent from then on. */
  readonly until: Timestamp;
  readonly state: DayRunState;
  /** The person's name. */
  readonly plannedBy: string;
  readonly plannedAt: Timestamp;
  /** How many payments it names. */
  readonly count: number;
  /** Of them, how many the bank accepted in it. */
  readonly sent: number;
  /** Why it ended; null while it is open, and where everything was sent. */
  readonly reason: string | null;
  readonly endedAt: Timestamp | null;
};

/** A payment that a run would send; `digest` covers exactly what would be sent, and its day. */
export type DayRunPayment = {
  readonly reference: string;
  readonly digest: string;
  readonly payee: string;
  readonly amount: Money;
};

/** A payment of the day that a person must send, and why. */
export type LeftOut = Omit<DayRunPayment, 'digest' | 'amount'> & {
  /** Null where it is needed. */
  readonly amount: Money | null;
  readonly reason: string;
};

/** What a run of a day would send. */
export type DayRunPreview = {
  readonly day: IsoDate;
  readonly payments: readonly DayRunPayment[];
  readonly leftOut: readonly LeftOut[];
  /** The run that is planned for that day already; null where none is. */
  readonly planned: DayRunView | null;
};

export const dayRunsRoutes = {
  /** Reads this machine alone. */
  'dayRuns.preview': answers<DayRunPreview>().to(z.strictObject({ day: IsoDateText })),
  /** Plans the run that was shown. Nothing is sent yet. `by`: the person's name. */
  'dayRuns.plan': answers<DayRunView>().to(
    z.strictObject({
      day: IsoDateText,
      until: TimestampText,
      by: z.string().trim().min(1).max(200),
      payments: z
        .array(z.strictObject({ reference: id, digest: z.string().length(64) }))
        .min(1)
        .max(limits.dayRunPaymentsMax),
    }),
  ),
  /** Ends a run, after the payment that is being sent now, if any. */
  'dayRuns.withdraw': answers<DayRunView>().to(z.strictObject({ runId: id })),
};
