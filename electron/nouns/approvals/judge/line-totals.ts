import { takesMoney } from '../order.ts';
import type { Line, Subject } from '../state.ts';
import { sumOf, totalOf, type Total } from './amounts.ts';
import { subjectKey } from './claim-index.ts';

type Totals = {
  readonly whole: Total;
  /** The lines that take money. */
  readonly outgoing: Total;
  readonly bySubject: ReadonlyMap<string, Total>;
};

/** A cache of totals: the lines of a request never change. */
const known = new WeakMap<readonly Line[], Totals>();

/** The total of all lines of a request. */
export const totalOfLines = (lines: readonly Line[]): Total => totalsOf(lines).whole;

/** The total of the lines that take money from one account or for one payee; for a maker, of all lines that take money. */
export function subjectTotal(lines: readonly Line[], subject: Subject): Total {
  const { outgoing, bySubject } = totalsOf(lines);
  return subject.per === 'maker' ? outgoing : (bySubject.get(subjectKey(subject)) ?? sumOf([]));
}

function totalsOf(lines: readonly Line[]): Totals {
  const earlier = known.get(lines);
  if (earlier) return earlier;
  const orders = lines.map(({ order }) => order);
  const taking = orders.filter(takesMoney);
  const grouped = new Map<string, typeof orders>();
  for (const order of taking)
    for (const per of ['account', 'payee'] as const) {
      const key = subjectKey({ per, of: order[per] });
      const group = grouped.get(key);
      if (group) group.push(order);
      else grouped.set(key, [order]);
    }
  const bySubject = new Map([...grouped].map(([key, group]) => [key, totalOf(group)]));
  const totals = { whole: totalOf(orders), outgoing: totalOf(taking), bySubject };
  known.set(lines, totals);
  return totals;
}
