import { nextAmount, thousandthsOff } from './amounts.ts';
import { fitDays, type Fit } from './fit.ts';
import type { Movement, Occurrence } from './movement.ts';
import { dueDays, missesMax, toleranceOf, type Rhythm } from './rhythm.ts';

/** Back-test: share of past due dates on which the entry arrived, each forecast from the entries before it. */
export type TrackRecord = {
  /** The number of due dates since it could be forecast. */
  readonly due: number;
  /** How often it came within a day of the due date. */
  readonly onTime: number;
  /** In four of five arrivals the amount was off by at most this many thousandths; null where it never arrived. */
  readonly amountOff: number | null;
};

/** A recurring movement. */
export type Series = {
  readonly stem: string;
  readonly name: string;
  readonly rhythm: Rhythm;
  /** Oldest first. */
  readonly occurrences: readonly Occurrence[];
  /** The forecast of its next amount. */
  readonly units: bigint;
  readonly record: TrackRecord;
  /** The number of missed due days since the last occurrence. */
  readonly missed: number;
  /** The next due days for which nothing was booked yet. */
  readonly next: (to: number) => number[];
};

/** The most days of one stem. A stem with more has no rhythm. */
const occurrencesMax = 130;

/** The numbers of movements grouped, and of stems examined, between two yields to other work. */
const movementsAtOnce = 4_000;
const stemsAtOnce = 50;

/**
 * Finds the series among movements. Each movement belongs to at most one series; the narrowest groups come first. `knownTo`: the last
 * day of which everything booked is known. Yields between pieces of its work.
 */
export function* findSeries(
  movements: Iterable<Movement>,
  knownTo: number,
): Generator<void, Series[], void> {
  const found: Series[] = [];
  const assigned = new Set<Movement>();
  let rest = [...movements];
  for (let at = 0; rest.length > 0; at += 1) {
    const groups = yield* groupsOf(rest, at);
    let looked = 0;
    for (const [stem, group] of groups) {
      looked += 1;
      if (looked % stemsAtOnce === 0) yield;
      const series = seriesOf(stem, group, knownTo);
      if (series === null) continue;
      for (const movement of group) assigned.add(movement);
      // An ended series is left out of the wider groups as well.
      if (series.missed < missesMax(series.rhythm)) found.push(series);
    }
    rest = rest.filter((movement) => movement.stems.length > at + 1 && !assigned.has(movement));
  }
  return found;
}

function* groupsOf(
  movements: readonly Movement[],
  at: number,
): Generator<void, Map<string, Movement[]>, void> {
  const groups = new Map<string, Movement[]>();
  for (const [place, movement] of movements.entries()) {
    if (place % movementsAtOnce === movementsAtOnce - 1) yield;
    const stem = movement.stems[at];
    if (stem === undefined) continue;
    const group = groups.get(stem);
    if (group) group.push(movement);
    else groups.set(stem, [movement]);
  }
  return groups;
}

/** Combines the movements of each day into one occurrence, oldest first. */
function occurrencesOf(group: readonly Movement[]): Occurrence[] {
  const occurrences: Occurrence[] = [];
  for (const { day, key, units } of group.toSorted((a, b) => a.day - b.day || a.key - b.key)) {
    const last = occurrences.at(-1);
    if (last?.day === day)
      occurrences[occurrences.length - 1] = { day, key, units: last.units + units };
    else occurrences.push({ day, key, units });
  }
  return occurrences;
}

function seriesOf(stem: string, group: readonly Movement[], knownTo: number): Series | null {
  if (new Set(group.map(({ day }) => day)).size > occurrencesMax) return null;
  const occurrences = occurrencesOf(group);
  const name = nameOf(group, occurrences);
  const fit = fitDays(occurrences.map(({ day }) => day));
  if (fit === null) return null;
  const { rhythm } = fit;
  const last = fit.came.at(-1);
  const lastDue = last?.due ?? 0;
  const tolerance = toleranceOf(rhythm);
  const missed = dueDays(rhythm, lastDue + tolerance + 1, knownTo - tolerance - 1).length;
  const units = nextAmount(cameOf(fit, occurrences).map((one) => one.units));
  return {
    ...{ stem, name, rhythm, occurrences, units, missed },
    record: recordOf(fit, occurrences),
    next: (to) => dueDays(rhythm, Math.max(lastDue + tolerance + 1, knownTo - tolerance), to),
  };
}

/** The common words of the last two names: `Salaries 2026-10` after `Salaries 2026-09` must not become the name for November. */
function nameOf(group: readonly Movement[], occurrences: readonly Occurrence[]): string {
  const names = new Map(group.map(({ key, name }) => [key, name]));
  const [last = '', before = ''] = [-1, -2].map((at) => names.get(occurrences.at(at)?.key ?? -1));
  const words = new Set(before.split(' '));
  const common = last.split(' ').filter((word) => words.has(word));
  return common.length === 0 ? last : common.join(' ');
}

const cameOf = ({ came }: Fit, occurrences: readonly Occurrence[]): Occurrence[] =>
  came.flatMap(({ at }) => (at === null ? [] : (occurrences[at] ?? [])));

/** The number of last due days in the back-test. */
const recordMax = 12;

function recordOf(fit: Fit, occurrences: readonly Occurrence[]): TrackRecord {
  const tolerance = toleranceOf(fit.rhythm);
  let [due, onTime] = [0, 0];
  const off: number[] = [];
  for (const came of fit.came.slice(-recordMax)) {
    const before = occurrences.filter(({ day }) => day < came.due - tolerance);
    const then = fitDays(before.map(({ day }) => day));
    if (then === null) continue;
    due += 1;
    const one = came.at === null ? undefined : occurrences[came.at];
    if (one === undefined) continue;
    const expected = dueDays(then.rhythm, one.day - 1, one.day + 1);
    if (expected.length > 0) onTime += 1;
    const units = nextAmount(cameOf(then, before).map((earlier) => earlier.units));
    off.push(thousandthsOff(units, one.units));
  }
  const amountOff = off.sort((a, b) => a - b)[Math.ceil((off.length * 4) / 5) - 1] ?? null;
  return { due, onTime, amountOff };
}
