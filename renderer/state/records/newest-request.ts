type Waiting<T> = {
  readonly ask: () => Promise<T>;
  readonly answer: (answer: null | Promise<T>) => void;
};

/**
 * Limits requests of which only the newest answer is wanted, such as those made while typing. At most `inFlightMax` run at once; of those
 * that wait only the newest is kept, and it runs once there is room. A request that is overtaken while it waits never runs and resolves to
 * null.
 */
export function newestRequest<T>(
  inFlightMax: number,
): (ask: () => Promise<T>) => Promise<T | null> {
  let inFlight = 0;
  let waiting: Waiting<T> | null = null;

  async function run(ask: () => Promise<T>): Promise<T> {
    inFlight += 1;
    const answer = await ask();
    inFlight -= 1;
    const next = waiting;
    waiting = null;
    next?.answer(run(next.ask));
    return answer;
  }

  return (ask) => {
    waiting?.answer(null);
    waiting = null;
    if (inFlight < inFlightMax) return run(ask);
    return new Promise((resolve) => {
      waiting = { ask, answer: resolve };
    });
  };
}
