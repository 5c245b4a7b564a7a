const paceMs = 15_000;
/** Where it could not be passed on, the next sign tries again after this long. */
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
  // What a view does with the event, stopping it included, changes nothing about somebody being there.
  const options = { capture: true, passive: true } as const;
  for (const sign of signs) window.addEventListener(sign, noticed, options);
  return () => {
    for (const sign of signs) window.removeEventListener(sign, noticed, options);
  };
}
