import { z } from 'zod';

import { Reference } from '../../../shared/bank/operation.ts';
import { ReceivableOrder } from '../../../shared/bank/receivables.ts';
import type { Outcome } from '../../../shared/errors.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { newReference } from '../../../shared/reference.ts';
import { err } from '../../../shared/result.ts';
import { request } from '../../state/desk.ts';
import { EnteredAmount } from '../../state/entered-amount.ts';
import { Form } from '../../state/form.svelte.ts';
import { refusalOf } from '../../state/refusals.ts';

const schema = ReceivableOrder.extend({
  accountNumber: z.string().min(1, 'choose an account'),
  amount: EnteredAmount,
  reference: Reference,
});

const empty = {
  accountNumber: '',
  amount: '',
  reference: '',
  payerName: '',
  payerEmail: '',
  description: '',
  dueDate: '',
};
export type ReceivableFields = typeof empty;

type Step = 'typing' | 'review';

/** A receivable on its way: typed, looked at again, sent once. */
export class NewReceivable {
  readonly form: Form<typeof schema, ReceivableFields>;
  readonly #initial: ReceivableFields;
  readonly #currencyOf: (accountNumber: string) => string;
  /** Used where nobody typed another; born with the form and kept until the bank has refused it. */
  #reference = $state(newReference());
  #step = $state<Step>('typing');

  readonly currency: string = $derived.by(() => this.#currencyOf(this.form.draft.accountNumber));
  readonly isDraft: boolean = $derived.by(() =>
    Object.entries(this.form.draft).some(
      ([field, value]) => value !== this.#initial[field as keyof ReceivableFields],
    ),
  );
  /** What it will be known by, at the bank and by the payer. */
  readonly reference: string = $derived.by(
    () => this.form.draft.reference.trim() || this.#reference,
  );

  constructor(known: Partial<ReceivableFields>, currencyOf: (accountNumber: string) => string) {
    this.#initial = { ...empty, ...known };
    this.#currencyOf = currencyOf;
    this.form = new Form({
      schema,
      draft: this.#initial,
      read: (draft) => orderOf(draft, this.#reference, this.#currencyOf(draft.accountNumber)),
    });
  }

  get step(): Step {
    return this.#step;
  }

  /** On to the second look, if all of it can be sent. */
  review(): void {
    for (const field of [...Object.keys(empty), 'currency']) this.form.touch(field);
    if (this.form.isValid) this.#step = 'review';
  }

  backToTyping(): void {
    this.#step = 'typing';
  }

  /** Sends what was reviewed. Null when it was refused: what was typed stays, under a reference that is free. */
  async send(): Promise<SubmissionView | null> {
    const outcome = await this.form.submit((order) => this.#submit(order));
    if (outcome?.ok) return outcome.value;
    if (outcome && outcome.error.code !== 'session.required') this.backToTyping();
    return null;
  }

  async #submit(order: z.output<typeof schema>): Promise<Outcome<SubmissionView>> {
    const outcome = await request('receivables.create', { order });
    if (!outcome.ok || outcome.value.state !== 'refused') return outcome;
    this.#reference = newReference();
    this.form.draft.reference = nextOf(this.form.draft.reference.trim());
    return err(refusalOf(outcome.value));
  }
}

/** A reference is never sent for anything else: after `INV-7` was refused, `INV-7/2` is free. */
function nextOf(reference: string): string {
  if (reference === '') return '';
  const [, stem = reference, count = '1'] = /^(.*)\/(\d+)$/.exec(reference) ?? [];
  const ending = `/${String(Number(count) + 1)}`;
  return `${stem.slice(0, 35 - ending.length)}${ending}`;
}

/** No blanks around; what may be left out and was, is. */
function orderOf(draft: ReceivableFields, made: string, currency: string): unknown {
  const filled = Object.entries(draft)
    .map(([field, value]) => [field, value.trim()] as const)
    .filter(([, value]) => value !== '');
  const order = Object.fromEntries(filled);
  return {
    ...order,
    accountNumber: draft.accountNumber,
    payerName: draft.payerName.trim(),
    reference: draft.reference.trim() || made,
    amount: { text: draft.amount.trim(), currency },
    currency,
  };
}
