import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { AppError, Outcome } from '../../../shared/errors.ts';
import type { SubClientRow } from '../../../shared/ipc/changes/sub-clients.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { changeRequests } from '../../state/forms/change-requests.svelte.ts';
import { request } from '../../state/desk.ts';
import { refusalIn } from '../../state/forms/refusals.ts';
import { Records } from '../../state/records/records.svelte.ts';
import { Resource } from '../../state/records/resource.svelte.ts';
import { DocumentBoard } from './documents/document-board.svelte.ts';

type Answer = { readonly rows: readonly SubClientRow[]; readonly asOf: Timestamp | null };

/** The sub-clients of the client, the selected one, and its running uploads and submissions. */
export class SubClientsState extends Records<SubClientRow, Answer> {
  readonly list = new Resource(() => request('subClients.list', { search: this.search }));
  readonly fetching = new Resource(() => request('subClients.refresh', {}));
  /** Fetches the selected sub-client and its documents from the bank. */
  readonly fetchingOne = new Resource(() =>
    request('subClients.refresh', { entityId: this.selectedKey ?? '' }),
  );
  readonly detail = new Resource(() =>
    request('subClients.get', { entityId: this.selectedKey ?? '' }),
  );
  /** The upload queue of the selected sub-client. */
  board = $state.raw<DocumentBoard | null>(null);
  /** A submit or delete is running. */
  sending = $state(false);
  /** Why the last submit or delete did not happen. */
  refusal = $state.raw<AppError | null>(null);

  /** The detail of the selected row; null until it has been read. */
  readonly shown = $derived.by(() =>
    this.detail.value?.subClient.entityId === this.selectedKey ? this.detail.value : null,
  );

  select(entityId: string): void {
    if (entityId === this.selectedKey) return;
    this.selectedKey = entityId;
    this.refusal = null;
    this.board = new DocumentBoard(entityId, () => this.shown?.subClient);
    void this.detail.refresh();
    void this.board.queue.refresh();
  }

  override async reread(): Promise<void> {
    await Promise.all([this.list.refresh(), this.selectedKey ? this.detail.refresh() : null]);
  }

  fetchOne = async (): Promise<void> => {
    await this.fetchingOne.refresh();
    await Promise.all([this.reread(), this.board?.queue.refresh(), this.board?.people.refresh()]);
  };

  /** Removes a sub-client that was added to the list by mistake. True on success. */
  forget = async (entityId: string): Promise<boolean> => {
    const outcome = await request('subClients.forget', { entityId });
    this.refusal = outcome.ok ? null : outcome.error;
    if (outcome.ok) this.selectedKey = null;
    await this.reread();
    return outcome.ok;
  };

  /** Submits the sub-client for approval. True if the bank accepted. */
  submit = (reference: string, entityId: string): Promise<boolean> =>
    this.#send(changeRequests.send('subClients.submit', { reference, entityId }));

  /** Deletes it at the bank; its name is the confirmation. True if the bank accepted. */
  delete = (reference: string, entityId: string, confirmation: string): Promise<boolean> =>
    this.#send(changeRequests.send('subClients.delete', { reference, entityId, confirmation }));

  protected override keyOf({ entityId }: SubClientRow): string {
    return entityId;
  }

  protected override rowsOf({ rows }: Answer): readonly SubClientRow[] {
    return rows;
  }

  async #send(requested: Promise<Outcome<SubmissionView>>): Promise<boolean> {
    this.sending = true;
    this.refusal = null;
    const outcome = await requested;
    this.sending = false;
    this.refusal = outcome.ok ? refusalIn(outcome.value) : outcome.error;
    await this.reread();
    return outcome.ok && outcome.value.state === 'accepted';
  }
}
