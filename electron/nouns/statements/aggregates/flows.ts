import {
  addDays,
  dayNumber,
  earliest,
  monthStart,
  type IsoDate,
  type Period,
} from '../../../../shared/calendar/calendar.ts';
import type {
  FlowComparison,
  Compared,
  Flow,
  Flows,
} from '../../../../shared/ipc/accounts/flows.ts';
import { moneyOfUnits, type Money } from '../../../../shared/money/money.ts';
import { toUnits } from '../../../../shared/money/decimal.ts';
import { coveredDays } from '../../accounts/days.ts';
import { findOrdinal } from '../../accounts/ordinals.ts';
import { prepared, type CacheReader } from '../../../engines/store/database.ts';
import { guarded } from '../../../engines/store/faults.ts';
import { inOneSlice, type Sliced } from '../../../engines/store/threads/turns.ts';
import { latestEntryDay } from '../entries/entry-keys.ts';
import { sumFlows, type DirectionSums } from './day-flow.ts';
import { everyKind } from './day-sums.ts';

type Account = { readonly accountNumber: string; readonly currency: string };

export type FlowsQuestion = Account & {
  readonly from?: IsoDate | undefined;
  readonly to?: IsoDate | undefined;
  readonly by: 'day' | 'month';
};

/** The reader thread's questions about money in and out. */
export const flowReads = (reader: CacheReader) => ({
  flows: (question: FlowsQuestion): Sliced<Flows> => inOneSlice(() => flows(reader, question)),
  compared: (question: ComparedQuestion): Sliced<Compared> =>
    inOneSlice(() => compared(reader, question)),
});

/** Reads one or two stored rows a day, whatever the number of entries. */
function flows(reader: CacheReader, { by, ...question }: FlowsQuestion): Flows {
  const days = daysOf(reader, question);
  const { currency } = question;
  const months = by === 'day' ? days.map((day) => [day]) : groupedByMonth(days);
  return {
    currency,
    rows: months.flatMap((group) => combinedFlow(group, currency) ?? []),
    total: combinedFlow(days, currency),
  };
}

const groupedByMonth = (days: readonly Day[]): Day[][] => [
  ...Map.groupBy(days, ({ date }) => date.slice(0, 7)).values(),
];

/** A fetched day, in units of 10^-4. */
type Day = {
  readonly date: IsoDate;
  readonly in: bigint;
  readonly out: bigint;
  readonly entries: number;
  readonly closing: bigint | null;
};

type Sums = DirectionSums & { readonly day: bigint };

/** Returns the fetched days of a period, oldest first. */
function daysOf(
  reader: CacheReader,
  { accountNumber, from, to }: Omit<FlowsQuestion, 'by' | 'currency'>,
): Day[] {
  const [first, last] = [from ? dayNumber(from) : 0, to ? dayNumber(to) : latestEntryDay];
  const found = guarded(
    reader,
    () =>
      prepared(
        reader,
        `SELECT day, direction, active, high, low FROM entry_sum WHERE account = ? AND type = ${String(everyKind)} AND day BETWEEN ? AND ?`,
        'exact',
      ).all(findOrdinal(reader, accountNumber), first, last) as Sums[],
  );
  const sums = Map.groupBy(found, ({ day }) => Number(day));
  return coveredDays(reader, accountNumber, { from: first, to: last }).map(
    ({ day, date, closingE4 }) => {
      const { into, out, entries } = sumFlows(sums.get(day) ?? []);
      return { date, closing: closingE4, in: into, out, entries };
    },
  );
}

function combinedFlow(days: readonly Day[], currency: string): Flow | null {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const sum = (of: (day: Day) => bigint): bigint => days.reduce((all, day) => all + of(day), 0n);
  const [into, out] = [sum((day) => day.in), sum((day) => day.out)];
  const money = (units: bigint): Money => moneyOfUnits(units, currency);
  return {
    ...{ from: first.date, to: last.date },
    ...{ in: money(into), out: money(out), net: money(into - out) },
    entries: days.reduce((all, { entries }) => all + entries, 0),
    closing: last.closing === null ? null : money(last.closing),
  };
}

export type ComparedQuestion = Account & {
  readonly month: 'this' | 'last';
  readonly today: IsoDate;
};

function compared(reader: CacheReader, { month, today, ...account }: ComparedQuestion): Compared {
  const to = month === 'this' ? today : addDays(monthStart(today), -1);
  const period = { from: monthStart(to), to };
  const flow = wholeFlow(reader, account, period);
  const beside = [monthsBefore(period, 1), monthsBefore(period, 12)].map(
    (other): FlowComparison => {
      const before = wholeFlow(reader, account, other);
      return { period: other, flow: before, more: flow && before && difference(flow, before) };
    },
  );
  return { period, flow, beside };
}

/** Returns the flow of a period; null if one of its days was not fetched. */
function wholeFlow(
  reader: CacheReader,
  { accountNumber, currency }: Account,
  period: Period,
): Flow | null {
  const days = daysOf(reader, { accountNumber, ...period });
  const isWhole = days.length === dayNumber(period.to) - dayNumber(period.from) + 1;
  return isWhole ? combinedFlow(days, currency) : null;
}

/** Returns a period of the same length in an earlier month. For a whole month it returns the whole earlier month. */
function monthsBefore({ from, to }: Period, months: number): Period {
  const number = Number(from.slice(0, 4)) * 12 + Number(from.slice(5, 7)) - 1 - months;
  const start = startOfMonth(number);
  const end = addDays(startOfMonth(number + 1), -1);
  const isWholeMonth = addDays(to, 1) === startOfMonth(number + months + 1);
  return {
    from: start,
    to: isWholeMonth ? end : earliest(end, addDays(start, dayNumber(to) - dayNumber(from))),
  };
}

const startOfMonth = (number: number): IsoDate =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}-01`;

function difference(flow: Flow, before: Flow): NonNullable<FlowComparison['more']> {
  const less = (a: Money, b: Money): Money =>
    moneyOfUnits(toUnits(a.amount) - toUnits(b.amount), a.currency);
  return {
    in: less(flow.in, before.in),
    out: less(flow.out, before.out),
    net: less(flow.net, before.net),
    entries: flow.entries - before.entries,
    closing: flow.closing && before.closing && less(flow.closing, before.closing),
  };
}
