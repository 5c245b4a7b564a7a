import { z } from 'zod';

import { Reference } from '../../../shared/bank/operation.ts';
import { ReceivableOrder } from '../../../shared/bank/receivables.ts';
import { request } from '../../state/desk.ts';
import { EnteredAmount } from '../../state/entered-amount.ts';
import { Order } from '../../state/order.svelte.ts';

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

/** A receivable on its way. */
export class NewReceivable extends Order<typeof schema, ReceivableFields> {
  readonly #currencyOf: (accountNumber: string) => string;

  readonly currency: string = $derived.by(() => this.#currencyOf(this.form.draft.accountNumber));

  constructor(known: Partial<ReceivableFields>, currencyOf: (accountNumber: string) => string) {
    super({
      schema,
      draft: { ...empty, ...known },
      read: (draft, made) => orderOf(draft, made, currencyOf(draft.accountNumber)),
    });
    this.#currencyOf = currencyOf;
  }

  /** What it will be known by, at the bank and by the payer; the desk's own where nobody typed another. */
  override get reference(): string {
    return this.form.draft.reference.trim() || super.reference;
  }

  protected override request(order: z.output<typeof schema>) {
    return request('receivables.create', { order });
  }

  protected override becomeAnother(): void {
    super.becomeAnother();
    this.form.draft.reference = nextOf(this.form.draft.reference.trim());
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
