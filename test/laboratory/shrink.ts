/** As much of a history as is needed to find a shorter one. */
type Lived = {
  readonly lines: readonly string[];
  readonly faults: readonly { readonly kind: string }[];
};

/** So many tries at most: each of them lives a history. */
const triesMax = 60;

/** The shortest history found that still ends in the same kind of fault: steps are left out, many at once, then one by one. */
export async function shrunk<P extends { readonly steps: readonly unknown[] }, H extends Lived>(
  failed: H,
  plan: P,
  live: (plan: P) => Promise<H>,
): Promise<H> {
  let best = failed;
  // What came behind the fault is not needed for it.
  let steps: P['steps'] = plan.steps.slice(0, failed.lines.length - 1);
  let tries = 0;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let from = 0; from < steps.length && tries < triesMax;) {
      tries += 1;
      const fewer = steps.filter((_, at) => at < from || at >= from + size);
      const history = await live({ ...plan, steps: fewer });
      if (history.faults[0]?.kind === failed.faults[0]?.kind) {
        best = history;
        steps = fewer;
      } else from += size;
    }
  return best;
}
