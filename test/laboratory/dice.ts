import { randoms } from '../support/randoms.ts';

/** Draws that are the same again for the same seed. */
export type Dice = {
  /** From 0 to below 1. */
  next(): number;
  chance(probability: number): boolean;
  below(count: number): number;
  between(low: number, high: number): number;
  of<T>(these: readonly T[]): T;
  weighted<T>(these: readonly (readonly [weight: number, one: T])[]): T;
};

/** Seeds that follow one another give histories that have nothing in common. */
export function dice(seed: number): Dice {
  const next = randoms(Math.imul(seed ^ 0x5bd1e995, 0x9e3779b1) >>> 0);
  for (let skipped = 0; skipped < 4; skipped += 1) next();
  const below = (count: number): number => Math.floor(next() * count);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    between: (low, high) => Math.round(low + next() * (high - low)),
    of: (these) => these[below(these.length)]!,
    weighted(these) {
      let left = next() * these.reduce((sum, [weight]) => sum + weight, 0);
      const found = these.find(([weight]) => (left -= weight) < 0);
      return (found ?? these.at(-1)!)[1];
    },
  };
}
