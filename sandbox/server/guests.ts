/** Programs in other processes that use this bank, each represented by a connection that it keeps open. */
export type Guests = {
  /** The endless answer to a new guest; null when the bank is about to end. */
  readonly stay: () => Response | null;
  /** Admits no guests from now on. Waits until all have gone, but no longer than `patienceMs`. */
  readonly gone: (patienceMs: number) => Promise<void>;
};

/** A client gives up a connection over which nothing comes for minutes. */
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
