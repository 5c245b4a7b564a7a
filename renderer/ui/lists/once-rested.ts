/**
 * Throttles work for the selected row: a single call runs at once; of calls that follow faster than `restMs`, as under a held key, only the
 * last runs, after a rest of that long.
 */
export function onceRested(restMs: number): (act: () => void) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAt = -restMs;
  return (act) => {
    clearTimeout(timer);
    const now = performance.now();
    const isAlone = now - lastAt >= restMs;
    lastAt = now;
    if (isAlone) act();
    else timer = setTimeout(act, restMs);
  };
}
