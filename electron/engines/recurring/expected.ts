import { thousandthsOff } from './amounts.ts';
import type { Movement } from './movement.ts';
import { toleranceOf } from './rhythm.ts';
import { findSeries, type Series } from './series.ts';

/** The most thousandths by which an amount may differ from an earlier one, and the sum for one due day may exceed the expected amount. */
const offMax = 500;
/** The number of last amounts of a series that are compared. */
const amountsMax = 24;

type Question = {
  readonly before: readonly Movement[];
  /** The movements after those, oldest first. */
  readonly arrived: readonly Movement[];
  /** The last day of which everything booked is in `before`. */
  readonly knownTo: number;
};

/**
 * Returns the keys of movements that a rhythm of the history predicts: around a due day, of the same words or counterparty, and of an
 * amount like earlier ones. The sum for one due day is at most half more than expected: a rent that is debited twice is expected once.
 */
export function* expectedAmong({
  before,
  arrived,
  knownTo,
}: Question): Generator<void, ReadonlySet<number>, void> {
  // Movements of one narrow group share their wider ones too, so the groups of the new movements are complete.
  const wanted = new Set(arrived.flatMap(({ stems }) => stems));
  const related = before.filter(({ stems }) => stems.some((stem) => wanted.has(stem)));
  yield;
  const found = yield* findSeries(related, knownTo);
  const series = found
    .filter(({ stem }) => wanted.has(stem))
    .map((one) => ({ ...one, amounts: amountsOf(one, related) }));
  const came = new Map<string, bigint>();
  const expected = new Set<number>();
  for (const movement of arrived) {
    const due = nearestDue(series, movement, came);
    if (due === null) continue;
    came.set(due.id, due.sum);
    expected.add(movement.key);
  }
  return expected;
}

type Known = Series & { readonly amounts: readonly bigint[] };

const amountsOf = ({ stem }: Series, before: readonly Movement[]): bigint[] =>
  before
    .filter(({ stems }) => stems.includes(stem))
    .slice(-amountsMax)
    .map(({ units }) => units);

const magnitude = (units: bigint): bigint => (units < 0n ? -units : units);

const isMore = (units: bigint, than: bigint): boolean => magnitude(units) > magnitude(than);

/** The due day of a movement, with the sum for that day including the movement; null where it belongs to none. */
function nearestDue(
  series: readonly Known[],
  { day, units, stems }: Movement,
  came: ReadonlyMap<string, bigint>,
): { readonly id: string; readonly sum: bigint } | null {
  let best: { id: string; sum: bigint; away: number } | null = null;
  for (const one of series) {
    if (!stems.includes(one.stem)) continue;
    if (!one.amounts.some((amount) => thousandthsOff(units, amount) <= offMax)) continue;
    const tolerance = toleranceOf(one.rhythm);
    for (const due of one.next(day + tolerance)) {
      const away = Math.abs(due - day);
      const id = `${one.stem} ${String(due)}`;
      const sum = (came.get(id) ?? 0n) + units;
      const isTooMuch = isMore(sum, one.units) && thousandthsOff(sum, one.units) > offMax;
      if (away > tolerance || isTooMuch || (best && best.away <= away)) continue;
      best = { id, sum, away };
    }
  }
  return best;
}
