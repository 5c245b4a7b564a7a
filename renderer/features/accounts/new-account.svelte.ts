import { z } from 'zod';

import { isCurrency } from '../../../shared/money/currencies.ts';
import { changeRequests } from '../../state/forms/change-requests.svelte.ts';
import { Order } from '../../state/forms/order.svelte.ts';

const schema = z.object({
  currency: z.string().refine(isCurrency, 'a currency of three letters, such as EUR'),
  accountName: z.string().min(1, 'is missing').max(140),
  ownerEntityId: z.string(),
});

/** A virtual account that is being requested; the bank echoes its reference. */
export class NewAccount extends Order<typeof schema, Record<keyof z.input<typeof schema>, string>> {
  readonly currency: string = $derived.by(() => this.form.draft.currency.trim().toUpperCase());

  constructor() {
    super({
      schema,
      draft: { currency: '', accountName: '', ownerEntityId: '' },
      read: ({ currency, accountName, ownerEntityId }) => ({
        currency: currency.trim().toUpperCase(),
        accountName: accountName.trim(),
        ownerEntityId,
      }),
    });
  }

  protected override request({ ownerEntityId, ...order }: z.output<typeof schema>) {
    const { reference } = this;
    const owner = ownerEntityId === '' ? {} : { ownerEntityId };
    return changeRequests.send('accounts.createVirtual', { reference, ...order, ...owner });
  }
}
