import { request } from '../state/desk.ts';
import type { Live } from '../state/live.svelte.ts';
import { Resource } from '../state/records/resource.svelte.ts';
import { together } from '../state/records/together.ts';
import type { Session } from '../state/session.svelte.ts';

const rereadEveryMs = 60_000;

/** How much waits for this person in a team that approves payments. A desk without a team is never asked. */
export class ApprovalCounts {
  readonly #live: Live;
  readonly #session: Pick<Session, 'state'>;
  readonly #read = new Resource(() => request('approvals.counts', {}));

  /** The team has approval rules, or requests. */
  readonly isUsed: boolean = $derived(this.#read.value?.isUsed ?? false);
  /** Requests that this person may approve. */
  readonly waiting: number = $derived(this.#read.value?.waiting ?? 0);

  constructor(live: Live, session: Pick<Session, 'state'>) {
    this.#live = live;
    this.#session = session;
  }

  /** Reads now, again when the record moved, and every minute. */
  start(): () => void {
    this.#refresh();
    // A request may expire without any event: approvers are reminded before.
    const timer = setInterval(this.#refresh, rereadEveryMs);
    return together(
      () => clearInterval(timer),
      this.#live.on('team', this.#refresh),
      this.#live.on('desk.changed', this.#refresh),
    );
  }

  readonly #refresh = (): void => {
    if (this.#session.state?.hasTeam === true) void this.#read.refresh();
    else this.#read.clear();
  };
}
