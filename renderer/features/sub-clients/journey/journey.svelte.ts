import type { SubClient } from '../../../../shared/bank/onboarding.ts';
import type { AppError } from '../../../../shared/errors.ts';
import type { SubClientDetail } from '../../../../shared/ipc/changes/sub-clients.ts';
import type { SubmissionView } from '../../../../shared/ipc/submissions.ts';
import { changeRequests } from '../../../state/forms/change-requests.svelte.ts';
import { request } from '../../../state/desk.ts';
import { Resource } from '../../../state/records/resource.svelte.ts';
import type { Dropped } from '../../../ui/controls/dropped-files.ts';
import { isFieldStep, type FieldName, type FieldStep } from './journey-fields.ts';
import { emptyRecord, isEmptyRecord, readRecord, type JourneyRecord } from './journey-record.ts';
import type { StepId } from './journey-labels.ts';
import { SavedText } from './saved-text.svelte.ts';
import { Owners } from './owners.svelte.ts';
import type { PartState } from './part-states.svelte.ts';
import { Sending } from './sending.svelte.ts';
import { TypedFields } from './typed-fields.svelte.ts';

const keyOf = (entityId: string | null): string => `sub-client:${entityId ?? 'new'}`;

/**
 * A sub-client from its first line to its submission. Typed values overlay the bank's, are stored on this machine until the bank has them
 * too, and are sent step by step, never twice: the reference is stored before anything leaves.
 */
