import type { AppError, Outcome } from '../../../shared/errors.ts';
import type { SubClientRow } from '../../../shared/ipc/sub-clients.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { request } from '../../state/desk.ts';
import { refusalIn } from '../../state/refusals.ts';
import { Resource } from '../../state/resource.svelte.ts';
import { DocumentBoard } from './documents/document-board.svelte.ts';

/** The sub-clients of the client, the one selected, and what is on its way to the bank for it. */
export class SubClientsState {
  readonly list = new Resource(() => request('subClients.list', { search: this.search }));
  readonly detail = new Resource(() =>
    request('subClients.get', { entityId: this.#selectedId ?? '' }),
  );
  /** Asking the bank for all of them. */
  readonly fetching = new Resource(() => request('subClients.refresh', {}));
  /** Asking the bank for the selected one and its documents. */
  readonly fetchingOne = new Resource(() =>
    request('subClients.refresh', { entityId: this.#selectedId ?? '' }),
  );

  #search = $state('');
  #selectedId = $state<string | null>(null);
  #board = $state.raw<DocumentBoard | null>(null);
  #sending = $state(false);
  #refusal = $state.raw<AppError | null>(null);

  readonly rows: readonly SubClientRow[] = $derived.by(() => this.list.value?.rows ?? []);
  readonly selectedIndex: number = $derived.by(() =>
    this.rows.findIndex(({ entityId }) => entityId === this.#selectedId),
  );
  /** The detail of the selected row; null until it has been read. */
  readonly shown = $derived.by(() =>
    this.detail.value?.subClient.entityId === this.#selectedId ? this.detail.value : null,
  );

  get search(): string {
    return this.#search;
  }

  get selectedId(): string | null {
    return this.#selectedId;
  }

  /** The upload queue of the selected sub-client. */
  get board(): DocumentBoard | null {
    return this.#board;
  }

  /** A submit or delete is under way. */
  get sending(): boolean {
    return this.#sending;
  }

  /** Why the last submit or delete did not happen. */
  get refusal(): AppError | null {
    return this.#refusal;
  }

  find(text: string): void {
    this.#search = text;
    void this.list.refresh();
  }

  select(entityId: string): void {
    if (entityId === this.#selectedId) return;
    this.#selectedId = entityId;
    this.#refusal = null;
    this.#board = new DocumentBoard(entityId, () => this.shown?.subClient);
    void this.detail.refresh();
    void this.#board.queue.refresh();
  }

  /** Reads the local copy again. */
  reread = async (): Promise<void> => {
    await Promise.all([this.list.refresh(), this.#selectedId ? this.detail.refresh() : null]);
  };

  fetch = async (): Promise<void> => {
    await this.fetching.refresh();
    await this.reread();
  };

  fetchOne = async (): Promise<void> => {
    await this.fetchingOne.refresh();
    await Promise.all([this.reread(), this.#board?.queue.refresh()]);
  };

  /** Hands the sub-client in for approval. True if the bank accepted. */
  submit = (reference: string, entityId: string): Promise<boolean> =>
    this.#send(request('subClients.submit', { reference, entityId }));

  /** Deletes it at the bank; its name is the confirmation. True if the bank accepted. */
  delete = (reference: string, entityId: string, confirmation: string): Promise<boolean> =>
    this.#send(request('subClients.delete', { reference, entityId, confirmation }));

  async #send(asked: Promise<Outcome<SubmissionView>>): Promise<boolean> {
    this.#sending = true;
    this.#refusal = null;
    const outcome = await asked;
    this.#sending = false;
    this.#refusal = outcome.ok ? refusalIn(outcome.value) : outcome.error;
    await this.reread();
    return outcome.ok && outcome.value.state === 'accepted';
  }
}
