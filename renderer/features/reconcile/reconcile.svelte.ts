import type { AppError, Outcome } from '../../../shared/errors.ts';
import type { ReconcileView } from '../../../shared/ipc/review/reconcile.ts';
import { request } from '../../state/desk.ts';
import type { Live } from '../../state/live.svelte.ts';

/** The comparison of journal and bank, and the confirmation that opens sending again. */
export class ReconcileState {
  view = $state.raw<ReconcileView | null>(null);
  #error = $state.raw<AppError | null>(null);
  opening = $state(false);
  /** Why sending was not opened. */
  refusal = $state.raw<AppError | null>(null);

  /** The typed name of the person. */
  by = $state('');
  confirmation = $state('');
  hasLooked = $state(false);
  /** An account that the desk does not know yet. */
  accountNumber = $state('');

  /** Why the comparison could not be read or begun. */
  get error(): AppError | null {
    return this.#error ?? this.view?.error ?? null;
  }

  /** Reads the state and follows its progress. Returns the function that stops. */
  start(live: Live): () => void {
    void this.#read();
    return live.on('reconcile.progressed', (view) => {
      this.view = view;
    });
  }

  ask = async (): Promise<void> => {
    if (this.view?.asking !== null) return;
    this.refusal = null;
    const named = this.accountNumber.trim();
    this.#take(await request('reconcile.ask', named === '' ? {} : { accountNumbers: [named] }));
  };

  stop = async (): Promise<void> => {
    this.#take(await request('reconcile.stop', {}));
  };

  /** Opens sending. True if it is open then. */
  open = async (): Promise<boolean> => {
    if (this.opening) return false;
    this.opening = true;
    const { by, confirmation, hasLooked } = this;
    const opened = await request('reconcile.open', { by, confirmation, hasLooked });
    this.opening = false;
    this.refusal = opened.ok ? null : opened.error;
    if (opened.ok) {
      this.view = opened.value;
      this.confirmation = '';
    }
    return opened.ok;
  };

  async #read(): Promise<void> {
    this.#take(await request('reconcile.get', {}));
  }

  #take(outcome: Outcome<ReconcileView>): void {
    this.#error = outcome.ok ? null : outcome.error;
    if (outcome.ok) this.view = outcome.value;
  }
}
