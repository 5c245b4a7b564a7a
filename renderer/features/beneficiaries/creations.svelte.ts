import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { request } from '../../state/desk.ts';
import type { Drafts } from '../../state/drafts.svelte.ts';
import { Resource } from '../../state/resource.svelte.ts';
import { PayeeDraft } from './payee-draft.svelte.ts';

const listedMax = 200;

/** New payees: the one being entered, and those that were sent and have no answer. */
export class Creations {
  readonly open = new Resource(() => request('submissions.list', { open: true, limit: listedMax }));
  #isEntering = $state(false);
  /** The one looked at; it stays when it is settled, until something else is chosen. */
  #chosen = $state.raw<SubmissionView | null>(null);
  #busy = $state(false);
  readonly #drafts: Drafts;

  readonly waiting: readonly SubmissionView[] = $derived.by(() =>
    (this.open.value?.rows ?? []).filter(({ operation }) => operation === 'createBeneficiary'),
  );
  readonly draft: PayeeDraft | null = $derived.by(() => this.#kept());

  constructor(drafts: Drafts) {
    this.#drafts = drafts;
  }

  get isEntering(): boolean {
    return this.#isEntering && this.draft !== null;
  }

  get chosen(): SubmissionView | null {
    return this.#chosen;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** Opens the form, on the draft that is there or on an empty one. */
  begin(): void {
    this.#chosen = null;
    if (!this.#kept()) this.#drafts.keep('payee', 'new', new PayeeDraft());
    this.#isEntering = true;
  }

  /** Back from the review to the fields, unless it is being sent. */
  back(): void {
    if (this.draft?.busy === false) this.draft.backToTyping();
  }

  /** Closes the form; what was entered stays as a draft. */
  leave(): void {
    if (this.draft?.isBegun === false) this.discard();
    this.#isEntering = false;
  }

  discard(): void {
    this.#drafts.drop('payee', 'new');
    this.#isEntering = false;
  }

  choose(submission: SubmissionView | null): void {
    this.leave();
    this.#chosen = submission;
  }

  /** Sends the reviewed payee. What the bank took, or may have taken, is no draft any more. */
  async send(): Promise<SubmissionView | null> {
    const outcome = (await this.draft?.send()) ?? null;
    if (!outcome?.ok) return null;
    this.discard();
    if (outcome.value.state !== 'accepted') this.#chosen = outcome.value;
    await this.open.refresh();
    return outcome.value;
  }

  /** Hears of a submission; answers with it when it is the one looked at and the bank has it now. */
  hear(submission: SubmissionView): SubmissionView | null {
    if (submission.operation !== 'createBeneficiary') return null;
    void this.open.refresh();
    if (submission.submissionId !== this.#chosen?.submissionId) return null;
    this.#chosen = submission.state === 'accepted' ? null : submission;
    return submission.state === 'accepted' ? submission : null;
  }

  lookUp = (): Promise<SubmissionView | null> => this.#ask('submissions.lookUp');
  sendAgain = (): Promise<SubmissionView | null> => this.#ask('submissions.sendAgain');

  async #ask(
    route: 'submissions.lookUp' | 'submissions.sendAgain',
  ): Promise<SubmissionView | null> {
    const submissionId = this.#chosen?.submissionId;
    if (submissionId === undefined || this.#busy) return null;
    this.#busy = true;
    const outcome = await request(route, { submissionId });
    this.#busy = false;
    return outcome.ok ? this.hear(outcome.value) : null;
  }

  #kept(): PayeeDraft | null {
    const kept = this.#drafts.get('payee', 'new');
    return kept instanceof PayeeDraft ? kept : null;
  }
}
