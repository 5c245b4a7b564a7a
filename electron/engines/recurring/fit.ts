import { dueDays, toleranceOf, type Rhythm } from './rhythm.ts';

/** A rhythm, and the days that came as due. */
export type Fit = {
  readonly rhythm: Rhythm;
  /** Due days with the place of the day that came for each; null where none did. Oldest first. */
  readonly came: readonly { readonly due: number; readonly at: number | null }[];
};

type Family = {
  readonly every: Rhythm['every'];
  /** The fewest and the most days between two occurrences. */
  readonly least: number;
  readonly most: number;
  /** The fewest occurrences of a rhythm. */
  readonly timesMin: number;
  /** The number of last days that are examined; older days are ignored. */
  readonly looked: number;
};

const families: readonly Family[] = [
  { every: 'week', least: 5, most: 9, timesMin: 4, looked: 26 },
  { every: 'other week', least: 12, most: 17, timesMin: 4, looked: 18 },
  { every: 'month', least: 25, most: 37, timesMin: 3, looked: 13 },
  { every: 'quarter', least: 82, most: 101, timesMin: 3, looked: 8 },
];

/** Of four due days so many must have come, and of four days that came so many must have been due. */
const inFour = 3;

/** The rhythm that days have, oldest first and each once; null where they have none. */
export function fitDays(days: readonly number[]): Fit | null {
  const gap = middleGap(days);
  const family = families.find(({ least, most }) => gap >= least && gap <= most);
  if (family === undefined || days.length < family.timesMin) return null;
  if (!mayBe(family, days)) return null;
  const start = Math.max(0, days.length - family.looked);
  const looked = days.slice(start);
  let best: (Fit & { readonly cost: number }) | null = null;
  for (const rhythm of candidatesOf(family.every, looked)) {
    const fit = assigned(rhythm, looked);
    const cost = costOf(fit, looked);
    if (best === null || cost < best.cost) best = { ...fit, cost };
  }
  if (best === null || !isGood(best, looked, family)) return null;
  const came = best.came.map(({ due, at }) => ({ due, at: at === null ? null : at + start }));
  return { rhythm: best.rhythm, came };
}

/** Do at least half of the gaps fit? Otherwise the days are irregular, and are not tried against every rhythm. */
function mayBe({ least, most, looked }: Family, days: readonly number[]): boolean {
  const gaps = gapsOf(days.slice(-looked));
  const alike = gaps.filter((gap) => gap >= least && gap <= most);
  return alike.length * 2 >= gaps.length;
}

const gapsOf = (days: readonly number[]): number[] =>
  days.slice(1).map((day, at) => day - (days[at] ?? day));

function middleGap(days: readonly number[]): number {
  const gaps = gapsOf(days);
  return gaps.sort((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? 0;
}

function* candidatesOf(every: Rhythm['every'], days: readonly number[]): Generator<Rhythm> {
  const last = days.at(-1) ?? 0;
  if (every === 'week' || every === 'other week') {
    for (let from = last - (every === 'week' ? 6 : 13); from <= last; from += 1)
      yield { every, from };
    return;
  }
  const months = every === 'month' ? [0] : [0, 1, 2];
  // The simplest comes first: it wins against an equal fit.
  for (const weekends of ['unmoved', 'after', 'before'] as const)
    for (const month of months)
      for (let day = 31; day >= 1; day -= 1) yield { every, day, month, weekends };
}

/** Assigns to each due day the nearest day within the tolerance. Each day is assigned once. */
function assigned(rhythm: Rhythm, days: readonly number[]): Fit {
  const tolerance = toleranceOf(rhythm);
  const dues = dueDays(rhythm, (days[0] ?? 0) - tolerance, (days.at(-1) ?? 0) + tolerance);
  let next = 0;
  const came = dues.map((due) => {
    let at: number | null = null;
    for (; next < days.length; next += 1) {
      const day = days[next] ?? 0;
      if (day > due + tolerance) break;
      if (day < due - tolerance) continue;
      const other = at === null ? Infinity : Math.abs((days[at] ?? 0) - due);
      if (Math.abs(day - due) < other) at = next;
    }
    if (at !== null) next = at + 1;
    return { due, at };
  });
  return { rhythm, came: between(came) };
}

/** Ignores due days before the first arrival and after the last. */
function between(came: Fit['came']): Fit['came'] {
  const first = came.findIndex(({ at }) => at !== null);
  const last = came.findLastIndex(({ at }) => at !== null);
  return first < 0 ? [] : came.slice(first, last + 1);
}

const hitsOf = ({ came }: Fit): number => came.filter(({ at }) => at !== null).length;

const daysOffOf = ({ came }: Fit, days: readonly number[]): number =>
  came.reduce((sum, { due, at }) => sum + (at === null ? 0 : Math.abs((days[at] ?? due) - due)), 0);

const missWeight = 10;

function costOf(fit: Fit, days: readonly number[]): number {
  const hits = hitsOf(fit);
  const missed = fit.came.length - hits;
  const strange = days.length - hits;
  return (missed + strange) * missWeight + daysOffOf(fit, days);
}

function isGood(fit: Fit, days: readonly number[], { timesMin }: Family): boolean {
  const hits = hitsOf(fit);
  return (
    hits >= timesMin &&
    hits * 4 >= fit.came.length * inFour &&
    hits * 4 >= days.length * inFour &&
    // More than a day and a half off its day on average may be chance.
    daysOffOf(fit, days) * 2 <= hits * 3
  );
}
