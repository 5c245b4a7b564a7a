import type { AppError } from '../../../../shared/errors.ts';
import { request } from '../../../state/desk.ts';
import { Resource } from '../../../state/records/resource.svelte.ts';
import type { Session } from '../../../state/session.svelte.ts';

/** A known client id, and its source. */
export type KnownClient = { readonly clientId: string; readonly from: string };

/** A sub-client being added by the bank's id and that of its client. */
export class Naming {
  entityId = $state('');
  clientId = $state('');
  busy = $state(false);
  error = $state.raw<AppError | null>(null);
  readonly #accounts = new Resource(() => request('accounts.list', {}));
  readonly #session: Session;

  /** The signed-in client, and those that accounts belong to; each once. */
  readonly known: readonly KnownClient[] = $derived.by(() => {
    const user = this.#session.state?.user;
    const found = new Map<string, string>();
    if (user?.clientId) found.set(user.clientId, user.clientName || 'the client signed in');
    for (const { clientId, accountNumber } of this.#accounts.value?.rows ?? [])
      if (clientId !== '' && !found.has(clientId)) found.set(clientId, `account ${accountNumber}`);
    return [...found].map(([clientId, from]) => ({ clientId, from }));
  });

  readonly isWhole: boolean = $derived.by(
    () => this.entityId.trim() !== '' && this.clientId.trim() !== '',
  );

  constructor(session: Session) {
    this.#session = session;
  }

  /** Proposes the client id if only one is known; another may be typed instead. */
  async start(): Promise<void> {
    await this.#accounts.refresh();
    const [only, another] = this.known;
    if (only && !another && this.clientId === '') this.clientId = only.clientId;
  }

  /** The problem of a field, from the main process. */
  problemOf(field: 'entityId' | 'clientId'): string | undefined {
    return this.error?.fields?.[field];
  }

  /** Where the client id comes from; undefined where it was typed. */
  get hint(): string | undefined {
    const one = this.known.find(({ clientId }) => clientId === this.clientId.trim());
    return one ? `Of ${one.from}.` : undefined;
  }

  /** Adds it to the list. Returns its id, or null on failure. */
  async send(): Promise<string | null> {
    if (this.busy || !this.isWhole) return null;
    this.busy = true;
    const named = { entityId: this.entityId.trim(), clientId: this.clientId.trim() };
    const outcome = await request('subClients.name', named);
    this.busy = false;
    this.error = outcome.ok ? null : outcome.error;
    return outcome.ok ? outcome.value.entityId : null;
  }
}
