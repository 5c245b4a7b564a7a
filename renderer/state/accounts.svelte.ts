import type { Outcome } from '../../shared/errors.ts';
import type { Position, PositionAccount } from '../../shared/ipc/accounts/accounts.ts';
import type { Money } from '../../shared/money/money.ts';
import { request } from './desk.ts';
import type { Live } from './live.svelte.ts';
import { paced } from './records/paced.ts';
import { Resource } from './records/resource.svelte.ts';
import { together } from './records/together.ts';

const refreshPaceMs = 400;
/** Milliseconds between reloads: a running payment file changes the sums with each line. */
const inFlightPaceMs = 1_000;
const inFlightFacts = [
  'accounts',
  'statements',
  'transfers',
  'trades',
  'submission.changed',
] as const;

/** The accounts and their balances as last known; read by the position, the statements and the sidebar. */
export class Accounts {
  /** Requested before the desk can show it; the answer is used once, and not after a change. */
  #ahead: { readonly answer: Promise<Outcome<Position>>; readonly stop: () => void } | null = null;
  readonly position = new Resource<Position>(() => {
    const ahead = this.#ahead?.answer;
    this.forgetAhead();
    return ahead ?? request('accounts.position', {});
  });
  /** What was sent and is not booked yet, by account. */
  readonly inFlight = new Resource(() => request('accounts.inFlight', {}));
  /** The remaining balance of accounts with payments in flight, by number; current while a view watches. */
  readonly left: ReadonlyMap<string, Money> = $derived(
    new Map(
      this.inFlight.value?.rows.flatMap(({ accountNumber, after }) =>
        after ? [[accountNumber, after] as const] : [],
      ),
    ),
  );
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

  /** Requests the position early, together with the desk's state: usually a bank is open, and this is its first view. */
  askAhead(): void {
    const forget = (): void => this.forgetAhead();
    const stop = together(this.#live.on('accounts', forget), this.#live.on('statements', forget));
    this.#ahead = { answer: request('accounts.position', {}), stop };
  }

  /** Drops the early answer, which belongs to no bank if none was open. */
  forgetAhead(): void {
    this.#ahead?.stop();
    this.#ahead = null;
  }

  /** Keeps the payments in flight current while a view shows them. Returns the function that stops this. */
  watchInFlight(): () => void {
    const refresh = paced(() => void this.inFlight.refresh(), inFlightPaceMs);
    refresh();
    return together(...inFlightFacts.map((fact) => this.#live.on(fact, refresh)));
  }

  start(): () => void {
    const refresh = paced(() => void this.position.refresh(), refreshPaceMs);
    refresh();
    const stops = [this.#live.on('accounts', refresh), this.#live.on('statements', refresh)];
    return () => {
      stops.forEach((stop) => stop());
      this.position.clear();
      this.inFlight.clear();
      this.lastUsed = null;
    };
  }
}
