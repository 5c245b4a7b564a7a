import { z } from 'zod';

import { IsoDateText } from '../calendar/calendar-schemas.ts';
import { LooseDecimal } from '../money/decimal-schemas.ts';
import { FundingDetail } from './accounts.ts';
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

/** The body of Create Receivable: an inflow that is expected. */
export const ReceivableOrder = z.object({
  accountNumber: Identifier,
  amount: PositiveNumber,
  currency: CurrencyCode,
  reference: Reference,
  payerName: text.min(1, 'is required'),
  payerEmail: z.union([z.literal(''), z.email('must be an e-mail address').max(300)]).optional(),
  description: text.optional(),
  dueDate: IsoDateText.optional(),
  more: MoreTexts,
});
export type ReceivableOrder = z.output<typeof ReceivableOrder>;

/** A receivable with the fields that the bank sends; only the identifier is always present. */
export const Receivable = wireRecord({
  id: WireId,
  reference: LooseText,
  status: LooseText,
  reason: LooseText,
  accountNumber: LooseText,
  amount: LooseDecimal,
  currency: WireCurrency,
  paidAmount: LooseDecimal,
  payerName: LooseText,
  payerEmail: LooseText,
  description: LooseText,
  dueDate: LooseTimestamp,
  /** Where the payer pays to. */
  fundingDetails: FundingDetail.nullish(),
  createdAt: LooseTimestamp,
  paidAt: LooseTimestamp,
});
export type Receivable = z.output<typeof Receivable>;

const shared = { group: 'Receivables', encoding: 'json', origin: 'assumed' } as const;

/** The bank cannot list them: an id that is not stored is lost. */
export const receivables = {
  createReceivable: operation({
    ...shared,
    title: 'Create Receivable',
    method: 'POST',
    path: '/client-service/api/v1/receivables',
    input: z.object({ body: ReceivableOrder }),
    output: wireRecord({ message: LooseText, receivable: Receivable }),
    effect: 'change',
  }),
  getReceivable: operation({
    ...shared,
    title: 'Get Receivable',
    method: 'GET',
    path: '/client-service/api/v1/receivables/{id}',
    input: z.object({ path: z.object({ id: Identifier }) }),
    output: wireRecord({ message: LooseText, receivable: Receivable }),
    effect: 'read',
  }),
};
