import type { IsoDate } from '../../../shared/calendar/calendar.ts';
import { compactDay, fullDay } from '../../../shared/calendar/day-labels.ts';
import type {
  DueCalendarDay,
  DueChangeRow,
  DuePaymentRow,
  DueSource,
  DueState,
  DueView,
} from '../../../shared/ipc/changes/due-payments.ts';
import { formatCount, formatMoney } from '../../../shared/money/format.ts';
import type { Money } from '../../../shared/money/money.ts';
import { bankTime } from '../../ui/text/dates.ts';

const weekdayFormat = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' });

/** `Tue`. */
export const weekday = (day: IsoDate): string => weekdayFormat.format(Date.parse(day));

export const payments = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'payment' : 'payments'}`;

/** `41 scheduled`, and the payments that need a person: `1 overdue · 2 amounts needed`. */
export const summaryOf = ({ rows }: DueView): { scheduled: string; warnings: string } => {
  const countOf = (state: DueState): number => rows.filter((row) => row.state === state).length;
  const [overdue, needed] = [countOf('overdue'), countOf('amount-needed')];
  const warnings = [
    ...(overdue === 0 ? [] : [`${formatCount(overdue)} overdue`]),
    ...(needed === 0
      ? []
      : [`${formatCount(needed)} ${needed === 1 ? 'amount' : 'amounts'} needed`]),
  ];
  return {
    scheduled: `${formatCount(rows.length - needed)} scheduled`,
    warnings: warnings.join(' · '),
  };
};

/** `48,600.00 EUR`, or that it is needed. */
export const amountText = ({ amount, currency }: Pick<DuePaymentRow, 'amount' | 'currency'>) =>
  amount === null ? `amount needed (${currency})` : formatMoney(amount);

/** How many payments a planned run sends. */
export function automatic({ rows }: DueView): string {
  const count = rows.filter(({ sendsUntil }) => sendsUntil !== null).length;
  return count === 0
    ? 'nothing is sent automatically'
    : `${payments(count)} sent automatically on ${count === 1 ? 'its' : 'their'} day`;
}

/** Whole units with a minus sign, used only in the calendar. */
export const wholeText = ({ amount }: Money): string => {
  const [whole = '0'] = amount.split('.');
  return whole.replace(/^-/, '−').replace(/\B(?=(\d{3})+(?!\d))/g, ',');
};

export const closedFor = ({ closed }: DueCalendarDay, currency: string): string | null =>
  closed.find((one) => one.currency === currency)?.reason ?? null;

/** `1 of 2 approvals`; empty where none is needed. */
export function approvalsText(approvals: DuePaymentRow['approvals']): string {
  if (approvals === null) return '';
  const { has, count, missing } = approvals;
  if (count > 0)
    return `${formatCount(has)} of ${formatCount(count)} ${count === 1 ? 'approval' : 'approvals'}`;
  return missing.length === 0 ? '' : 'not approved';
}

/** The state of a payment in a few words, and the line under it. */
export function stateOf(
  { state, day, held, moved, sendsUntil, approvals }: DuePaymentRow,
  today: IsoDate,
): { words: string; detail: string; tone: 'plain' | 'warn' | 'good' } {
  const detail = moved
    ? `instead of ${compactDay(moved.from, today)}: ${moved.reason}`
    : state === 'overdue'
      ? `since ${compactDay(day, today)}`
      : approvalsText(approvals);
  if (state === 'amount-needed') {
    const isLate = day < today;
    return {
      words: isLate ? 'overdue' : 'held',
      ...{ detail: isLate ? `since ${compactDay(day, today)}` : detail, tone: 'warn' },
    };
  }
  if (state === 'unknown') return { words: 'no answer', detail, tone: 'warn' };
  if (state === 'overdue') return { words: 'overdue', detail, tone: 'warn' };
  if (held !== null) return { words: 'held', detail: held, tone: 'warn' };
  if (sendsUntil !== null)
    return {
      words: state === 'due' ? 'sent today by itself' : 'sent by itself',
      ...{ detail: `until ${bankTime(sendsUntil)} UTC`, tone: 'plain' },
    };
  return { words: state === 'due' ? 'due today' : 'scheduled', detail, tone: 'plain' };
}

const sources: Readonly<Record<DueSource, string>> = {
  form: 'the form',
  file: 'a payment file',
  template: 'a template',
  recurring: 'a recurring payment',
  command: 'the command line',
};

export const sourceText = (source: DueSource): string => sources[source];

/** A change of a payment: `Moved from 30 Nov 2026 to 2 Dec 2026`. */
export const changeText = ({ kind, day, detail }: DueChangeRow): string =>
  ({
    amount: detail === '' ? 'Amount entered' : `Amount changed from ${detail}`,
    day: `Moved from ${fullDay(detail)} to ${fullDay(day)}`,
    withdrawn: 'Withdrawn',
    released: `Released: ${detail}`,
    sent: 'Sent',
  })[kind];

type Option = { readonly value: string; readonly label: string };

export const amountOptions: readonly Option[] = [
  { value: 'fixed', label: 'Fixed' },
  { value: 'asked', label: 'Asked each time' },
];

export const everyOptions: readonly Option[] = [
  { value: 'week', label: 'Every week' },
  { value: 'month', label: 'Every month' },
  { value: 'quarter', label: 'Every quarter' },
  { value: 'year', label: 'Every year' },
];

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The days on which a rhythm may come. */
export const dayOptions = (every: string): readonly Option[] =>
  every === 'week'
    ? weekdayNames.map((label, at) => ({ value: String(at + 1), label }))
    : [
        ...Array.from({ length: 31 }, (_, at) => ({
          ...{ value: String(at + 1), label: `Day ${String(at + 1)}` },
        })),
        { value: 'last-working', label: 'Last working day' },
      ];

const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2000, month),
  ),
);

/** The months of a quarter, or of a year. */
export const monthOptions = (every: string): readonly Option[] =>
  (every === 'quarter' ? ['First', 'Second', 'Third'] : monthNames).map((label, at) => ({
    ...{ value: String(at + 1), label: every === 'quarter' ? `${label} month` : label },
  }));
