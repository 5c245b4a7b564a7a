import { z } from 'zod';

import {
  placeOf,
  sentFields,
  type RequiredField,
  type SentField,
} from '../../../shared/bank/required-fields.ts';
import type { AppError, Outcome } from '../../../shared/errors.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { newReference } from '../../../shared/reference.ts';
import { err } from '../../../shared/result.ts';
import { requiredTexts, type RequiredFieldList, type RequiredEntry } from './required-entry.ts';
import { Form } from './form.svelte.ts';
import { refusalOf } from './refusals.ts';

type Kind<S extends z.ZodType, D extends object> = {
  readonly schema: S;
  /** What the controls hold at first. */
  readonly draft: D;
  /** What the schema reads of a draft, together with the fields that the bank's file requires. */
  readonly read: (draft: D, reference: string) => object;
  /** Where the operation takes fields that a bank's file may ask for. */
  readonly required?: RequiredFieldList;
};

const WrittenOrder = z.object({ draft: z.record(z.string(), z.string()), reference: z.string() });

/** Something to be sent to the bank: typed, looked at again, sent once. */
export abstract class Order<
  S extends z.ZodType,
  D extends Readonly<Record<string, string>>,
> implements RequiredEntry {
  readonly form: Form<S, D>;
  step = $state<'typing' | 'review'>('typing');
  /** Born with the form and kept until the bank has refused it; only then may the next attempt be another one. */
  #reference = $state(newReference());
  readonly #initial: D;
  readonly #required: RequiredFieldList;

  /** Something was typed that a person would miss. */
  readonly isDraft: boolean = $derived.by(() =>
    Object.entries(this.form.draft).some(
      ([field, value]) => value.trim() !== (this.#initial[field]?.trim() ?? ''),
    ),
  );

  protected constructor({ schema, draft, read, required = () => [] }: Kind<S, D>) {
    this.#initial = draft;
    this.#required = required;
    this.form = new Form({
      schema,
      draft,
      read: (typed) => ({ ...read(typed, this.#reference), more: this.#moreIn(typed) }),
    });
  }

  get required(): readonly RequiredField[] {
    return this.#required();
  }

  /** The required fields in the draft, under names that no catalogue field can have. */
  textOf(name: string): string {
    return this.form.draft[placeOf(name)] ?? '';
  }

  fill(name: string, text: string): void {
    const draft: Record<string, string> = this.form.draft;
    draft[placeOf(name)] = text;
  }

  leave(name: string): void {
    this.form.touch(placeOf(name));
  }

  problemOf(name: string): string | undefined {
    return this.form.problems[placeOf(name)];
  }

  /** What was filled in, as a person sees it again. */
  get more(): readonly SentField[] {
    return sentFields(this.required, this.#moreIn(this.form.draft));
  }

  /** What it will be known by at the bank. */
  get reference(): string {
    return this.#reference;
  }

  protected abstract request(order: z.output<S>): Promise<Outcome<SubmissionView>>;

  /** On to the second look, if all of it can be sent. */
  review(): void {
    for (const field of [...Object.keys(this.#initial), 'currency']) this.form.touch(field);
    for (const { name } of this.required) this.leave(name);
    if (this.form.isValid) this.step = 'review';
  }

  /** As it is written down: it goes on under the same reference, which is never sent twice. */
  get written(): z.input<typeof WrittenOrder> {
    return { draft: { ...this.form.draft }, reference: this.#reference };
  }

  /** Goes on with what was written down; what cannot be read any more is left. */
  takeUp(written: unknown): this {
    const read = WrittenOrder.safeParse(written);
    if (!read.success) return this;
    this.#reference = read.data.reference;
    Object.assign(this.form.draft, read.data.draft);
    return this;
  }

  backToTyping(): void {
    this.step = 'typing';
  }

  /** Sends what was reviewed. Null when it goes on here: what was typed stays, after a refusal under a new reference. */
  async send(): Promise<SubmissionView | null> {
    const outcome = await this.form.submit((order) => this.#submit(order));
    if (outcome?.ok) return outcome.value;
    if (outcome) this.failed(outcome.error);
    return null;
  }

  /** It came to nothing. A session that is over has nothing to do with what was typed. */
  protected failed({ code }: AppError): void {
    // The request has the reference: what is typed next is another one.
    if (code === 'team.requested') this.becomeAnother();
    if (code !== 'session.required') this.backToTyping();
  }

  /** The bank has refused it: the next attempt is another one. */
  protected becomeAnother(): void {
    this.#reference = newReference();
  }

  #moreIn(draft: Readonly<Record<string, string>>): Record<string, string> {
    return requiredTexts(this.required, (name) => draft[placeOf(name)] ?? '');
  }

  async #submit(order: z.output<S>): Promise<Outcome<SubmissionView>> {
    const outcome = await this.request(order);
    if (!outcome.ok || outcome.value.state !== 'refused') return outcome;
    this.becomeAnother();
    return err(refusalOf(outcome.value));
  }
}
