import { z } from 'zod';

import { BeneficiaryChange, type Beneficiary } from '../../../../shared/bank/beneficiaries.ts';
import type { Outcome } from '../../../../shared/errors.ts';
import type { SubmissionView } from '../../../../shared/ipc/submissions.ts';
import { err } from '../../../../shared/result.ts';
import { changeRequests } from '../../../state/forms/change-requests.svelte.ts';
import { Form } from '../../../state/forms/form.svelte.ts';
import { refusalIn } from '../../../state/forms/refusals.ts';
import {
  changeFrom,
  contentsOf,
  contentsOfDraft,
  differencesOf,
  draftOf,
  namedFields,
  unknownContents,
  valueAt,
  write,
  type Contents,
} from '../details/contents.ts';
import { newReference } from '../../../../shared/reference.ts';

/** unanswered: sent, and the outcome is not known yet; nothing more can be sent. */
type Step = 'typing' | 'review' | 'unanswered';

const WrittenContents = z.record(z.string(), z.string());
const WrittenEdit = z.object({
  entityId: z.string(),
  title: z.string(),
  isBlind: z.boolean(),
  before: WrittenContents,
  after: WrittenContents,
  reference: z.string(),
});

/** The contents that a change is compared with. */
const begunOn = (entityId: string, known: Beneficiary | null) => ({
  title: known === null || known.name === '' ? entityId : known.name,
  isBlind: known === null,
  before: known === null ? unknownContents : contentsOf(known),
});

/** A change of one beneficiary: typed, reviewed, sent once. */
export class BeneficiaryEdit {
  readonly entityId: string;
  /** The title shown to the person: the name at the bank, else the id. */
  readonly title: string;
  /** The bank's contents are unknown: `before` is empty, and only filled fields are sent. */
  readonly isBlind: boolean;
  readonly before: Contents;
  readonly form: Form<typeof BeneficiaryChange, ReturnType<typeof draftOf>>;
  step = $state<Step>('typing');
  /** The idempotency key: created with the form and kept until the bank has settled the change; only then is it replaced. */
  #reference = $state(newReference());

  readonly after: Contents = $derived.by(() => contentsOfDraft(this.form.draft));
  readonly differences = $derived.by(() => differencesOf(this.before, this.after));

  /** `known` is null where the bank never returned the contents. */
  constructor(entityId: string, known: Beneficiary | null, begun = begunOn(entityId, known)) {
    this.entityId = entityId;
    this.title = begun.title;
    this.isBlind = begun.isBlind;
    this.before = begun.before;
    this.form = new Form({
      schema: BeneficiaryChange,
      draft: draftOf(this.before),
      read: (draft) => changeFrom(this.before, contentsOfDraft(draft)),
    });
  }

  /** True if something was typed; a change that waits for its answer is not a draft. */
  get isDraft(): boolean {
    return this.differences.length > 0 && this.step !== 'unanswered';
  }

  /** The draft as it is stored: what was typed, and the bank's contents at that time. */
  get written(): z.input<typeof WrittenEdit> {
    const { entityId, title, isBlind, before, after } = this;
    return { entityId, title, isBlind, before, after, reference: this.#reference };
  }

  /** Restores a stored draft; null if it can no longer be read. */
  static again(written: unknown): BeneficiaryEdit | null {
    const { data } = WrittenEdit.safeParse(written);
    if (!data) return null;
    const edit = new BeneficiaryEdit(data.entityId, null, data);
    for (const [path, text] of Object.entries(data.after)) edit.type(path, text);
    edit.#reference = data.reference;
    return edit;
  }

  valueOf = (path: string): string => valueAt(this.form.draft, path);

  type = (path: string, value: string): void => {
    write(this.form.draft, path, value);
  };

  isChanged = (path: string): boolean => this.before[path] !== this.after[path];

  /** Goes to the review if something changed and all of it can be sent. */
  review = (): void => {
    for (const { path } of namedFields) this.form.touch(path);
    if (this.form.isValid && this.differences.length > 0) this.step = 'review';
  };

  backToTyping = (): void => {
    this.step = 'typing';
  };

  /** True when the bank's details have changed since the draft was begun. */
  isOutdated(now: Beneficiary): boolean {
    return differencesOf(this.before, contentsOf(now)).length > 0;
  }

  /**
   * Sends the reviewed change. An accepted or unknown answer returns its submission; a refused or unsent one returns a failure of the form,
   * whose entries stay. Null while a send is already running.
   */
  async send(): Promise<Outcome<SubmissionView> | null> {
    const outcome = await this.form.submit((change) => this.#submit(change));
    if (outcome && !outcome.ok) this.step = 'typing';
    if (outcome?.ok && outcome.value.state !== 'accepted') this.step = 'unanswered';
    return outcome;
  }

  async #submit(change: BeneficiaryChange): Promise<Outcome<SubmissionView>> {
    const reference = this.#reference;
    const { entityId } = this;
    const outcome = await changeRequests.send('beneficiaries.update', {
      reference,
      entityId,
      change,
    });
    const refusal = outcome.ok ? refusalIn(outcome.value) : null;
    if (!refusal) return outcome;
    this.#reference = newReference();
    return err(refusal);
  }
}
