import { addDays, latest, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { Context } from '../../../engines/machine/context.ts';
import type { Journal } from '../../../engines/store/database.ts';
import { limits } from '../../../../shared/limits.ts';
import { submissionUnder } from '../../../engines/submissions/journal/submission-table.ts';
import { amountNeededUnder, amountsNeededCount, writeAmountNeeded } from '../amount-needed.ts';
import type { DueDays } from '../due-days.ts';
import { schedulePayment, type DueDay } from '../schedule.ts';
import { duePaymentUnder } from '../tables.ts';
import { occurrences } from './rhythm.ts';
import { allSeries, occurrenceReference, type PaymentSeries } from './series-table.ts';

/** How many days before its day a payment is prepared. */
const aheadDays = 14;
/** How many days back a payment that was never prepared, such as while no desk was open, is still shown as missed. */
const behindDays = 45;

type Preparing = {
  readonly days: DueDays;
  readonly dueDay: (day: IsoDate, payment: { readonly currency: string }) => DueDay;
  readonly fingerprintOf: (beneficiaryId: string) => string | null;
  readonly now: string;
};

/**
 * Prepares the next payments of each recurring payment as scheduled payments, each once: its reference follows from the recurring payment
 * and the day. A payment whose day has passed is prepared as overdue. One whose amount is entered each time is prepared as needing its
 * amount. Nothing is sent. Returns how many were prepared.
 */
export function prepareRecurring(journal: Journal, preparing: Preparing, context: Context): number {
  const running = allSeries(journal).filter(({ isEnded }) => !isEnded);
  return running.reduce((sum, series) => sum + prepareOne(journal, series, preparing, context), 0);
}

function prepareOne(
  journal: Journal,
  series: PaymentSeries,
  { days, dueDay, fingerprintOf, now }: Preparing,
  context: Context,
): number {
  const { seriesId, order, payee, actor } = series;
  const lastWorking = (day: IsoDate): IsoDate =>
    dueDay(day, order).reason === null ? day : lastWorking(addDays(day, -1));
  let count = 0;
  for (const { key, day } of occurrences(series.rhythm, periodOf(series, days), lastWorking)) {
    const reference = occurrenceReference(seriesId, key);
    if (duePaymentUnder(journal, reference) ?? submissionUnder(journal, reference)) continue;
    const due = dueDay(day, order);
    const fingerprint = (): string | null => fingerprintOf(order.beneficiaryId);
    const { amount } = order;
    if (amount === null) {
      if (amountNeededUnder(journal, reference) !== null) continue;
      if (amountsNeededCount(journal) >= limits.duePaymentsMax) break;
      writeAmountNeeded(journal, {
        ...{ reference, state: 'needed', seriesId, day: due.day, enteredDay: day },
        ...{ moved: due.day === day ? null : due.reason, fingerprint: fingerprint() },
        ...{ preparedAt: now, changedAt: now, actor },
      });
      count += 1;
      continue;
    }
    const prepared = schedulePayment(
      journal,
      {
        ...{ order: { ...order, amount, reference }, enteredDay: day, due, payee },
        ...{ fingerprint: fingerprint(), source: 'recurring', sourceId: seriesId, isLate: true },
      },
      { actor, at: now },
      { days, context },
    );
    if (prepared.ok) count += 1;
  }
  return count;
}

/** The period to prepare: from its first day, or the day on which it was made, to some days ahead or its end. */
function periodOf({ from, until, at }: PaymentSeries, { last }: DueDays) {
  const ahead = addDays(last, aheadDays);
  const begin = latest(latest(from, at.slice(0, 10)), addDays(last, -behindDays));
  return { from: begin, to: until !== null && until < ahead ? until : ahead };
}
