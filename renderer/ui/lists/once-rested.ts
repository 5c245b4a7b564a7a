/**
 * For what is asked of whatever is looked at: what comes alone is done at once; of what follows one another faster than `restMs`, as
 * under a held key, only the last, once it has rested for so long.
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
