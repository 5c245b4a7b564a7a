/** Programs of other processes that work at this bank, each seen by a connection that it keeps open. */
export type Guests = {
  /** The endless answer to one that came; null when the bank is about to end. */
  readonly stay: () => Response | null;
  /** Admits no guests from now on. Waits until all have gone, but no longer than `patienceMs`. */
  readonly gone: (patienceMs: number) => Promise<void>;
};

/** A connection over which nothing comes for minutes is given up by its other end. */
const beatMs = 30_000;

export function createGuests(): Guests {
  const here = new Set<symbol>();
  let isClosing = false;
  let lastLeft = (): void => undefined;
  return {
    stay() {
      if (isClosing) return null;
      const guest = Symbol('guest');
      here.add(guest);
      let beat: NodeJS.Timeout | undefined;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          const beatNow = (): void => controller.enqueue(new TextEncoder().encode('\n'));
          beatNow();
          beat = setInterval(beatNow, beatMs).unref();
        },
        cancel() {
          clearInterval(beat);
          here.delete(guest);
          if (here.size === 0) lastLeft();
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/plain' } });
    },
    async gone(patienceMs) {
      isClosing = true;
      if (here.size === 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, patienceMs);
        lastLeft = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
