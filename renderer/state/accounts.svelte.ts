import type { Position, PositionAccount } from '../../shared/ipc/accounts.ts';
import { request } from './desk.ts';
import type { Live } from './live.svelte.ts';
import { paced } from './paced.ts';
import { Resource } from './resource.svelte.ts';

const refreshPaceMs = 400;

/** The accounts and their balances as last known; read by the position, the statements and the sidebar. */
export class Accounts {
  readonly position = new Resource<Position>(() => request('accounts.position', {}));
  /** The account whose statement was open last. */
  lastUsed = $state<string | null>(null);
  readonly #live: Live;

  readonly list: readonly PositionAccount[] = $derived(
    this.position.value?.currencies.flatMap(({ accounts }) => accounts) ?? [],
  );
  readonly unread: number = $derived(this.list.reduce((sum, { unread }) => sum + unread, 0));

  constructor(live: Live) {
    this.#live = live;
  }

  find(accountNumber: string): PositionAccount | undefined {
    return this.list.find((account) => account.accountNumber === accountNumber);
  }

  start(): () => void {
    const refresh = paced(() => void this.position.refresh(), refreshPaceMs);
    refresh();
    const stops = [this.#live.on('accounts', refresh), this.#live.on('statements', refresh)];
    return () => {
      stops.forEach((stop) => stop());
      this.position.clear();
      this.lastUsed = null;
    };
  }
}
