import type { RequestRow } from '../../../shared/ipc/approvals.ts';
import type { WaitingRequests } from '../../connections/session/attention.ts';

/** Shows the waiting requests outside the window. */
export type Remind = (requests: WaitingRequests) => void;

const hourMs = 3_600_000;
/** The time before a request's end at which the second reminder is shown. */
const lastDayMs = 24 * hourMs;
/** The same for a request that had less than a day when it was first seen. */
const lastHoursMs = 2 * hourMs;
/** The most requests that are remembered. */
const rememberedMax = 2_000;

/**
 * Reminds of requests that wait for this person: once when a request first waits, and once more before its end, while this program runs.
 * The second reminder comes a day before the end, or two hours before it where the request had less than a day when it was first seen.
 */
export class RequestReminders {
  readonly #remind: Remind;
  /** By digest: the instant of the second reminder in milliseconds since 1970; null once it was given. */
  readonly #seconds = new Map<string, number | null>();

  constructor(remind: Remind) {
    this.#remind = remind;
  }

  /** All requests that wait for this person at an instant, ISO 8601. */
  see(waiting: readonly Pick<RequestRow, 'request' | 'until'>[], now: string): void {
    const nowMs = Date.parse(now);
    let [fresh, ending] = [0, 0];
    for (const { request, until } of waiting) {
      const secondMs = this.#seconds.get(request);
      if (secondMs === undefined) {
        fresh += 1;
        this.#remember(request, secondOf(Date.parse(until), nowMs));
      } else if (secondMs !== null && nowMs >= secondMs) {
        ending += 1;
        this.#remember(request, null);
      }
    }
    this.#remind({ waiting: waiting.length, fresh, ending });
  }

  #remember(request: string, secondMs: number | null): void {
    this.#seconds.delete(request);
    this.#seconds.set(request, secondMs);
    const [oldest] = this.#seconds.keys();
    if (this.#seconds.size > rememberedMax && oldest !== undefined) this.#seconds.delete(oldest);
  }
}

/** The time of the second reminder; null where the request is first seen so late that the first one is enough. */
function secondOf(untilMs: number, nowMs: number): number | null {
  if (nowMs < untilMs - lastDayMs) return untilMs - lastDayMs;
  return nowMs < untilMs - lastHoursMs ? untilMs - lastHoursMs : null;
}
