import { thousandthsOff } from './amounts.ts';
import type { Known, Movement } from './movement.ts';
import { isWeekend, movedDay, toleranceOf, workingDayFrom, type IsClosed } from './rhythm.ts';
import { findSeries, type Series } from './series.ts';
import { stemOf } from './stems.ts';

/** A future movement: a known one, or a recurring one. */
export type Ahead<K extends Known = Known> = {
  readonly day: number;
  readonly units: bigint;
  readonly name: string;
} & (
  | {
      readonly from: 'known';
      readonly known: K;
      /** The series that predicts this movement too: the movement is listed once. Null without one. */
      readonly again: Series | null;
    }
  | {
      readonly from: 'recurring';
      readonly series: Series;
      /** It was due before today and has not come. */
      readonly isLate: boolean;
    }
);

type Question<K extends Known> = {
  readonly movements: Iterable<Movement>;
  readonly known: readonly K[];
  readonly today: number;
  /** The last day of which everything booked is known. */
  readonly knownTo: number;
  /** The number of days after today. */
  readonly days: number;
  /** Weekends alone count where it is absent. */
  readonly isClosed?: IsClosed;
};

/** Holidays move a due day by fewer days than this. */
const movedMax = 7;

/** Returns the movements of the coming days, by day. A known movement that also recurs is listed once, as known. Works in pieces. */
export function* outlookInPieces<K extends Known>(
  question: Question<K>,
): Generator<void, Ahead<K>[], void> {
  const { movements, known, today, knownTo, days, isClosed = isWeekend } = question;
  const last = today + days;
  const found = yield* findSeries(movements, knownTo);
  const recurring = found.flatMap((series) =>
    series
      .next(last + movedMax)
      .map((due) => ({ due: movedDay(series.rhythm, due, isClosed), series }))
      .filter(({ due }) => due <= last),
  );
  const matched = new Map<(typeof recurring)[number], Known>();
  const ahead: Ahead<K>[] = [];
  for (const one of known) {
    const alike = likest(
      one,
      recurring.filter((due) => !matched.has(due)),
    );
    for (const due of alike) matched.set(due, one);
    if (one.day > last) continue;
    const again = alike[0]?.series ?? null;
    const { units, name } = one;
    ahead.push({
      ...{ units, name, again, known: one, day: Math.max(today, one.day) },
      from: 'known',
    });
  }
  for (const due of recurring) {
    if (matched.has(due)) continue;
    const { series } = due;
    const isLate = due.due < today;
    const day = isLate ? workingDayFrom(today, isClosed) : due.due;
    ahead.push({
      ...{ day, series, isLate },
      from: 'recurring',
      units: series.units,
      name: series.name,
    });
  }
  return ahead.sort((a, b) => a.day - b.day || (a.units < b.units ? -1 : 1));
}

type Due = { readonly due: number; readonly series: Series };

/** Finds the recurring entries that are the same as a known movement: one, or one for each of its parts. */
function likest(known: Known, recurring: readonly Due[]): Due[] {
  const found = new Set<Due>();
  for (const part of [...(known.parts ?? []), known]) {
    const best = recurring
      .filter((due) => !found.has(due) && isOne({ ...known, ...part }, due))
      .toSorted((a, b) => awayFrom(known, a) - awayFrom(known, b))[0];
    if (best) found.add(best);
  }
  return [...found];
}

const awayFrom = ({ day }: Known, { due }: Due): number => Math.abs(day - due);

/** The most thousandths by which the amounts may differ: with a similar name, and without. */
const offByName = 500;
const offByAmount = 100;

function isOne(known: Pick<Known, 'day' | 'units' | 'name'>, { due, series }: Due): boolean {
  if (known.units < 0n !== series.units < 0n) return false;
  // A known movement may be early, but not by a whole period: then it is another occurrence.
  if (Math.abs(known.day - due) > toleranceOf(series.rhythm) + 1) return false;
  const off = thousandthsOff(known.units, series.units);
  return off <= offByAmount || (off <= offByName && isNamedAlike(known.name, series));
}

function isNamedAlike(name: string, { stem }: Series): boolean {
  const words = stem.slice(1).split(/[ |]/).filter(Boolean);
  const parts = new Set(stemOf(name).split(' '));
  return words.some((word) => word.length > 3 && parts.has(word));
}
