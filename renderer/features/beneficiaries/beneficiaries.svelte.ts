import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import type { AppError } from '../../../shared/errors.ts';
import type {
  ListedBeneficiary,
  NamedBeneficiary,
  Quarantine,
} from '../../../shared/ipc/changes/beneficiaries.ts';
import { request } from '../../state/desk.ts';
import type { Drafts } from '../../state/forms/drafts.svelte.ts';
import { Records } from '../../state/records/records.svelte.ts';
import { Resource } from '../../state/records/resource.svelte.ts';
import { BeneficiaryEdit } from './edit/beneficiary-edit.svelte.ts';

type Answer = {
  readonly rows: readonly ListedBeneficiary[];
  readonly total: number;
  readonly asOf: Timestamp | null;
};

/** The saved beneficiaries, the one selected, and the changes begun; those outlive the view. */
export class BeneficiariesState extends Records<ListedBeneficiary, Answer> {
  readonly list = new Resource(() => request('beneficiaries.list', { search: this.search }));
  readonly fetching = new Resource(() => request('beneficiaries.refresh', {}));
  readonly detail = new Resource(() =>
    request('beneficiaries.get', { entityId: this.selectedKey ?? '' }),
  );
  /** The selected beneficiary by id alone, for one the bank never returned. */
  readonly named = new Resource(() =>
    request('beneficiaries.byId', { entityId: this.selectedKey ?? '' }),
  );
  /** Those whose bank details changed since they were last paid. */
  readonly quarantine = new Resource(() => request('beneficiaries.quarantine', {}));
  /** The question whether the person has checked the changed details is open. */
  isReleasing = $state(false);
  releaseIsBusy = $state(false);
  releaseError = $state.raw<AppError | null>(null);
  #isEditing = $state(false);
  readonly #drafts: Drafts;

  /** The detail of the selected row; null until it has been read. */
  readonly shown = $derived.by(() =>
    this.detail.value?.beneficiary.entityId === this.selectedKey ? this.detail.value : null,
  );
  /** The selected beneficiary, where the bank never returned its contents. */
  readonly unkept: NamedBeneficiary | null = $derived.by(() => {
    const { value } = this.named;
    return value?.entityId === this.selectedKey && !value.isCached ? value : null;
  });
  readonly edit: BeneficiaryEdit | null = $derived.by(() =>
    this.#isEditing ? this.#editOf(this.selectedKey ?? '') : null,
  );

  constructor(drafts: Drafts) {
    super();
    this.#drafts = drafts;
    drafts.makesAgain('beneficiary', (written) => BeneficiaryEdit.again(written));
  }

  /** A change was begun and neither sent nor discarded. */
  hasDraft(entityId: string): boolean {
    return this.#editOf(entityId)?.isDraft === true;
  }

  /** What changed since the last payment; null if the beneficiary may be paid. */
  quarantineOf(entityId: string | null): Quarantine | null {
    const rows = this.quarantine.value?.rows ?? [];
    return rows.find((row) => row.entityId === entityId) ?? null;
  }

  /** A person has checked these very details. True when it may be paid again. */
  async release({ entityId, fingerprint }: Quarantine): Promise<boolean> {
    if (this.releaseIsBusy) return false;
    this.releaseIsBusy = true;
    const outcome = await request('beneficiaries.release', { entityId, fingerprint });
    this.releaseIsBusy = false;
    // A release that the person declined outside the window is no error.
    this.releaseError = outcome.ok || outcome.error.code === 'declined' ? null : outcome.error;
    this.isReleasing = false;
    await this.reread();
    return outcome.ok;
  }

  /** Selects a beneficiary; resolves once it was read. */
  async select(entityId: string): Promise<void> {
    if (entityId === this.selectedKey) return;
    this.selectedKey = entityId;
    this.#isEditing = false;
    this.isReleasing = false;
    this.releaseError = null;
    await this.#readSelected();
  }

  /** Opens the form on the bank's last answer, if there is one, or on the existing draft. */
  startEditing(): void {
    const { selectedKey: entityId, shown, unkept } = this;
    const selected = shown ?? unkept;
    if (entityId === null || !selected || selected.openSubmission) return;
    if (!this.hasDraft(entityId)) {
      const edit = new BeneficiaryEdit(entityId, shown?.beneficiary ?? null);
      this.#drafts.keep('beneficiary', entityId, edit);
    }
    this.#isEditing = true;
  }

  /** Closes the form; the typed text stays as a draft. */
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

  override async reread(): Promise<void> {
    await Promise.all([
      this.list.refresh(),
      this.quarantine.refresh(),
      this.selectedKey === null ? null : this.#readSelected(),
    ]);
  }

  protected override keyOf({ entityId }: ListedBeneficiary): string {
    return entityId;
  }

  protected override rowsOf({ rows }: Answer): readonly ListedBeneficiary[] {
    return rows;
  }

  async #readSelected(): Promise<void> {
    await Promise.all([this.detail.refresh(), this.named.refresh()]);
  }

  #editOf(entityId: string): BeneficiaryEdit | null {
    const draft = this.#drafts.get('beneficiary', entityId);
    return draft instanceof BeneficiaryEdit ? draft : null;
  }

  #drop(edit: BeneficiaryEdit): void {
    this.#drafts.drop('beneficiary', edit.entityId);
  }
}
