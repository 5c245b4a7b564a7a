import { z } from 'zod';

import { LooseDecimal } from '../money/decimal-schemas.ts';
import { MoreTexts } from './required-fields.ts';
import {
  CurrencyCode,
  Identifier,
  LooseText,
  LooseTimestamp,
  operation,
  PositiveNumber,
  Reference,
  WireCurrency,
  WireId,
  wireRecord,
} from './operation.ts';

const text = z.string().max(140);

/** The body of Initiate Remittance: an outward payment to a person or company that is not a saved beneficiary. */
export const RemittanceOrder = z.object({
  accountNumber: Identifier,
  amount: PositiveNumber,
  currency: CurrencyCode,
  reference: Reference,
  purpose: text.min(1, 'is required'),
  narration: text.optional(),
  senderName: text.min(1, 'is required'),
  senderCountry: z.string().length(3, 'must be a 3-letter country code'),
  recipientName: text.min(1, 'is required'),
  recipientCountry: z.string().length(3, 'must be a 3-letter country code'),
  recipientAccountNumber: Identifier,
  recipientBankBicOrCode: text.min(1, 'is required'),
  recipientBankName: text.optional(),
  more: MoreTexts,
});
export type RemittanceOrder = z.output<typeof RemittanceOrder>;

/** A remittance with the fields that the bank sends; only the identifier is always present. */
export const Remittance = wireRecord({
  id: WireId,
  reference: LooseText,
  status: LooseText,
  reason: LooseText,
  accountNumber: LooseText,
  amount: LooseDecimal,
  currency: WireCurrency,
  fee: LooseDecimal,
  purpose: LooseText,
  narration: LooseText,
  senderName: LooseText,
  senderCountry: LooseText,
  recipientName: LooseText,
  recipientCountry: LooseText,
  recipientAccountNumber: LooseText,
  recipientBankBicOrCode: LooseText,
  recipientBankName: LooseText,
  createdAt: LooseTimestamp,
  updatedAt: LooseTimestamp,
});
export type Remittance = z.output<typeof Remittance>;

const shared = { group: 'Remittance', encoding: 'json', origin: 'assumed' } as const;

/** The bank cannot list them: an id that is not stored is lost. */
export const remittances = {
  initiateRemittance: operation({
    ...shared,
    title: 'Initiate Remittance',
    method: 'POST',
    path: '/client-service/api/v1/remittances',
    input: z.object({ body: RemittanceOrder }),
    output: wireRecord({ message: LooseText, remittance: Remittance }),
    effect: 'money',
  }),
  getRemittance: operation({
    ...shared,
    title: 'Get Remittance',
    method: 'GET',
    path: '/client-service/api/v1/remittances/{id}',
    input: z.object({ path: z.object({ id: Identifier }) }),
    output: wireRecord({ message: LooseText, remittance: Remittance }),
    effect: 'read',
  }),
};
