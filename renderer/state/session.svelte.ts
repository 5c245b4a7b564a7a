import type { RequiredField } from '../../shared/bank/required-fields.ts';
import type { OperationName } from '../../shared/bank/catalogue.ts';
import type { AppError, Outcome } from '../../shared/errors.ts';
import type { DeskState } from '../../shared/ipc/desk/desk.ts';
import { knowCurrenciesOf } from '../../shared/money/currencies.ts';
import { lookAs } from '../ui/appearance.ts';
import { request } from './desk.ts';
import type { Live } from './live.svelte.ts';

/** The state of the desk, and the few actions that change it. */
export class Session {
  #state = $state.raw<DeskState | null>(null);
  #busy = $state(false);
  #error = $state.raw<AppError | null>(null);
  #offlineSince = $state<string | null>(null);
  readonly #live: Live;
  readonly #beforeLeaving: () => Promise<void>;

  /** `beforeLeaving` is awaited before the local copy that is open is closed. */
  constructor(live: Live, beforeLeaving: () => Promise<void>) {
    this.#live = live;
    this.#beforeLeaving = beforeLeaving;
  }

  /** Null until the main process has answered for the first time. */
  get state(): DeskState | null {
    return this.#state;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** The failure of the last verb; a new verb clears it. */
  get error(): AppError | null {
    return this.#error;
  }

  get isOffline(): boolean {
    return this.#state?.online === false;
  }

  /** When this window first learned that the bank cannot be reached. */
  get offlineSince(): string | null {
    return this.#offlineSince;
  }

  /** Signed in and, as far as known, online: what needs the bank may be tried. */
  get canReachBank(): boolean {
    return this.#state?.signedIn === true && !this.isOffline;
  }

  /** Operations that this bank's file does not confirm yet; nothing is sent for them. */
  get closedOperations(): readonly OperationName[] {
    return this.#state?.closedOperations ?? [];
  }

  /** Does the bank's file leave any of these closed? */
  isClosed(...operations: readonly OperationName[]): boolean {
    return operations.some((name) => this.closedOperations.includes(name));
  }

  /** The fields that this bank's file requires beyond the catalogue's, in its order. */
  requiredFields(operation: OperationName): readonly RequiredField[] {
    return this.#state?.requiredFields[operation] ?? [];
  }

  start(): () => void {
    void this.#move(request('desk.state', {}));
    return this.#live.on('desk.changed', (state) => this.#put(state));
  }

  openSandbox = (): Promise<boolean> => this.#move(request('desk.openSandbox', {}));
  connectBank = (bankFile: string): Promise<boolean> =>
    this.#move(request('desk.connectBank', { bankFile }));
  leaveBank = (): Promise<boolean> => this.#leave(() => request('desk.leaveBank', {}));
  lock = (): Promise<boolean> => this.#leave(() => request('desk.lock', {}));
  unlock = (): Promise<boolean> => this.#move(request('desk.unlock', {}));
  retryOpen = (): Promise<boolean> => this.#move(request('desk.retryOpen', {}));
  setAsideAndStartFresh = (): Promise<boolean> =>
    this.#move(request('desk.setAsideAndStartFresh', {}));
  forgetBank = (confirmation: string): Promise<boolean> =>
    this.#move(request('desk.forgetBank', { confirmation }));
  signIn = (credentials: Record<string, string>, remember: boolean): Promise<boolean> =>
    this.#move(request('session.signIn', { credentials, remember }));
  signOut = (): Promise<boolean> => this.#move(request('session.signOut', {}));

  openBank = (profileId: string): Promise<boolean> =>
    this.#leave(() => request('banks.open', { profileId }));

  /** Puts back the last text that worked of a bank file that cannot be read. */
  restoreBankFile = (profileId: string): Promise<boolean> =>
    this.#move(request('banks.restoreFile', { profileId }));

  /** The desk's new state, as the answer to a request made elsewhere. */
  take(state: DeskState): void {
    this.#error = null;
    this.#put(state);
  }

  forgetError(): void {
    this.#error = null;
  }

  async #leave(ask: () => Promise<Outcome<DeskState>>): Promise<boolean> {
    await this.#beforeLeaving();
    return this.#move(ask());
  }

  /** True if the desk's state changed; otherwise `error` has the reason. */
  async #move(requested: Promise<Outcome<DeskState>>): Promise<boolean> {
    this.#busy = true;
    this.#error = null;
    const outcome = await requested;
    this.#busy = false;
    if (outcome.ok) this.#put(outcome.value);
    else this.#error = outcome.error;
    return outcome.ok;
  }

  #put(state: DeskState): void {
    knowCurrenciesOf(state.currencies);
    lookAs(state.appearance);
    if (state.online !== false) this.#offlineSince = null;
    else this.#offlineSince ??= new Date().toISOString();
    this.#state = state;
  }
}
