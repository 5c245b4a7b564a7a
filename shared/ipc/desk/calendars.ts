import { z } from 'zod';

import type { IsoDate } from '../../calendar/calendar.ts';
import { answers } from '../route.ts';

/** A day that is no ordinary one. own: the bank file adds it. */
export type CalendarDay = {
  readonly day: IsoDate;
  readonly name: string;
  /** closed: banks do not work · open: they do, despite holidays and weekends. */
  readonly kind: 'closed' | 'open';
  readonly isOwn: boolean;
};

/** The latest time for payments of a day. */
export type CutOffLine = {
  readonly operation: 'createSingleTransfer';
  /** Null where it counts for every currency that has none of its own. */
  readonly currency: string | null;
  /** A time of day, such as `15:30`, in a zone, such as `Europe/Berlin`. */
  readonly at: string;
  readonly zone: string;
  /** Working days until it arrives; null where the bank file does not say. */
  readonly days: number | null;
};

/** The days and times that decide when payments are due. */
export type CalendarView = {
  /** The package that the holidays come from, with its version. */
  readonly edition: string;
  /** The years of which it has holidays, both included. */
  readonly years: { readonly first: number; readonly last: number };
  /** Currencies of accounts and cut-offs, and calendars of own days. */
  readonly codesInUse: readonly string[];
  /** Countries of two letters whose holidays are known. */
  readonly countries: readonly string[];
  /** The one whose days are shown; empty where none was named and none is in use. */
  readonly code: string;
  /** False where its holidays are not known for all of these days: weekends and own days alone count then. */
  readonly isKnown: boolean;
  /** The days shown, both included. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Its days but for weekends, in their order. */
  readonly days: readonly CalendarDay[];
  readonly cutOffs: readonly CutOffLine[];
  /** How many days the bank file adds, for all calendars. */
  readonly ownDayCount: number;
  /** Where a due day moves on which banks are closed. */
  readonly dueDays: 'before' | 'after' | 'modified-following';
};

/** A country of two letters, or a currency. */
const code = z.string().regex(/^[A-Z][A-Z\d]{1,9}$/);

export const calendarRoutes = {
  /** The days of a year from today on; of the first code in use where none is named. From this machine alone. */
  'calendars.view': answers<CalendarView>().to(z.strictObject({ code: code.optional() })),
};
