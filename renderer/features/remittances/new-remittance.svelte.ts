import { z } from 'zod';

import { RemittanceOrder } from '../../../shared/bank/remittances.ts';
import type { AppError } from '../../../shared/errors.ts';
import type { PaymentWarningKind } from '../../../shared/ipc/changes/payments.ts';
import { requiredSchema, type RequiredFieldList } from '../../state/forms/required-entry.ts';
import { changeRequests } from '../../state/forms/change-requests.svelte.ts';
import { EnteredAmount } from '../../state/forms/entered-amount.ts';
import { Order } from '../../state/forms/order.svelte.ts';

const country = z.string().regex(/^[A-Z]{3}$/, 'must be a 3-letter country code');
const schemaFor = (required: RequiredFieldList) =>
  RemittanceOrder.extend({
    more: requiredSchema(required),
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

type Warning = { readonly kind: PaymentWarningKind; readonly sentence: string };

/** The facts about the bank that the view provides. */
type Knowing = {
  readonly currencyOf: (accountNumber: string) => string;
  /** The extra fields that the bank's file requires. */
  readonly required: RequiredFieldList;
};

/** A remittance being made; its warnings are confirmed before it is sent. */
export class NewRemittance extends Order<ReturnType<typeof schemaFor>, RemittanceFields> {
  warnings = $state.raw<readonly Warning[]>([]);
  #seen = $state.raw<ReadonlySet<PaymentWarningKind>>(new Set());
  readonly #currencyOf: (accountNumber: string) => string;

  readonly currency: string = $derived.by(() => this.#currencyOf(this.form.draft.accountNumber));
  /** True once every warning is ticked. */
  readonly isConfirmed: boolean = $derived.by(() =>
    this.warnings.every(({ kind }) => this.#seen.has(kind)),
  );

  constructor(known: Partial<RemittanceFields>, { currencyOf, required }: Knowing) {
    super({
      schema: schemaFor(required),
      required,
      draft: { ...empty, ...known },
      read: (draft, reference) => orderOf(draft, reference, currencyOf(draft.accountNumber)),
    });
    this.#currencyOf = currencyOf;
  }

  hasSeen = (kind: PaymentWarningKind): boolean => this.#seen.has(kind);

  see = (kind: PaymentWarningKind, isSeen: boolean): void => {
    const others = [...this.#seen].filter((other) => other !== kind);
    this.#seen = new Set(isSeen ? [...others, kind] : others);
  };

  /** Clears the warnings: they may not apply to the changed text. */
  override backToTyping(): void {
    super.backToTyping();
    this.warnings = [];
    this.#seen = new Set();
  }

  protected override request(order: z.output<ReturnType<typeof schemaFor>>) {
    return changeRequests.send('remittances.send', { order, acknowledged: [...this.#seen] });
  }

  /** Warnings to confirm are shown in the review. */
  protected override failed(error: AppError): void {
    const { code, fields = {} } = error;
    if (code !== 'confirmation.required') super.failed(error);
    else
      this.warnings = Object.entries(fields).map(([kind, sentence]) => ({
        kind: kind as PaymentWarningKind,
        sentence,
      }));
  }
}

/** The request: trimmed, codes in capitals, without empty optional fields. */
function orderOf(draft: RemittanceFields, reference: string, currency: string): object {
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
