import type { EntryRow } from '../../../../shared/ipc/accounts/statements.ts';

/** Rows are requested and cached in strips of this size, by their absolute index. */
export const rowsPerStrip = 20;

export type Strip = readonly EntryRow[];
/** Consecutive strips, loaded by one request. */
export type Run = { readonly first: number; readonly count: number };

export const stripOf = (index: number): number => Math.floor(index / rowsPerStrip);

/** The strips that hold the rows between two, both included; none where there are no such rows. */
export function stripsBetween(first: number, last: number): number[] {
  if (last < 0 || last < first) return [];
  const from = stripOf(Math.max(0, first));
  return Array.from({ length: stripOf(last) - from + 1 }, (_, offset) => from + offset);
}

/** The number of strips that are requested ahead of a scrolling list. */
const stripsAhead = 5;

/** The rows of the next screen, both ends included, the way one scrolls: 1 down, -1 up. */
export const nextScreen = ([first, last]: readonly [number, number], direction: number) =>
  direction > 0
    ? ([last + 1, 2 * last - first + 1] as const)
    : ([2 * first - last - 1, first - 1] as const);

/** The rows, both ends included, to request when one of the strips ahead is missing. */
export function runAhead(missing: readonly number[], direction: number): readonly [number, number] {
  const nearest = (direction > 0 ? missing[0] : missing.at(-1)) ?? 0;
  const farthest = nearest + direction * (stripsAhead - 1);
  return [Math.min(nearest, farthest) * rowsPerStrip, Math.max(nearest, farthest) * rowsPerStrip];
}

/** Merges strips into the fewest possible requests. */
export function runsOf(strips: Iterable<number>): Run[] {
  const runs: Run[] = [];
  for (const strip of [...new Set(strips)].toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run && run.first + run.count === strip)
      runs[runs.length - 1] = { first: run.first, count: run.count + 1 };
    else runs.push({ first: strip, count: 1 });
  }
  return runs;
}

export const stripsOf = ({ first, count }: Run): number[] =>
  Array.from({ length: count }, (_, offset) => first + offset);

/** The strips of a run, from the loaded rows; after the last row they are empty. */
export const cutUp = (run: Run, rows: Strip): (readonly [number, Strip])[] =>
  stripsOf(run).map((strip, offset) => [
    strip,
    rows.slice(offset * rowsPerStrip, (offset + 1) * rowsPerStrip),
  ]);

/** The order in which strips were used: a bounded number is cached, those used last. */
export class StripUse {
  readonly #usedAt = new Map<number, number>();
  #uses = 0;

  used(strips: Iterable<number>): void {
    this.#uses += 1;
    for (const strip of strips) this.#usedAt.set(strip, this.#uses);
  }

  /** Those that give way so that `most` are left, the ones used longest ago first; never a needed one. */
  spare(cached: Iterable<number>, needed: ReadonlySet<number>, most: number): number[] {
    const all = [...cached];
    return all
      .filter((strip) => !needed.has(strip))
      .sort((a, b) => (this.#usedAt.get(a) ?? 0) - (this.#usedAt.get(b) ?? 0))
      .slice(0, Math.max(0, all.length - most));
  }

  forget(strips: Iterable<number>): void {
    for (const strip of strips) this.#usedAt.delete(strip);
  }

  clear(): void {
    this.#usedAt.clear();
  }
}
