import type { SubmissionView } from '../../../../shared/ipc/submissions.ts';
import { DraftPlace, type Drafts } from '../../../state/forms/drafts.svelte.ts';
import { OpenSubmissions } from '../../../state/records/open-submissions.svelte.ts';
import { BeneficiaryDraft } from './beneficiary-draft.svelte.ts';

/** New beneficiaries: the one being entered, and those that were sent and have no answer. */
export class Creations {
  readonly open = new OpenSubmissions('createBeneficiary');
  readonly drafts: DraftPlace<BeneficiaryDraft>;
  #isEntering = $state(false);

  constructor(drafts: Drafts) {
    this.drafts = new DraftPlace(drafts, 'new-beneficiary', {
      isDraft: (draft) => draft instanceof BeneficiaryDraft,
      again: (written) => new BeneficiaryDraft().takeUp(written),
    });
  }

  get isEntering(): boolean {
    return this.#isEntering && this.drafts.current !== null;
  }

  /** Opens the form, on the existing draft or on an empty one. */
  begin(): void {
    this.open.choose(null);
    this.drafts.begin(() => new BeneficiaryDraft());
    this.#isEntering = true;
  }

  /** Opens the form filled with bank details as text; an existing draft is continued unchanged. */
  beginWith(details: string): void {
    const isNew = !this.drafts.isBegun;
    this.begin();
    if (isNew) void this.drafts.current?.paste(details);
  }

  /** Back from the review to the fields, unless it is being sent. */
  back(): void {
    const { current } = this.drafts;
    if (current?.busy === false) current.backToTyping();
  }

  /** Closes the form; the entered text stays as a draft. */
  leave(): void {
    this.drafts.leave();
    this.#isEntering = false;
  }

  discard(): void {
    this.drafts.drop();
    this.#isEntering = false;
  }

  choose(submission: SubmissionView | null): void {
    this.leave();
    this.open.choose(submission);
  }

  /** Sends the reviewed beneficiary. One that the bank accepted, or may have accepted, is no longer a draft. */
  async send(): Promise<SubmissionView | null> {
    const outcome = (await this.drafts.current?.send()) ?? null;
    if (!outcome?.ok) return null;
    this.discard();
    if (outcome.value.state !== 'accepted') this.open.choose(outcome.value);
    await this.open.refresh();
    return outcome.value;
  }

  /** Handles a changed submission; returns it if it is the open one and the bank has it now. */
  onSubmission(submission: SubmissionView): SubmissionView | null {
    return this.#accepted(this.open.onSubmission(submission));
  }

  /** Looks up the open submission, or sends it again; returns it if the bank has it now. */
  async settle(action: 'lookUp' | 'sendAgain'): Promise<SubmissionView | null> {
    return this.#accepted(await this.open[action]());
  }

  #accepted(submission: SubmissionView | null): SubmissionView | null {
    if (submission?.state !== 'accepted') return null;
    this.open.choose(null);
    return submission;
  }
}
