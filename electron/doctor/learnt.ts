import type { Account } from '../../shared/bank/accounts.ts';

/** Identifiers that the bank itself told in this run; nothing is ever guessed. */
export type Learnt = {
  clientId: string | null;
  /** The account that was asked for, else the first one the bank tells. */
  accountNumber: string | null;
  accountEntityId: string | null;
  currency: string | null;
  otherCurrency: string | null;
  bankCode: string | null;
  beneficiaryId: string | null;
  tradeId: string | null;
  subClientId: string | null;
  /** How the bank calls the two ends of a period. */
  dates: readonly [string, string];
};

export const nothingLearnt = (): Learnt => ({
  clientId: null,
  accountNumber: null,
  accountEntityId: null,
  currency: null,
  otherCurrency: null,
  bankCode: null,
  beneficiaryId: null,
  tradeId: null,
  subClientId: null,
  dates: ['startDate', 'endDate'],
});

/** What an account tells, as far as nothing better is known. */
export function learnFromAccount(learnt: Learnt, account: Account): void {
  const [funding] = account.fundingDetails ?? [];
  learnt.clientId ??= textOf(account.clientId);
  learnt.accountEntityId ??= textOf(account.entityId);
  learnt.currency ??= account.currencyIso3Code;
  learnt.bankCode ??= textOf(funding?.bic);
}

/** A bank leaves out what it does not know. */
export const textOf = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text;
