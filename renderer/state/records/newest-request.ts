type Waiting<T> = {
  readonly ask: () => Promise<T>;
  readonly answer: (answer: null | Promise<T>) => void;
};

/**
 * For questions of one kind of which only the newest answer is wanted, such as letters that are typed. At most `underWayMax` are
 * under way; of those that would have to wait only the newest is asked, once there is a place. One that was overtaken while it
 * waited is never asked and answered null.
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
