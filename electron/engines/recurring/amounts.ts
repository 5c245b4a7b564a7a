const way = (units: bigint): bigint => (units < 0n ? -units : units);

/** The one in the middle, which was booked: one odd amount does not move it. */
const middleOf = (units: readonly bigint[]): bigint =>
  units.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))[Math.floor((units.length - 1) / 2)] ?? 0n;

/** Ways to tell the next amount from those before it, oldest first. */
const ways: readonly ((before: readonly bigint[]) => bigint)[] = [
  (before) => before.at(-1) ?? 0n,
  (before) => middleOf(before.slice(-3)),
  (before) => middleOf(before.slice(-6)),
  (before) => middleOf(before.slice(-12)),
];

/** So many of the last amounts a way is tried on. */
const tried = 8;

/** The next amount, told by the way that would have told those before best. */
export function nextAmount(before: readonly bigint[]): bigint {
  let best = { error: -1n, units: before.at(-1) ?? 0n };
  for (const tell of ways) {
    let error = 0n;
    for (let at = Math.max(1, before.length - tried); at < before.length; at += 1)
      error += way((before[at] ?? 0n) - tell(before.slice(0, at)));
    if (best.error < 0n || error < best.error) best = { error, units: tell(before) };
  }
  return best.units;
}

/** How far one amount is from another, in thousandths of the second; 1,000 where that is nothing. */
export function thousandthsOff(told: bigint, came: bigint): number {
  if (came === 0n) return told === 0n ? 0 : 1_000;
  const off = (way(told - came) * 1_000n + way(came) - 1n) / way(came);
  return off > 100_000n ? 100_000 : Number(off);
}
