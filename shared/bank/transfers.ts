import { z } from 'zod';

import { DecimalText, ListedDecimal, LooseDecimal, WireDecimal } from '../money/decimal-schemas.ts';
import { MoreTexts } from './required-fields.ts';
import {
  CurrencyCode,
  Identifier,
  LooseText,
  LooseTimestamp,
  operation,
  pageOf,
  PageQuery,
  PositiveNumber,
  Reference,
  WireCurrency,
  WireId,
  wireRecord,
} from './operation.ts';

const transferFields = {
  id: WireId,
  reference: LooseText,
  status: LooseText,
  /** Why it failed or was returned, in the bank's words. */
  reason: LooseText,
  accountNumber: LooseText,
  beneficiaryId: LooseText,
  beneficiaryName: LooseText,
  amount: LooseDecimal,
  currency: WireCurrency,
  fee: LooseDecimal,
  narration: LooseText,
  createdAt: LooseTimestamp,
  settledAt: LooseTimestamp,
};

/** A payment to a beneficiary, as far as the bank gives it; only its identifier is always there. */
export const Transfer = wireRecord(transferFields);

/** The same in a list, where an amount that is not exactly representable counts as left out: one odd row does not hide the others. */
const ListedTransfer = wireRecord({ ...transferFields, amount: ListedDecimal, fee: ListedDecimal });
export type Transfer = z.output<typeof Transfer>;

/** The body of Create Single Transfer. */
export const PaymentOrder = z.object({
  accountNumber: Identifier,
  beneficiaryId: Identifier,
  amount: PositiveNumber,
  currency: CurrencyCode,
  reference: Reference,
  narration: z.string().max(140).optional(),
  more: MoreTexts,
});
export type PaymentOrder = z.output<typeof PaymentOrder>;

/** A bank's details, as Get Bank Details answers them. */
export const BankDetails = wireRecord({
  bankName: z.string().min(1),
  bankBicOrCode: LooseText,
  bankAddress: LooseText,
  city: LooseText,
  country: LooseText,
});
export type BankDetails = z.output<typeof BankDetails>;

const Fee = wireRecord({
  message: LooseText,
  fee: WireDecimal,
  currency: WireCurrency,
  /** What leaves the account: amount and fee. */
  total: LooseDecimal,
});

const shared = { group: 'Transfers', encoding: 'json', origin: 'assumed' } as const;
const fee = {
  ...shared,
  title: 'Get Transfer Fee',
  path: '/client-service/api/v1/transfers/fee',
  output: Fee,
  effect: 'read',
} as const;

export const transfers = {
  /** By BIC, ABA routing number, sort code or NGN bank code. */
  getBankDetails: operation({
    ...shared,
    title: 'Get Bank Details',
    method: 'GET',
    path: '/client-service/api/v1/bank-details',
    input: z.object({ query: z.object({ code: Identifier, country: z.string().optional() }) }),
    output: wireRecord({ message: LooseText, bank: BankDetails }),
    effect: 'read',
  }),
  /** Named twice by the specification; this is its GET form, with the amount as decimal text. */
  getTransferFee: operation({
    ...fee,
    method: 'GET',
    input: z.object({
      query: z.object({
        accountNumber: Identifier,
        beneficiaryId: z.string().optional(),
        amount: DecimalText,
        currency: CurrencyCode,
      }),
    }),
  }),
  /** The POST form. It changes nothing, but a POST is never retried automatically. */
  postTransferFee: operation({
    ...fee,
    method: 'POST',
    input: z.object({
      body: z.object({
        accountNumber: Identifier,
        beneficiaryId: z.string().optional(),
        amount: PositiveNumber,
        currency: CurrencyCode,
      }),
    }),
  }),
  createSingleTransfer: operation({
    ...shared,
    title: 'Create Single Transfer',
    method: 'POST',
    path: '/client-service/api/v1/transfers',
    input: z.object({ body: PaymentOrder }),
    output: wireRecord({ message: LooseText, transfer: Transfer }),
    effect: 'money',
  }),
  findTransfers: operation({
    ...shared,
    title: 'Find Transfers',
    method: 'GET',
    path: '/client-service/api/v1/transfers',
    input: z.object({
      query: PageQuery.extend({
        reference: z.string().optional(),
        accountNumber: z.string().optional(),
        beneficiaryId: z.string().optional(),
        status: z.string().optional(),
        from: z.string().optional(),
        to: z.string().optional(),
      }).optional(),
    }),
    output: wireRecord({ message: LooseText, transfers: pageOf(ListedTransfer) }),
    effect: 'read',
  }),
};
