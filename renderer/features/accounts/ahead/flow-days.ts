import { addDays, dayNumber, type IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { Flow, Flows } from '../../../../shared/ipc/accounts/flows.ts';
import { formatCount, formatMoney } from '../../../../shared/money/format.ts';
import type { Money } from '../../../../shared/money/money.ts';
import { dayText } from '../../../ui/text/dates.ts';

/** A day of the chart; null where it was not fetched. */
export type FlowDay = { readonly date: IsoDate; readonly flow: Flow | null };

/** The last `count` days up to `last`, oldest first. */
export function flowDays({ rows }: Flows, last: IsoDate, count: number): FlowDay[] {
  const known = new Map(rows.map((row) => [row.from, row]));
  return Array.from({ length: count }, (_, at) => {
    const date = addDays(last, at + 1 - count);
    return { date, flow: known.get(date) ?? null };
  });
}

export const firstDay = (last: IsoDate, count: number): IsoDate => addDays(last, 1 - count);

/** A zero amount is shown as a dash, not as 0.00. */
export const isNothing = ({ amount }: Money): boolean => !/[1-9]/.test(amount);

const amountWords = (money: Money): string => (isNothing(money) ? 'nothing' : formatMoney(money));

/** One day for screen readers: `20 Nov: in nothing, out 46,902.20 EUR, 3 entries, balance 2,913,484.93 EUR`. */
export function dayWords({ date, flow }: FlowDay): string {
  if (flow === null) return `${dayText(date)}: not fetched`;
  const closing = flow.closing === null ? '' : `, balance ${formatMoney(flow.closing)}`;
  return `${dayText(date)}: in ${amountWords(flow.in)}, out ${amountWords(flow.out)}, ${entriesWords(flow.entries)}${closing}`;
}

export const entriesWords = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'entry' : 'entries'}`;

/** The day `by` days after `from`, limited to the given days. */
export const dayBy = (days: readonly FlowDay[], from: IsoDate, by: number): IsoDate => {
  const at = days.findIndex(({ date }) => date === from);
  const next = Math.max(0, Math.min((at < 0 ? days.length - 1 : at) + by, days.length - 1));
  return days[next]?.date ?? from;
};

/** The indexes of the axis labels: Mondays, first days of months, or of every other month, by how many fit under the chart. */
export function ticksOf(days: readonly FlowDay[]): number[] {
  const isTick = ({ date }: FlowDay): boolean => {
    if (days.length <= 31) return dayNumber(date) % 7 === 4;
    if (!date.endsWith('-01')) return false;
    return days.length <= 92 || Number(date.slice(5, 7)) % 2 === 1;
  };
  return days.flatMap((day, at) => (isTick(day) ? [at] : []));
}

/** Whole units from 1 to 50 × 10¹⁴: the steps that an axis of amounts may have. */
export const wholeSteps: number[] = [
  ...[1, 2, 5],
  ...Array.from({ length: 15 }, (_, zeros) => [10, 20, 25, 50].map((step) => step * 10 ** zeros)),
].flat();

/** An amount on an axis: rounded to whole units, in our number format, never abbreviated. */
export const axisWords = (amount: number): string =>
  `${amount < 0 ? '−' : ''}${formatCount(Math.abs(Math.round(amount)))}`;

/** The width in pixels of the widest value, at a font size of 11 pixels. */
export const axisWidth = (values: readonly string[]): number =>
  Math.max(40, ...values.map((value) => 12 + Math.ceil(value.length * 6.6)));
