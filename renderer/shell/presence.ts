const paceMs = 15_000;
/** Milliseconds: if a report failed, the next sign of activity tries again after this time. */
const againMs = 1_000;
const signs = ['keydown', 'pointerdown', 'wheel'] as const;

/**
 * Reports activity at the desk: at the first key, click or turn of the wheel, then at most every
 * 15 seconds. `reportPresence` resolves to whether the report was received. Returns the function that stops.
 */
export function watchPresence(
  isOpen: () => boolean,
  reportPresence: () => Promise<boolean>,
): () => void {
  let next = 0;
  const noticed = (): void => {
    const now = performance.now();
    if (!isOpen() || now < next) return;
    next = now + paceMs;
    void reportPresence().then((wasAnswered) => {
      if (!wasAnswered) next = now + againMs;
    });
  };
  // A view may handle or stop the event; it is activity all the same.
  const options = { capture: true, passive: true } as const;
  for (const sign of signs) window.addEventListener(sign, noticed, options);
  return () => {
    for (const sign of signs) window.removeEventListener(sign, noticed, options);
  };
}
