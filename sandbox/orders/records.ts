import { z } from 'zod';

/** What the bank keeps of orders. Amounts and rates are decimal texts, instants are texts of the bank's clock. */
const text = z.string();
const NullableText = z.string().nullable();

const exchange = {
  sellCurrency: text,
  buyCurrency: text,
  sellAmount: text,
  buyAmount: text,
  rate: text,
  fee: text,
};

export const QuoteRecord = z.strictObject({
  quoteId: text,
  ...exchange,
  createdAt: text,
  expiresAt: text,
  /** A quote is good for one lock. */
  isLocked: z.boolean(),
});
export type QuoteRecord = z.output<typeof QuoteRecord>;

/** An order that is taken but not yet to be seen has `isBooked` false. */
const order = {
  id: text,
  reference: text,
  isBooked: z.boolean(),
  status: text,
  reason: text,
};

export const TradeRecord = z.strictObject({
  ...order,
  ...exchange,
  lockId: text,
  quoteId: text,
  sellAccountNumber: text,
  buyAccountNumber: text,
  createdAt: text,
  settledAt: NullableText,
  expiresAt: text,
});
export type TradeRecord = z.output<typeof TradeRecord>;

const outgoing = {
  ...order,
  accountNumber: text,
  amount: text,
  currency: text,
  fee: text,
  narration: text,
  createdAt: text,
};

export const TransferRecord = z.strictObject({
  ...outgoing,
  beneficiaryId: text,
  beneficiaryName: text,
  settledAt: NullableText,
});
export type TransferRecord = z.output<typeof TransferRecord>;

export const RemittanceRecord = z.strictObject({
  ...outgoing,
  purpose: text,
  senderName: text,
  senderCountry: text,
  recipientName: text,
  recipientCountry: text,
  recipientAccountNumber: text,
  recipientBankBicOrCode: text,
  recipientBankName: text,
  updatedAt: text,
});
export type RemittanceRecord = z.output<typeof RemittanceRecord>;

export const ReceivableRecord = z.strictObject({
  ...order,
  accountNumber: text,
  amount: text,
  currency: text,
  paidAmount: NullableText,
  payerName: text,
  payerEmail: text,
  description: text,
  dueDate: NullableText,
  createdAt: text,
  paidAt: NullableText,
});
export type ReceivableRecord = z.output<typeof ReceivableRecord>;
