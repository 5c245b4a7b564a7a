import type { ExceptionItem } from '../../shared/ipc/review/exceptions.ts';
import { request } from './desk.ts';
import type { Live } from './live.svelte.ts';
import { paced } from './records/paced.ts';
import { Resource } from './records/resource.svelte.ts';

/** Milliseconds between reloads: a running payment file changes something many times a second. */
const refreshPaceMs = 1_000;
/** An exception that has waited long enough turns urgent without any event. */
const rereadEveryMs = 60_000;

const causes = [
  'desk.changed',
  'accounts',
  'statements',
  'beneficiaries',
  'subClients',
  'transfers',
  'duePayments',
  'trades',
  'remittances',
  'receivables',
  'screening',
  'team',
  'submission.changed',
  'batch.progressed',
] as const;

/** Upcoming exceptions need no one yet. */
const isNow = ({ urgency }: ExceptionItem): boolean => urgency !== 'ahead';

/** The exceptions, loaded again after every possible change; for the sidebar and their view. */
export class Exceptions {
  readonly list = new Resource(() => request('exceptions.list', {}));
  readonly #live: Live;
  /** When the list was last read, in milliseconds since 1970: ages are counted up to then. */
  readAt = $state(Date.now());

  readonly items: readonly ExceptionItem[] = $derived(this.list.value?.items ?? []);
  readonly needing: number = $derived(this.items.filter(isNow).length);

  /** The ids last reported to the system's badges; null until the list was read. */
  #reportedIds: ReadonlySet<string> | null = null;

  constructor(live: Live) {
    this.#live = live;
  }

  refresh = async (): Promise<void> => {
    await this.list.refresh();
    this.readAt = Date.now();
    const { error, value } = this.list;
    if (error === null && value !== null) await this.#reportCounts(value.items);
  };

  /** Reports to the system's badges how many exceptions need a person, and how many are new. Those at the start are not. */
  async #reportCounts(items: readonly ExceptionItem[]): Promise<void> {
    const reportedIds = this.#reportedIds;
    const now = new Set(items.filter(isNow).map(({ exceptionId }) => exceptionId));
    const fresh = reportedIds === null ? 0 : [...now].filter((id) => !reportedIds.has(id)).length;
    const outcome = await request('desk.needs', { needing: now.size, fresh });
    // A failed report is repeated with the next reading.
    if (outcome.ok) this.#reportedIds = now;
  }

  start(): () => void {
    const refresh = paced(() => void this.refresh(), refreshPaceMs);
    refresh();
    const timer = setInterval(refresh, rereadEveryMs);
    const stops = causes.map((cause) => this.#live.on(cause, refresh));
    return () => {
      clearInterval(timer);
      stops.forEach((stop) => stop());
      this.list.clear();
      this.#reportedIds = null;
    };
  }
}
