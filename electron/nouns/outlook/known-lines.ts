import { dateOfDayNumber, dayNumber } from '../../../shared/calendar/calendar.ts';
import { compactDay } from '../../../shared/calendar/day-labels.ts';
import type { InFlight } from '../../../shared/ipc/submissions.ts';
import { toUnits } from '../../../shared/money/decimal.ts';
import type { StatusWords } from '../../engines/bank/mapping/status-terms.ts';
import { limits } from '../../../shared/limits.ts';
import { submissionUnder } from '../../engines/submissions/journal/submission-table.ts';
import { scheduledPayments } from '../due-payments/tables.ts';
import { newestRegistered } from '../orders/tables.ts';
import { lineGroups, linesToSend } from '../payments/file/tables/line-tables.ts';
import { listPaymentFiles } from '../payments/file/tables/file-tables.ts';
import { matchesByReceivable } from '../orders/receivables/matches-table.ts';
import { workingDayFrom } from '../../engines/recurring/rhythm.ts';
import type { ClosedDays } from './closed-days.ts';
import { dueReceivables, overdueMax, type Copy } from './due.ts';
import { daysAhead, type KnownLine } from './lines.ts';
import { habitOf } from './payer-habit.ts';

type Account = {
  readonly accountNumber: string;
  readonly currency: string;
  readonly today: number;
};

/** One line for the payments in flight, which the balance does not include. */
function inFlightLine(inFlight: InFlight | null, today: number): KnownLine[] {
  if (inFlight === null) return [];
  const open = inFlight.sent.filter(({ state }) => state !== 'accepted').length;
  const sent = `${String(inFlight.sent.reduce((sum, { count }) => sum + count, 0))} sent`;
  return [
    {
      ...{
        id: 'in flight',
        day: today,
        units: -toUnits(inFlight.amount.amount),
        name: 'In flight',
      },
      // A booked payment cannot match an expected movement any more.
      parts: inFlight.sent
        .filter(({ isBooked, count }) => !isBooked && count === 1)
        .map(({ title, amount }) => ({ name: title, units: -toUnits(amount.amount) })),
      reason: open === 0 ? sent : `${sent}, ${String(open)} unanswered`,
      record: '',
      source: { kind: 'in-flight' },
    },
  ];
}

/** The newest payment files that are read, and the payments that are named of each. */
const filesMax = 20;
const namedMax = 500;

/** Payments of files that would be sent from the account. The bank takes no date: they leave when a person sends them. */
const fileLinesAhead = (
  { journal }: Pick<Copy, 'journal'>,
  { accountNumber, currency, today }: Account,
): KnownLine[] =>
  listPaymentFiles(journal)
    .slice(0, filesMax)
    .flatMap(({ batchId, fileName }) => {
      const groups = lineGroups(journal, batchId).flatMap(({ state, lines, amount, ...group }) =>
        (state === 'ready' || state === 'not-sent') &&
        group.accountNumber === accountNumber &&
        amount?.currency === currency
          ? [{ lines, units: toUnits(amount.amount) }]
          : [],
      );
      const total = groups.reduce((sum, { units }) => sum + units, 0n);
      const payments = groups.reduce((sum, { lines }) => sum + lines, 0);
      if (payments === 0) return [];
      return [
        {
          ...{ id: `file ${batchId}`, day: today, units: -total, name: fileName },
          parts: linesToSend(journal, batchId, {
            accountNumber,
            currency,
            limit: namedMax,
          }).map(({ amount, payeeName }) => ({
            name: payeeName,
            units: -toUnits(amount.amount),
          })),
          reason: `payment file, ${String(payments)} ${payments === 1 ? 'payment' : 'payments'} not sent yet`,
          record: '',
          source: { kind: 'payment-file', batchId },
        },
      ];
    });

/** Payments that wait for their day. What is overdue is expected today. */
const duePaymentsAhead = (
  { journal }: Pick<Copy, 'journal'>,
  { accountNumber, currency, today }: Account,
): KnownLine[] =>
  scheduledPayments(journal, limits.duePaymentsMax)
    .filter(({ order }) => order.accountNumber === accountNumber && order.currency === currency)
    .map((payment) => ({ payment, day: Math.max(today, dayNumber(payment.day)) }))
    .filter(
      ({ payment: { order }, day }) =>
        day <= today + daysAhead && submissionUnder(journal, order.reference) === null,
    )
    .map(({ payment: { order, payee, day: due }, day }) => ({
      ...{ id: `due ${order.reference}`, day, units: -toUnits(order.amount), name: payee },
      reason: dayNumber(due) < today ? 'scheduled, overdue' : 'scheduled',
      record: '',
      source: { kind: 'due', reference: order.reference },
    }));

/** Receivables that are due within the days ahead, when their payer usually pays. */
async function receivablesAhead(
  copy: Copy,
  { accountNumber, currency, today, closed }: Account & { readonly closed: ClosedDays },
  words: StatusWords,
): Promise<KnownLine[]> {
  const due = await dueReceivables(copy, {
    ...{ from: today - overdueMax, to: today + daysAhead, words },
    holds: (record) =>
      record.accountNumber === accountNumber && (record.currency || currency) === currency,
  });
  if (due.length === 0) return [];
  const all = newestRegistered(copy.journal, 'receivable');
  const matches = matchesByReceivable(copy.journal);
  return due.flatMap(({ id, record, day, units, mayBe }): KnownLine[] => {
    if (units === null) return [];
    const habit = habitOf((name) => name === record.payerName, all, matches);
    const paid =
      day < today
        ? workingDayFrom(today, (one) => closed.has(one))
        : Math.max(today, day + (habit?.late ?? 0));
    const reasons = [
      `${day < today ? 'was due' : 'due'} ${compactDay(dateOfDayNumber(day), dateOfDayNumber(today))}`,
      ...(habit === null ? [] : [habitWords(habit.late)]),
      ...(mayBe === null ? [] : ['may have come already']),
    ];
    return [
      {
        ...{ id: `receivable ${id}`, day: paid, units, name: record.payerName || 'Receivable' },
        reason: reasons.join(', '),
        record: habit === null ? '' : `as ${String(habit.times)} before it`,
        source: { kind: 'receivable', id },
      },
    ];
  });
}

const habitWords = (late: number): string => {
  if (late === 0) return 'pays on time';
  const days = Math.abs(late) === 1 ? 'a day' : `${String(Math.abs(late))} days`;
  return `pays ${days} ${late > 0 ? 'late' : 'early'}`;
};

/** The known movements of the account except its trades, which the reader thread adds. */
export const knownLines = async (
  copy: Copy,
  account: Account & { readonly inFlight: InFlight | null; readonly closed: ClosedDays },
  words: StatusWords,
): Promise<KnownLine[]> => [
  ...inFlightLine(account.inFlight, account.today),
  ...fileLinesAhead(copy, account),
  ...duePaymentsAhead(copy, account),
  ...(await receivablesAhead(copy, account, words)),
];
