import { SvelteMap } from 'svelte/reactivity';

import type { BeneficiaryRow } from '../../../shared/ipc/records.ts';
import { request } from '../../desk.ts';
import { Resource } from '../../state/resource.svelte.ts';
import { BeneficiaryEdit } from './beneficiary-edit.svelte.ts';

/** The saved payees, the one selected, and the drafts of changes to them. */
export class BeneficiariesState {
  readonly list = new Resource(() => request('beneficiaries.list', { search: this.search }));
  readonly detail = new Resource(() =>
    request('beneficiaries.get', { entityId: this.#selectedId ?? '' }),
  );
  /** Asking the bank; the local copy's answers are `list` and `detail`. */
  readonly fetching = new Resource(() => request('beneficiaries.refresh', {}));

  #search = $state('');
  #selectedId = $state<string | null>(null);
  #isEditing = $state(false);
  readonly #drafts = new SvelteMap<string, BeneficiaryEdit>();

  readonly rows: readonly BeneficiaryRow[] = $derived.by(() => this.list.value?.rows ?? []);
  readonly selectedIndex: number = $derived.by(() =>
    this.rows.findIndex(({ entityId }) => entityId === this.#selectedId),
  );
  /** The detail of the selected row; null until it has been read. */
  readonly shown = $derived.by(() =>
    this.detail.value?.beneficiary.entityId === this.#selectedId ? this.detail.value : null,
  );
  readonly edit: BeneficiaryEdit | null = $derived.by(() =>
    this.#isEditing ? this.draftOf(this.#selectedId ?? '') : null,
  );

  get search(): string {
    return this.#search;
  }

  get selectedId(): string | null {
    return this.#selectedId;
  }

  /** A draft that was begun and neither sent nor discarded. */
  draftOf(entityId: string): BeneficiaryEdit | null {
    return this.#drafts.get(entityId) ?? null;
  }

  find(text: string): void {
    this.#search = text;
    void this.list.refresh();
  }

  select(entityId: string): void {
    if (entityId === this.#selectedId) return;
    this.#selectedId = entityId;
    this.#isEditing = false;
    void this.detail.refresh();
  }

  /** Opens the form on what the bank last said, or on the draft that is there. */
  startEditing(): void {
    const { shown } = this;
    if (!shown || shown.openSubmission) return;
    const { entityId } = shown.beneficiary;
    if (!this.#drafts.has(entityId))
      this.#drafts.set(entityId, new BeneficiaryEdit(shown.beneficiary));
    this.#isEditing = true;
  }

  /** Closes the form; what was typed stays as a draft. */
  closeForm(): void {
    const { edit } = this;
    if (edit && (edit.differences.length === 0 || edit.step === 'unanswered'))
      this.#drafts.delete(edit.entityId);
    this.#isEditing = false;
  }

  discard(): void {
    if (this.edit) this.#drafts.delete(this.edit.entityId);
    this.#isEditing = false;
  }

  /** Sends the reviewed change. True if the bank accepted it; then the form is done. */
  async send(): Promise<boolean> {
    const { edit } = this;
    const outcome = await edit?.send();
    const isAccepted = outcome?.ok === true && outcome.value.state === 'accepted';
    if (isAccepted) this.discard();
    if (outcome) await this.reread();
    return isAccepted;
  }

  /** Reads the local copy again. */
  reread = async (): Promise<void> => {
    await Promise.all([this.list.refresh(), this.#selectedId ? this.detail.refresh() : null]);
  };

  /** Asks the bank, then reads the local copy again. */
  fetch = async (): Promise<void> => {
    await this.fetching.refresh();
    await this.reread();
  };
}
