import type { ExceptionItem } from '../../shared/ipc/exceptions.ts';
import { request } from './desk.ts';
import type { Live } from './live.svelte.ts';
import { paced } from './paced.ts';
import { Resource } from './resource.svelte.ts';

/** A payment file that is being sent changes something many times a second. */
const refreshPaceMs = 1_000;
/** What has waited long enough turns urgent though nothing happens. */
const rereadEveryMs = 60_000;

const causes = [
  'desk.changed',
  'statements',
  'beneficiaries',
  'subClients',
  'transfers',
  'trades',
  'remittances',
  'receivables',
  'submission.changed',
  'batch.progressed',
] as const;

/** What a person should look at, read again whenever something may have changed it; for the sidebar and their view. */
export class Exceptions {
  readonly list = new Resource(() => request('exceptions.list', {}));
  readonly #live: Live;
  /** When the list was last read, in milliseconds since 1970: ages are counted up to then. */
  readAt = $state(Date.now());

  readonly items: readonly ExceptionItem[] = $derived(this.list.value?.items ?? []);
  /** Without what only comes up one day soon. */
  readonly needing: number = $derived(
    this.items.filter(({ urgency }) => urgency !== 'ahead').length,
  );

  constructor(live: Live) {
    this.#live = live;
  }

  refresh = async (): Promise<void> => {
    await this.list.refresh();
    this.readAt = Date.now();
  };

  start(): () => void {
    const refresh = paced(() => void this.refresh(), refreshPaceMs);
    refresh();
    const timer = setInterval(refresh, rereadEveryMs);
    const stops = causes.map((cause) => this.#live.on(cause, refresh));
    return () => {
      clearInterval(timer);
      stops.forEach((stop) => stop());
      this.list.clear();
    };
  }
}
