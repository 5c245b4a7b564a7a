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

/** A change of one beneficiary on its way: typed, looked at again, sent once. */
export class BeneficiaryEdit {
  readonly entityId: string;
  /** The title shown to the person: the name at the bank, else the id. */
  readonly title: string;
  /** The bank's contents are unknown: `before` is empty, and only filled fields are sent. */
  readonly isBlind: boolean;
  readonly before: Contents;
  readonly form: Form<typeof BeneficiaryChange, ReturnType<typeof draftOf>>;
  step = $state<Step>('typing');
  /** Born with the form and kept until the bank has settled it; only then may the next attempt be another one. */
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

  /** Something was typed that a person would miss; what waits for its answer is not typed again. */
  get isDraft(): boolean {
    return this.differences.length > 0 && this.step !== 'unanswered';
  }

  /** The draft as it is stored: what was typed, and the bank's contents at that time. */
  get written(): z.input<typeof WrittenEdit> {
    const { entityId, title, isBlind, before, after } = this;
    return { entityId, title, isBlind, before, after, reference: this.#reference };
  }

  /** One that was written down, made anew; null where it cannot be read any more. */
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

  /** On to the second look, if something changed and all of it can be sent. */
  review = (): void => {
    for (const { path } of namedFields) this.form.touch(path);
    if (this.form.isValid && this.differences.length > 0) this.step = 'review';
  };

  backToTyping = (): void => {
    this.step = 'typing';
  };

  /** True when the bank's details are no longer those that the draft began with. */
  isOutdated(now: Beneficiary): boolean {
    return differencesOf(this.before, contentsOf(now)).length > 0;
  }

  /**
   * Sends what was reviewed. Accepted and unknown answers come back as their submission; refused and not sent ones
   * as a failure of the form, whose entries stay. Null while one is under way.
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
