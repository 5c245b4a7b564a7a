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
  /** The initial values of the controls. */
  readonly draft: D;
  /** The schema's input, made from a draft with the fields that the bank's file requires. */
  readonly read: (draft: D, reference: string) => object;
  /** Where the operation takes fields that a bank's file may ask for. */
  readonly required?: RequiredFieldList;
};

const WrittenOrder = z.object({ draft: z.record(z.string(), z.string()), reference: z.string() });

/** A request to the bank being made: typed, reviewed, sent once. */
export abstract class Order<
  S extends z.ZodType,
  D extends Readonly<Record<string, string>>,
> implements RequiredEntry {
  readonly form: Form<S, D>;
  step = $state<'typing' | 'review'>('typing');
  /** The idempotency key: created with the form and kept until the bank has refused it; only then is it replaced. */
  #reference = $state(newReference());
  readonly #initial: D;
  readonly #required: RequiredFieldList;

  /** True if something was typed. */
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

  /** The required fields that were filled in, as a person sees them. */
  get more(): readonly SentField[] {
    return sentFields(this.required, this.#moreIn(this.form.draft));
  }

  /** The reference at the bank. */
  get reference(): string {
    return this.#reference;
  }

  protected abstract request(order: z.output<S>): Promise<Outcome<SubmissionView>>;

  /** Goes to the review, if all of it can be sent. */
  review(): void {
    for (const field of [...Object.keys(this.#initial), 'currency']) this.form.touch(field);
    for (const { name } of this.required) this.leave(name);
    if (this.form.isValid) this.step = 'review';
  }

  /** The draft as it is stored: it continues under the same reference, which is never sent twice. */
  get written(): z.input<typeof WrittenOrder> {
    return { draft: { ...this.form.draft }, reference: this.#reference };
  }

  /** Restores a stored draft; text that can no longer be read is ignored. */
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

  /** Sends the reviewed order. Null if the form stays: the typed text stays, after a refusal under a new reference. */
  async send(): Promise<SubmissionView | null> {
    const outcome = await this.form.submit((order) => this.#submit(order));
    if (outcome?.ok) return outcome.value;
    if (outcome) this.failed(outcome.error);
    return null;
  }

  /** Handles a failure. An expired session has nothing to do with the typed text. */
  protected failed({ code }: AppError): void {
    // The request has the reference, so the next order needs another.
    if (code === 'team.requested') this.becomeAnother();
    if (code !== 'session.required') this.backToTyping();
  }

  /** Takes a new reference for the next attempt, after the bank has refused this one. */
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
