import { z } from 'zod';

/** The stored fields of every order. Amounts and rates are decimal texts, instants are texts of the bank's clock. */
const text = z.string();

/** An order that is accepted but not visible yet has `isBooked` false. */
export const orderFields = {
  id: text,
  reference: text,
  isBooked: z.boolean(),
  status: text,
  reason: text,
  createdAt: text,
};

/** An order by which money leaves an account. */
export const paymentFields = {
  ...orderFields,
  accountNumber: text,
  amount: text,
  currency: text,
  fee: text,
  narration: text,
};
