import type { Counterparty } from './counterparties.ts';

/** True where no payee, entry, payment, open item or payer has the name: then only the name is known. */
export const isUnknown = ({
  payee,
  namesakes,
  entries,
  payments,
  open,
  habit,
}: Counterparty): boolean =>
  payee === null &&
  namesakes.length === 0 &&
  entries.count === 0 &&
  payments.length === 0 &&
  open.length === 0 &&
  habit === null;
