import { z } from 'zod';

import type { WithLedger } from '../ledger/ledger.ts';
import type { WithAgenda } from '../orders/agenda.ts';
import { paymentFields } from '../orders/records.ts';
import type { Register } from '../orders/register.ts';

export const RemittanceRecord = z.strictObject({
  ...paymentFields,
  purpose: z.string(),
  senderName: z.string(),
  senderCountry: z.string(),
  recipientName: z.string(),
  recipientCountry: z.string(),
  recipientAccountNumber: z.string(),
  recipientBankBicOrCode: z.string(),
  recipientBankName: z.string(),
  updatedAt: z.string(),
});
export type RemittanceRecord = z.output<typeof RemittanceRecord>;

export type RemittancesState = { readonly remittances: Register<RemittanceRecord> };
export type RemittancesBank = RemittancesState & WithLedger & WithAgenda;
