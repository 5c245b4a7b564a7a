import { z } from 'zod';

import { RemittanceOrder } from '../../../shared/bank/remittances.ts';
import type { Outcome } from '../../../shared/errors.ts';
import type { PaymentWarningKind } from '../../../shared/ipc/payments.ts';
import type { SubmissionView } from '../../../shared/ipc/submissions.ts';
import { newReference } from '../../../shared/reference.ts';
import { err } from '../../../shared/result.ts';
import { request } from '../../state/desk.ts';
import { EnteredAmount } from '../../state/entered-amount.ts';
import { Form } from '../../state/form.svelte.ts';
import { refusalOf } from '../../state/refusals.ts';

const country = z.string().regex(/^[A-Z]{3}$/, 'must be a 3-letter country code');
const schema = RemittanceOrder.extend({
  accountNumber: z.string().min(1, 'choose an account'),
  amount: EnteredAmount,
  senderCountry: country,
  recipientCountry: country,
  recipientAccountNumber: z.string().min(1, 'is required').max(200),
});

const empty = {
  accountNumber: '',
  amount: '',
  purpose: '',
  narration: '',
  senderName: '',
  senderCountry: '',
  recipientName: '',
  recipientCountry: '',
  recipientAccountNumber: '',
  recipientBankBicOrCode: '',
  recipientBankName: '',
};
export type RemittanceFields = typeof empty;
type Field = keyof RemittanceFields;

type Step = 'typing' | 'review';
type Warning = { readonly kind: PaymentWarningKind; readonly sentence: string };

/** A remittance on its way: typed, looked at again, confirmed, sent once. */
export class NewRemittance {
  readonly form: Form<typeof schema, RemittanceFields>;
  readonly #initial: RemittanceFields;
  readonly #currencyOf: (accountNumber: string) => string;
  /** Born with the form and kept until the bank has refused it; only then may the next attempt be another one. */
  #reference = $state(newReference());
  #step = $state<Step>('typing');
  #warnings = $state.raw<readonly Warning[]>([]);
  #seen = $state.raw<ReadonlySet<PaymentWarningKind>>(new Set());

  readonly currency: string = $derived.by(() => this.#currencyOf(this.form.draft.accountNumber));
  readonly isDraft: boolean = $derived.by(() =>
    Object.entries(this.form.draft).some(
      ([field, value]) => value !== this.#initial[field as Field],
    ),
  );
  /** Every warning was ticked off. */
  readonly isConfirmed: boolean = $derived.by(() =>
    this.#warnings.every(({ kind }) => this.#seen.has(kind)),
  );

  constructor(known: Partial<RemittanceFields>, currencyOf: (accountNumber: string) => string) {
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

  get reference(): string {
    return this.#reference;
  }

  get warnings(): readonly Warning[] {
    return this.#warnings;
  }

  hasSeen = (kind: PaymentWarningKind): boolean => this.#seen.has(kind);

  see = (kind: PaymentWarningKind, isSeen: boolean): void => {
    const others = [...this.#seen].filter((other) => other !== kind);
    this.#seen = new Set(isSeen ? [...others, kind] : others);
  };

  /** On to the second look, if all of it can be sent. */
  review(): void {
    for (const field of [...Object.keys(empty), 'currency']) this.form.touch(field);
    if (this.form.isValid) this.#step = 'review';
  }

  /** What was warned of may not be true of what is typed next. */
  backToTyping(): void {
    this.#step = 'typing';
    this.#warnings = [];
    this.#seen = new Set();
  }

  /**
   * Sends what was reviewed. The answer is the submission; null when it goes on here: something must be confirmed
   * first, or it was refused and what was typed stays, under a new reference.
   */
  async send(): Promise<SubmissionView | null> {
    const outcome = await this.form.submit((order) => this.#submit(order));
    if (!outcome) return null;
    if (outcome.ok) return outcome.value;
    const { code, fields = {} } = outcome.error;
    if (code === 'confirmation.required')
      this.#warnings = Object.entries(fields).map(([kind, sentence]) => ({
        kind: kind as PaymentWarningKind,
        sentence,
      }));
    else if (code !== 'session.required') this.backToTyping();
    return null;
  }

  async #submit(order: z.output<typeof schema>): Promise<Outcome<SubmissionView>> {
    const outcome = await request('remittances.send', { order, acknowledged: [...this.#seen] });
    if (!outcome.ok || outcome.value.state !== 'refused') return outcome;
    this.#reference = newReference();
    return err(refusalOf(outcome.value));
  }
}

/** Codes in capitals, no blanks around; what may be left out and was, is. */
function orderOf(draft: RemittanceFields, reference: string, currency: string): unknown {
  const { amount, narration, recipientBankName, ...rest } = trimmed(draft);
  return {
    ...rest,
    amount: { text: amount, currency },
    currency,
    reference,
    senderCountry: rest.senderCountry.toUpperCase(),
    recipientCountry: rest.recipientCountry.toUpperCase(),
    ...(narration === '' ? {} : { narration }),
    ...(recipientBankName === '' ? {} : { recipientBankName }),
  };
}

const trimmed = (draft: RemittanceFields): RemittanceFields =>
  Object.fromEntries(
    Object.entries(draft).map(([field, value]) => [field, value.trim()]),
  ) as RemittanceFields;
