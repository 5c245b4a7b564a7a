import type { AppError } from '../../../../shared/errors.ts';
import { request } from '../../../state/desk.ts';
import type { Session } from '../../../state/session.svelte.ts';
import type { Sync } from '../../../state/sync.svelte.ts';

/** The key by which one account is requested: the two parameters of Get Accounts By (section 4.2). */
export type RequestedBy = 'accountNumber' | 'accountId';

/** An account that is fetched by its number or the bank's id, and synced. */
export class AnotherAccount {
  by = $state<RequestedBy>('accountNumber');
  text = $state('');
  busy = $state(false);
  /** Why the bank did not return the account. */
  error = $state.raw<AppError | null>(null);
  readonly #session: Session;
  readonly #sync: Sync;

  constructor(session: Session, sync: Sync) {
    this.#session = session;
    this.#sync = sync;
  }

  get isReady(): boolean {
    const { canReachBank } = this.#session;
    return this.text.trim() !== '' && canReachBank && !this.busy && !this.#sync.running;
  }

  /** Fetches the account and its statement; the typed text stays if that fails. */
  async fetch(): Promise<void> {
    if (!this.isReady) return;
    this.busy = true;
    this.error = null;
    const accountNumber = await this.#numberOf(this.text.trim());
    if (accountNumber !== null) {
      await this.#sync.run([accountNumber]);
      if (!this.#sync.error && !this.#sync.isCutShort) this.text = '';
    }
    this.busy = false;
  }

  /** Null where the bank does not return the account. */
  async #numberOf(text: string): Promise<string | null> {
    if (this.by === 'accountNumber') return text;
    const found = await request('accounts.findById', { accountId: text });
    this.error = found.ok ? null : found.error;
    return found.ok ? found.value.accountNumber : null;
  }
}
