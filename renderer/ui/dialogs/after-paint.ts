/** Calls `then` once, this many milliseconds after the next frame was painted. Returns the function that cancels it. */
export function afterPaint(ms: number, then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The callback of a frame runs before it is painted, that of the next frame after.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      timer = setTimeout(then, ms);
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
