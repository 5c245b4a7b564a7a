const magnitude = (units: bigint): bigint => (units < 0n ? -units : units);

/** The median, which is a booked amount: one odd amount does not move it. */
const middleOf = (units: readonly bigint[]): bigint =>
  units.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))[Math.floor((units.length - 1) / 2)] ?? 0n;

/** Estimators of the next amount from the earlier ones, oldest first. */
const estimators: readonly ((before: readonly bigint[]) => bigint)[] = [
  (before) => before.at(-1) ?? 0n,
  (before) => middleOf(before.slice(-3)),
  (before) => middleOf(before.slice(-6)),
  (before) => middleOf(before.slice(-12)),
];

/** The number of last amounts on which an estimator is back-tested. */
const backTested = 8;

/** The next amount, by the estimator with the smallest error on the earlier amounts. */
export function nextAmount(before: readonly bigint[]): bigint {
  let best = { error: -1n, units: before.at(-1) ?? 0n };
  for (const estimate of estimators) {
    let error = 0n;
    for (let at = Math.max(1, before.length - backTested); at < before.length; at += 1)
      error += magnitude((before[at] ?? 0n) - estimate(before.slice(0, at)));
    if (best.error < 0n || error < best.error) best = { error, units: estimate(before) };
  }
  return best.units;
}

/** The difference of two amounts, in thousandths of the second and at most 100,000; 1,000 where only the second is zero. */
export function thousandthsOff(estimated: bigint, came: bigint): number {
  if (came === 0n) return estimated === 0n ? 0 : 1_000;
  const off = (magnitude(estimated - came) * 1_000n + magnitude(came) - 1n) / magnitude(came);
  return off > 100_000n ? 100_000 : Number(off);
}