export class Journey {
  readonly detail = new Resource<SubClientDetail>(() =>
    request('subClients.get', { entityId: this.entityId ?? '' }),
  );
  /** Fetches the sub-client from the bank, with its owners and documents. */
  readonly fetching = new Resource(() =>
    request('subClients.refresh', { entityId: this.entityId ?? '' }),
  );
  readonly fields = new TypedFields(() => this.subClient);
  readonly owners: Owners;
  readonly #sending = new Sending({
    fields: this.fields,
    keep: () => this.#keepNow(),
    takeOver: (part, submission) => this.#takeOver(part, submission),
  });
  readonly parts = this.#sending.parts;
  readonly saved: SavedText;
  step = $state<StepId>('business');

  /** Null until the bank has it. */
  entityId = $state<string | null>(null);
  #tried = $state.raw<ReadonlySet<StepId>>(new Set());
  /** The stored record has been read: typing can no longer be overwritten. */
  isOpen = $state(false);
  /** The bank accepted it without an identifier: nothing more can be sent for it from here. */
  isOutOfSync = $state(false);

  readonly subClient: SubClient | null = $derived.by(() => this.detail.value?.subClient ?? null);
  /** A submission has an unknown outcome: nothing more is sent until it is settled. */
  readonly openSubmission: SubmissionView | null = $derived.by(
    () => this.parts.unknown ?? this.detail.value?.openSubmission ?? null,
  );

  constructor(entityId: string | null) {
    this.entityId = entityId;
    this.saved = new SavedText(keyOf(entityId));
    this.owners = new Owners(
      () => this.detail.value?.shareholding?.shareholders ?? [],
      () => this.#keep(),
    );
  }

  /** Files that were dropped in another step, to be added to the documents. */
  #files: Promise<Dropped> | null = null;

  readonly name: string = $derived.by(() => this.text('name').trim());

  /** Goes to the documents with the dropped files; false while the bank does not have the sub-client yet. */
  takeFiles(dropped: Promise<Dropped>): boolean {
    if (this.entityId === null) return false;
    this.#files = dropped;
    this.step = 'documents';
    return true;
  }

  /** Returns the dropped files, once. */
  droppedFiles(): Promise<Dropped> | null {
    const files = this.#files;
    this.#files = null;
    return files;
  }

  /** Loads the bank's record and the stored values. */
  async open(): Promise<void> {
    const [text] = await Promise.all([
      this.saved.read(),
      this.entityId === null ? null : this.detail.refresh(),
    ]);
    const record = await readRecord(text);
    this.fields.entered = record.entered;
    this.owners.restore(record.changed, record.added);
    this.#sending.sent = record.sent;
    // A stored record that could not be read is not overwritten until something is typed.
    if (!isEmptyRecord(record)) this.#keep();
    await this.#sending.recall();
    this.isOpen = true;
  }

  text = (name: FieldName): string => this.fields.text(name);

  type(name: FieldName, text: string): void {
    this.fields.type(name, text);
    this.#keep();
  }

  problem = (step: FieldStep, name: FieldName): string | undefined =>
    this.fields.problem(step, name, this.#tried.has(step));

  isTried = (step: StepId): boolean => this.#tried.has(step);

  /** Something of a step is not at the bank. */
  isUnsaved(step: StepId): boolean {
    if (step === 'shareholders') return this.owners.unsaved.length > 0;
    return isFieldStep(step) && this.fields.isUnsaved(step);
  }

  /** True if the bank has a part of a step. */
  isHeld(step: StepId): boolean {
    if (step === 'shareholders') return this.owners.rows.some(({ held }) => held !== null);
    return isFieldStep(step) && this.fields.isHeld(step);
  }

  stateOf(step: StepId): PartState | null {
    if (step !== 'shareholders') return this.parts.of(step);
    const states = this.owners.rows.flatMap(({ rowId }) => this.parts.of(rowId) ?? []);
    const worst = (['saving', 'unknown', 'refused'] as const)
      .map((kind) => states.find((state) => state.kind === kind))
      .find((state) => state !== undefined);
    return worst ?? this.parts.of('shareholders');
  }

  /** Sends the changes of a step. True if none is left to send. */
  async save(step: StepId): Promise<boolean> {
    this.#tried = new Set([...this.#tried, step]);
    if (this.parts.isSaving || this.openSubmission || this.isOutOfSync)
      return !this.isUnsaved(step);
    if (isFieldStep(step)) return await this.#sending.sendFields(step, this.entityId);
    if (step !== 'shareholders') return true;
    return await this.#sending.sendOwners(this.owners, this.entityId);
  }

  /** Submits it for approval. True if the bank accepted it. */
  async submit(): Promise<boolean> {
    const entityId = this.entityId;
    if (entityId === null || this.parts.isSaving || this.openSubmission) return false;
    const ask = (reference: string) =>
      changeRequests.send('subClients.submit', { reference, entityId });
    return (await this.#sending.send('submit', ask)).kind === 'saved';
  }

  fetch = async (): Promise<void> => {
    if (this.entityId === null) return;
    await this.fetching.refresh();
    await this.detail.refresh();
  };

  reread = async (): Promise<void> => {
    if (this.entityId !== null) await this.detail.refresh();
  };

  /** Handles a changed submission; one of ours that is settled is applied. */
  async onSubmission(submission: SubmissionView): Promise<void> {
    if (this.parts.isSaving) return;
    if (!(await this.#sending.onSubmission(submission))) await this.reread();
  }

  /** Looks up the submission without an answer, or sends it again under the same reference. */
  async ask(route: 'submissions.lookUp' | 'submissions.sendAgain'): Promise<AppError | null> {
    const submissionId = this.openSubmission?.submissionId;
    if (submissionId === undefined) return null;
    const outcome = await request(route, { submissionId });
    if (!outcome.ok) return outcome.error;
    await this.onSubmission(outcome.value);
    return null;
  }

  /** Nothing was typed that is not at the bank. */
  get isEmpty(): boolean {
    return isEmptyRecord(this.#record());
  }

  /** Deletes the typed and unsent values. */
  async discard(): Promise<void> {
    this.fields.forget();
    this.owners.restore({}, []);
    this.#tried = new Set();
    this.saved.put(null);
    await this.saved.flush();
  }

  /** Applies an accepted submission: the bank's record is read again, and the sent values are no longer drafts. */
  async #takeOver(part: string, { recordId, settledAt, createdAt }: SubmissionView): Promise<void> {
    if (this.entityId === null && recordId === null) this.isOutOfSync = true;
    else if (this.entityId === null && recordId !== null) {
      this.entityId = recordId;
      await this.saved.moveTo(keyOf(recordId));
    }
    await this.reread();
    if (isFieldStep(part)) this.fields.forgetSent(part);
    else if (part !== 'submit') {
      this.owners.drop(part);
      this.parts.put('shareholders', { kind: 'saved', at: settledAt ?? createdAt });
    }
  }

  #keep(): void {
    const record = this.#record();
    this.saved.put(isEmptyRecord(record) ? null : JSON.stringify(record));
  }

  async #keepNow(): Promise<void> {
    this.#keep();
    await this.saved.flush();
  }

  #record(): JourneyRecord {
    return {
      ...emptyRecord,
      entered: this.fields.entered,
      changed: this.owners.changes,
      added: [...this.owners.added],
      sent: this.#sending.sent,
    };
  }
}
