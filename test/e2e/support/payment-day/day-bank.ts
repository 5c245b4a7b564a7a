import { addDays, todayAt, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { BankOverHttp } from '../bank-over-http.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The days of a payment day, whatever weekday it is: banks work on all of them but the holiday. */
export type DaysOfPayment = {
  readonly today: IsoDate;
  readonly yesterday: IsoDate;
  /** A day on which banks are closed, which `holidayMoved` follows. */
  readonly holiday: IsoDate;
  readonly holidayMoved: IsoDate;
  readonly later: IsoDate;
  /** Milliseconds since 1970: the last moment for payments of today. */
  readonly cutOffMs: number;
};

/** Half an hour is left before the cut-off. */
export function daysOfPayment(nowMs: number): DaysOfPayment {
  const today = todayAt(nowMs);
  const cutOffMs = Math.floor(nowMs / minuteMs) * minuteMs + 30 * minuteMs;
  const [holiday, holidayMoved] = [addDays(today, 4), addDays(today, 5)];
  const [yesterday, later] = [addDays(today, -1), addDays(today, 10)];
  return { today, yesterday, holiday, holidayMoved, later, cutOffMs };
}

/** The sandbox as a bank that has a file: with a cut-off and a holiday of its own. */
export function bankFileOfDay({ baseUrl }: BankOverHttp, days: DaysOfPayment): string {
  const { today, yesterday, holiday, holidayMoved, later, cutOffMs } = days;
  const open = [yesterday, today, holidayMoved, later].map((day) => ({
    ...{ day, calendar: 'USD', name: 'Open', open: true },
  }));
  return JSON.stringify({
    ...{ name: 'Payment Day Bank', environment: 'sandbox', baseUrl },
    statement: {
      ...{ dates: ['startDate', 'endDate'], paging: ['pageNumber', 'limit'] },
      ...{ pageUnit: 'page', firstPage: 1 },
    },
    idempotency: { header: 'idempotency-key' },
    cutOffs: [{ currency: 'USD', ...cutOffAt(cutOffMs), days: 1 }],
    calendars: {
      dueDays: 'after',
      days: [...open, { day: holiday, calendar: 'USD', name: 'Founders’ Day' }],
    },
    limits: { requestsPerSecond: 1_000 },
  });
}

/** In a zone in which it is about noon: its day is the day of UTC then. */
function cutOffAt(ms: number): { readonly at: string; readonly zone: string } {
  const offset = 12 - new Date(ms).getUTCHours();
  // The sign of these names is turned round.
  const zone = `Etc/GMT${offset > 0 ? '-' : '+'}${String(Math.abs(offset))}`;
  return { at: new Date(ms + offset * hourMs).toISOString().slice(11, 16), zone };
}
