import { z } from 'zod';

import type { Outcome } from '../../../shared/errors.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { newReference } from '../../../shared/reference.ts';
import { err } from '../../../shared/result.ts';
import { request } from '../../state/desk.ts';
import { Form } from '../../state/form.svelte.ts';
import { refusalOf } from '../../state/refusals.ts';

const schema = z.object({
  currency: z.string().refine(isCurrency, 'a currency of three letters, such as EUR'),
  accountName: z.string().min(1, 'is missing').max(140),
  ownerEntityId: z.string(),
});

const empty = { currency: '', accountName: '', ownerEntityId: '' };

/** A virtual account on its way: typed, looked at again, sent once. */
export class NewAccount {
  readonly form = new Form({
    schema,
    draft: empty,
    read: ({ currency, accountName, ownerEntityId }) => ({
      currency: currency.trim().toUpperCase(),
      accountName: accountName.trim(),
      ownerEntityId,
    }),
  });
  /** Born with the form; the bank echoes it. A new one after the bank has refused it. */
  #reference = newReference();
  #step = $state<'typing' | 'review'>('typing');

  readonly isDraft: boolean = $derived.by(() =>
    Object.values(this.form.draft).some((value) => value.trim() !== ''),
  );
  readonly currency: string = $derived.by(() => this.form.draft.currency.trim().toUpperCase());

  get step(): 'typing' | 'review' {
    return this.#step;
  }

  review(): void {
    for (const field of Object.keys(empty)) this.form.touch(field);
    if (this.form.isValid) this.#step = 'review';
  }

  backToTyping(): void {
    this.#step = 'typing';
  }

  /** Sends what was reviewed. Null when it came to nothing: what was typed stays. */
  async send(): Promise<SubmissionView | null> {
    const outcome = await this.form.submit((order) => this.#submit(order));
    if (outcome?.ok) return outcome.value;
    if (outcome && outcome.error.code !== 'session.required') this.backToTyping();
    return null;
  }

  async #submit({
    ownerEntityId,
    ...order
  }: z.output<typeof schema>): Promise<Outcome<SubmissionView>> {
    const outcome = await request('accounts.createVirtual', {
      reference: this.#reference,
      ...order,
      ...(ownerEntityId !== '' && { ownerEntityId }),
    });
    if (!outcome.ok || outcome.value.state !== 'refused') return outcome;
    this.#reference = newReference();
    return err(refusalOf(outcome.value));
  }
}
