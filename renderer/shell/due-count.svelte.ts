import { request } from '../state/desk.ts';
import type { Live } from '../state/live.svelte.ts';
import { paced } from '../state/records/paced.ts';
import { Resource } from '../state/records/resource.svelte.ts';
import { together } from '../state/records/together.ts';

const refreshPaceMs = 1_000;
/** A new day begins without any event. */
const rereadEveryMs = 60_000;

/** How many payments are due today or overdue, for the sidebar. */
export class DueCount {
  readonly #live: Live;
  readonly #read = new Resource(() => request('due.count', {}));

  readonly due: number = $derived(this.#read.value?.due ?? 0);

  constructor(live: Live) {
    this.#live = live;
  }

  /** Reads now, after any possible change, and every minute. */
  start(): () => void {
    const refresh = paced(() => void this.#read.refresh(), refreshPaceMs);
    refresh();
    const timer = setInterval(refresh, rereadEveryMs);
    return together(
      () => clearInterval(timer),
      this.#live.on('duePayments', refresh),
      this.#live.on('submission.changed', refresh),
      this.#live.on('desk.changed', refresh),
    );
  }
}
