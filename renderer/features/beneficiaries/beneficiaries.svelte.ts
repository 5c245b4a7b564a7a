import type { AppError } from '../../../shared/errors.ts';
import type { Quarantine, BeneficiaryRow } from '../../../shared/ipc/beneficiaries.ts';
import { request } from '../../state/desk.ts';
import type { Drafts } from '../../state/drafts.svelte.ts';
import { Resource } from '../../state/resource.svelte.ts';
import { BeneficiaryEdit } from './beneficiary-edit.svelte.ts';

/** The saved payees, the one selected, and the changes begun; those outlive the view. */
export class BeneficiariesState {
  readonly list = new Resource(() => request('beneficiaries.list', { search: this.search }));
  readonly detail = new Resource(() =>
    request('beneficiaries.get', { entityId: this.#selectedId ?? '' }),
  );
  /** Asking the bank; the local copy's answers are `list` and `detail`. */
  readonly fetching = new Resource(() => request('beneficiaries.refresh', {}));

  /** Those whose bank details changed since they were last paid. */
  readonly quarantine = new Resource(() => request('beneficiaries.quarantine', {}));
  /** The person is asked whether they have checked the changed details. */
  isReleasing = $state(false);

  #releaseIsBusy = $state(false);
  #releaseError = $state.raw<AppError | null>(null);
  #search = $state('');
  #selectedId = $state<string | null>(null);
  #isEditing = $state(false);
  readonly #drafts: Drafts;

  readonly rows: readonly BeneficiaryRow[] = $derived.by(() => this.list.value?.rows ?? []);
  readonly selectedIndex: number = $derived.by(() =>
    this.rows.findIndex(({ entityId }) => entityId === this.#selectedId),
  );
  /** The detail of the selected row; null until it has been read. */
  readonly shown = $derived.by(() =>
    this.detail.value?.beneficiary.entityId === this.#selectedId ? this.detail.value : null,
  );
  readonly edit: BeneficiaryEdit | null = $derived.by(() =>
    this.#isEditing ? this.#editOf(this.#selectedId ?? '') : null,
  );

  constructor(drafts: Drafts) {
    this.#drafts = drafts;
  }

  get releaseIsBusy(): boolean {
    return this.#releaseIsBusy;
  }

  get releaseError(): AppError | null {
    return this.#releaseError;
  }

  get search(): string {
    return this.#search;
  }

  get selectedId(): string | null {
    return this.#selectedId;
  }

  /** A change was begun and neither sent nor discarded. */
  hasDraft(entityId: string): boolean {
    return this.#editOf(entityId)?.isDraft === true;
  }

  /** What changed since the payee was last paid; null when it may be paid. */
  quarantineOf(entityId: string | null): Quarantine | null {
    const rows = this.quarantine.value?.rows ?? [];
    return rows.find((row) => row.entityId === entityId) ?? null;
  }

  /** A person has checked these very details. True when the payee may be paid again. */
  async release({ entityId, fingerprint }: Quarantine): Promise<boolean> {
    if (this.#releaseIsBusy) return false;
    this.#releaseIsBusy = true;
    const outcome = await request('beneficiaries.release', { entityId, fingerprint });
    this.#releaseIsBusy = false;
    this.#releaseError = outcome.ok ? null : outcome.error;
    this.isReleasing = false;
    await this.reread();
    return outcome.ok;
  }

  find(text: string): void {
    this.#search = text;
    void this.list.refresh();
  }

  select(entityId: string): void {
    if (entityId === this.#selectedId) return;
    this.#selectedId = entityId;
    this.#isEditing = false;
    this.isReleasing = false;
    this.#releaseError = null;
    void this.detail.refresh();
  }

  /** Opens the form on what the bank last said, or on the draft that is there. */
  startEditing(): void {
    const { shown } = this;
    if (!shown || shown.openSubmission) return;
    const { entityId } = shown.beneficiary;
    if (!this.hasDraft(entityId))
      this.#drafts.keep('beneficiary', entityId, new BeneficiaryEdit(shown.beneficiary));
    this.#isEditing = true;
  }

  /** Closes the form; what was typed stays as a draft. */
  closeForm(): void {
    const { edit } = this;
    if (edit?.isDraft === false) this.#drop(edit);
    this.#isEditing = false;
  }

  discard(): void {
    if (this.edit) this.#drop(this.edit);
    this.#isEditing = false;
  }

  /** Sends the reviewed change. True if the bank accepted it; then the form is done. */
  async send(): Promise<boolean> {
    const { edit } = this;
    const outcome = await edit?.send();
    const isAccepted = outcome?.ok === true && outcome.value.state === 'accepted';
    if (edit && isAccepted) this.#drop(edit);
    this.#isEditing = this.edit !== null;
    if (outcome) await this.reread();
    return isAccepted;
  }

  /** Reads the local copy again. */
  reread = async (): Promise<void> => {
    await Promise.all([
      this.list.refresh(),
      this.quarantine.refresh(),
      this.#selectedId ? this.detail.refresh() : null,
    ]);
  };

  /** Asks the bank, then reads the local copy again. */
  fetch = async (): Promise<void> => {
    await this.fetching.refresh();
    await this.reread();
  };

  #editOf(entityId: string): BeneficiaryEdit | null {
    const kept = this.#drafts.get('beneficiary', entityId);
    return kept instanceof BeneficiaryEdit ? kept : null;
  }

  #drop(edit: BeneficiaryEdit): void {
    this.#drafts.drop('beneficiary', edit.entityId);
  }
}
