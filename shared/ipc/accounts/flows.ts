import { z } from 'zod';

import { IsoDateText } from '../../calendar/calendar-schemas.ts';
import type { Period } from '../../calendar/calendar.ts';
import type { Money } from '../../money/money.ts';
import { accountNumber, answers } from '../route.ts';

/** What came into an account and what left it in a period, both without a sign; entries that the bank took back are left out. */
export type Flow = Period & {
  readonly in: Money;
  readonly out: Money;
  /** What came in less what left. */
  readonly net: Money;
  readonly entries: number;
  /** Booked balance behind its last day; null where that is not known. */
  readonly closing: Money | null;
};

export type Flows = {
  readonly currency: string;
  /** Of every day or month of which anything was fetched, oldest first. */
  readonly rows: readonly Flow[];
  /** Of all of them together; null where there are none. */
  readonly total: Flow | null;
};

/** Of one period what another one had, and by how much the first has more; null where it was not fetched whole. */
export type FlowComparison = {
  readonly period: Period;
  readonly flow: Flow | null;
  readonly more: Pick<Flow, 'in' | 'out' | 'net' | 'entries' | 'closing'> | null;
};

export type Compared = {
  readonly period: Period;
  readonly flow: Flow | null;
  /** The month before, and the same month of the year before. */
  readonly beside: readonly FlowComparison[];
};

export const flowsRoutes = {
  /** In and out by day or by month, from sums that are kept of each day. Without a period of all that was fetched. */
  'flows.read': answers<Flows>().to(
    z.strictObject({
      accountNumber,
      from: IsoDateText.optional(),
      to: IsoDateText.optional(),
      by: z.enum(['day', 'month']),
    }),
  ),
  /** This month up to today, or the last whole one, beside the month before and the same of the year before, as long. */
  'flows.compared': answers<Compared>().to(
    z.strictObject({ accountNumber, month: z.enum(['this', 'last']) }),
  ),
};
