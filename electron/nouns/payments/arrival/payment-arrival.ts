import type { OperationName } from '../../../../shared/bank/catalogue.ts';
import {
  executionAt,
  type Execution,
  type PaymentArrival,
} from '../../../../shared/calendar/arrival.ts';
import { addDays, daysOf, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import { zoneClock } from '../../../engines/bank/time/local-time.ts';
import { calendarOf, joinedCalendar, type Calendar } from '../../../engines/calendars/calendar.ts';
import { addWorkingDays } from '../../../engines/calendars/moving.ts';
import { calendarSourcesOf, cutOffOf, findCutOff, type PaymentDays } from './cut-offs.ts';

type Question = {
  readonly operation: OperationName;
  readonly currency: string;
  /** The payee’s country, two or three letters; empty where it is not known. */
  readonly country: string;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
};

/**
 * When a payment that is sent now would be executed and arrive. Null where the bank file has no cut-off for it, or where the holidays of
 * the currency are not known: nothing is guessed.
 */
export function paymentArrival(days: PaymentDays, question: Question): PaymentArrival | null {
  const { operation, currency, country, nowMs } = question;
  const cutOff = findCutOff(days, operation, currency);
  if (cutOff === null) return null;
  const clock = zoneClock(cutOff.zone);
  const sources = calendarSourcesOf(days);
  const calendar = calendarOf(currency, sources);
  const today = clock.dayAt(nowMs);
  const isPast = calendar.isWorkingDay(today) && nowMs >= clock.instantOf(today, cutOff.at);
  const first = isPast ? addWorkingDays(today, 1, calendar) : addWorkingDays(today, 0, calendar);
  const second = addWorkingDays(first, 1, calendar);
  if (!isKnownThrough(calendar, today, second)) return null;
  const arrival = joinedCalendar([currency, country], sources);
  const executionOn = (executedOn: IsoDate): Execution => {
    if (cutOff.days === null || country === '') return { executedOn, arrivesOn: null };
    const arrivesOn = addWorkingDays(executedOn, cutOff.days, arrival);
    return {
      executedOn,
      arrivesOn: isKnownThrough(arrival, executedOn, arrivesOn) ? arrivesOn : null,
    };
  };
  return {
    today,
    cutOff: {
      at: cutOff.at,
      city: cityOf(cutOff.zone),
      next: new Date(clock.instantOf(first, cutOff.at)).toISOString(),
    },
    closedBecause: calendar.closedBecause(today),
    isPast,
    before: executionOn(first),
    after: executionOn(second),
  };
}

/** Returns {@link paymentArrival} for a single transfer to a payee. */
export const arrivalOf = (
  days: PaymentDays,
  { currency }: { readonly currency: string },
  { country = '', sentMs }: { readonly country: string | undefined; readonly sentMs: number },
): PaymentArrival | null =>
  paymentArrival(days, { operation: 'createSingleTransfer', currency, country, nowMs: sentMs });

/** The day on which a payment arrives that is sent on `day` right before the cut-off; null where that is not known. */
export function arrivesFrom(
  days: PaymentDays,
  { currency, country, day }: Pick<Question, 'currency' | 'country'> & { readonly day: IsoDate },
): IsoDate | null {
  const cutOff = cutOffOf(days, 'createSingleTransfer', currency, day);
  if (cutOff === null) return null;
  const sentMs = Date.parse(cutOff) - 1;
  const arrival = arrivalOf(days, { currency }, { country, sentMs });
  return arrival && executionAt(arrival, sentMs).arrivesOn;
}

/** Is every day from `from` through `to` known? False beyond 400 days, so that a calendar closed for years is not searched. */
const isKnownThrough = (calendar: Calendar, from: IsoDate, to: IsoDate): boolean =>
  to <= addDays(from, 400) && daysOf({ from, to }).every((day) => calendar.isKnown(day));

/** `Berlin` of `Europe/Berlin`, `New York` of `America/New_York`. */
const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
