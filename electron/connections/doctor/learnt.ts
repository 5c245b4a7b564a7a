import type { Account } from '../../../shared/bank/accounts.ts';

/** Identifiers in the local copy, each once reported by the bank; null where there is none. */
export type Known = {
  readonly accountNumber: string | null;
  /** The reference of a transfer that was made. */
  readonly transferReference: string | null;
  /** The account of a payee who is paid in NGN. */
  readonly ngnAccount: { readonly accountNumber: string; readonly bankCode: string } | null;
  readonly remittanceId: string | null;
  readonly receivableId: string | null;
};

export const nothingKnown: Known = {
  accountNumber: null,
  transferReference: null,
  ngnAccount: null,
  remittanceId: null,
  receivableId: null,
};

/** Identifiers that the bank itself reported, in this run or before. Nothing is guessed. */
export type Learnt = {
  readonly known: Known;
  clientId: string | null;
  /** The account that was asked for, else the first one the bank lists. */
  accountNumber: string | null;
  accountEntityId: string | null;
  currency: string | null;
  otherCurrency: string | null;
  bankCode: string | null;
  beneficiaryId: string | null;
  tradeId: string | null;
  subClientId: string | null;
  /** The bank's names for the start and the end of a period. */
  dates: readonly [string, string];
};

export const nothingLearnt = (known: Known): Learnt => ({
  known,
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

/** Takes identifiers from an account, unless a better source is known. */
export function learnFromAccount(learnt: Learnt, account: Account): void {
  const [funding] = account.fundingDetails ?? [];
  learnt.clientId ??= textOf(account.clientId);
  learnt.accountEntityId ??= textOf(account.entityId);
  learnt.currency ??= account.currencyIso3Code;
  learnt.bankCode ??= textOf(funding?.bic);
}

/** An absent or empty text means that the bank does not know it. */
export const textOf = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text;
