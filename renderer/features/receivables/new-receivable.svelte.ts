import { z } from 'zod';

import { Reference } from '../../../shared/bank/operation.ts';
import { ReceivableOrder } from '../../../shared/bank/receivables.ts';
import { requiredSchema, type RequiredFieldList } from '../../state/forms/required-entry.ts';
import { changeRequests } from '../../state/forms/change-requests.svelte.ts';
import { EnteredAmount } from '../../state/forms/entered-amount.ts';
import { Order } from '../../state/forms/order.svelte.ts';

const schemaFor = (required: RequiredFieldList) =>
  ReceivableOrder.extend({
    more: requiredSchema(required),
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

/** The facts about the bank that the view provides. */
type Knowing = {
  readonly currencyOf: (accountNumber: string) => string;
  /** The extra fields that the bank's file requires. */
  readonly required: RequiredFieldList;
};

/** A receivable being made. */
export class NewReceivable extends Order<ReturnType<typeof schemaFor>, ReceivableFields> {
  readonly #currencyOf: (accountNumber: string) => string;

  readonly currency: string = $derived.by(() => this.#currencyOf(this.form.draft.accountNumber));

  constructor(known: Partial<ReceivableFields>, { currencyOf, required }: Knowing) {
    super({
      schema: schemaFor(required),
      required,
      draft: { ...empty, ...known },
      read: (draft, made) => orderOf(draft, made, currencyOf(draft.accountNumber)),
    });
    this.#currencyOf = currencyOf;
  }

  /** The reference for the bank and the payer; the desk's own unless another is typed. */
  override get reference(): string {
    return this.form.draft.reference.trim() || super.reference;
  }

  protected override request(order: z.output<ReturnType<typeof schemaFor>>) {
    return changeRequests.send('receivables.create', { order });
  }

  protected override becomeAnother(): void {
    super.becomeAnother();
    this.form.draft.reference = nextOf(this.form.draft.reference.trim());
  }
}

/** The next free reference: one is never sent again for another order, so after a refused `INV-7` comes `INV-7/2`. */
function nextOf(reference: string): string {
  if (reference === '') return '';
  const [, stem = reference, count = '1'] = /^(.*)\/(\d+)$/.exec(reference) ?? [];
  const ending = `/${String(Number(count) + 1)}`;
  return `${stem.slice(0, 35 - ending.length)}${ending}`;
}

/** The request: trimmed, without empty optional fields. */
function orderOf(draft: ReceivableFields, made: string, currency: string): object {
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
