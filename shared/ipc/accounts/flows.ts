import { z } from 'zod';

import { IsoDateText } from '../../calendar/calendar-schemas.ts';
import type { Period } from '../../calendar/calendar.ts';
import type { Money } from '../../money/money.ts';
import { accountNumber, answers } from '../route.ts';

/** Inflow and outflow of an account in a period, both without a sign; entries that the bank took back are left out. */
export type Flow = Period & {
  readonly in: Money;
  readonly out: Money;
  /** Inflow minus outflow. */
  readonly net: Money;
  readonly entries: number;
  /** Booked balance after its last day; null where that is not known. */
  readonly closing: Money | null;
};

export type Flows = {
  readonly currency: string;
  /** One for every day or month of which anything was fetched, oldest first. */
  readonly rows: readonly Flow[];
  /** All of them together; null where there are none. */
  readonly total: Flow | null;
};

/** The flow of a period to compare with, and by how much the compared one has `more`; null where it was not fetched whole. */
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
  /** Flows by day or by month, from stored daily sums. Without a period: of all that was fetched. */
  'flows.read': answers<Flows>().to(
    z.strictObject({
      accountNumber,
      from: IsoDateText.optional(),
      to: IsoDateText.optional(),
      by: z.enum(['day', 'month']),
    }),
  ),
  /** This month to date, or the last whole one, with equally long periods of the month before and of the same month a year before. */
  'flows.compared': answers<Compared>().to(
    z.strictObject({ accountNumber, month: z.enum(['this', 'last']) }),
  ),
};
