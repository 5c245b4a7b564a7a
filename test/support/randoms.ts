/** A generator that gives the same numbers, 0 to below 1, again for the same seed. */
export function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The seed of this run, printed so that it can be played again with FAULT_SEED. */
export function runSeed(): number {
  const seed = Number(process.env['FAULT_SEED'] ?? Date.now() % 1_000_000);
  console.log(`FAULT_SEED=${seed}`);
  return seed;
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));
