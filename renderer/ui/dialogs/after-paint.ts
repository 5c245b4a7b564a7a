/** Calls once so many milliseconds after the next frame was painted. Returns what calls it off. */
export function afterPaint(ms: number, then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A frame's own callback runs before it is painted, the one of the frame behind it after.
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
