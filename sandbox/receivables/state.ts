import { z } from 'zod';

import type { AccountsState } from '../accounts/state.ts';
import type { WithAgenda } from '../orders/agenda.ts';
import { orderFields } from '../orders/records.ts';
import type { Register } from '../orders/register.ts';

export const ReceivableRecord = z.strictObject({
  ...orderFields,
  accountNumber: z.string(),
  amount: z.string(),
  currency: z.string(),
  paidAmount: z.string().nullable(),
  payerName: z.string(),
  payerEmail: z.string(),
  description: z.string(),
  dueDate: z.string().nullable(),
  paidAt: z.string().nullable(),
});
export type ReceivableRecord = z.output<typeof ReceivableRecord>;

export type ReceivablesState = {
  readonly receivables: Register<ReceivableRecord>;
  /** How many of the ledger's changes have been looked through for payments of receivables. */
  inflowsRead: number;
};
export type ReceivablesBank = ReceivablesState & AccountsState & WithAgenda;
