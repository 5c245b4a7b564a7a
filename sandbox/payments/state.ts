import { z } from 'zod';

import type { BeneficiariesState } from '../beneficiaries/state.ts';
import type { WithLedger } from '../ledger/ledger.ts';
import type { WithAgenda } from '../orders/agenda.ts';
import { paymentFields } from '../orders/records.ts';
import type { Register } from '../orders/register.ts';

export const TransferRecord = z.strictObject({
  ...paymentFields,
  beneficiaryId: z.string(),
  beneficiaryName: z.string(),
  settledAt: z.string().nullable(),
});
export type TransferRecord = z.output<typeof TransferRecord>;

export type PaymentsState = { readonly transfers: Register<TransferRecord> };
export type PaymentsBank = PaymentsState & BeneficiariesState & WithLedger & WithAgenda;
