import type { FundingDetail } from '../../../shared/bank/accounts.ts';
import type { AccountDetail } from '../../../shared/ipc/accounts/accounts.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { fact } from '../../kit/register-labels.ts';
import type { Fact } from '../../ui/facts/fact.ts';

/** One field of the funding details, and the key that copies it. */
export type FundingLine = {
  readonly label: string;
  readonly value: string;
  readonly key: string;
};

/** The details that a payer needs, in the order in which a payment form asks for them; empty ones are left out. */
export const fundingLines = (detail: FundingDetail): FundingLine[] =>
  [
    { label: 'Account name', value: detail.accountName, key: 't' },
    { label: 'Account number', value: detail.accountNumber, key: 'a' },
    { label: 'Bank', value: detail.bankName, key: 'h' },
    { label: 'BIC', value: detail.bic, key: 'x' },
    { label: 'Bank or sort code', value: detail.bankOrSortCode, key: 'o' },
    { label: 'Bank address', value: detail.bankAddress, key: 'd' },
    { label: 'Bank country', value: countryOf(detail), key: 'y' },
  ].filter(({ value }) => value !== '');

/** Both country fields, where they differ. */
function countryOf({ bankCountry, countryIso3Code }: FundingDetail): string {
  const given = new Set([bankCountry, countryIso3Code].filter((code) => code !== ''));
  return [...given].join(', ');
}

/** The same as one text, a line each, with the currency, to be sent to a payer. */
export const fundingText = (lines: readonly FundingLine[], currency: string): string =>
  [...lines, { label: 'Currency', value: currency }]
    .map(({ label, value }) => `${label}: ${value}`)
    .join('\n');

const currencyText = (currency: string): string =>
  currency === '' || isCurrency(currency)
    ? currency
    : `${currency} · unknown currency: nothing can be sent in it`;

/** All other fields of the account at the bank. */
export const accountFacts = (account: AccountDetail, owner: string): Fact[] =>
  [
    fact('Owner', owner),
    fact('Type', account.accountType),
    fact('Currency', currencyText(account.currency)),
    { label: 'Account ID', value: account.accountId, isIdentifier: true },
    { label: 'Entity ID', value: account.entityId, isIdentifier: true },
  ].filter(({ value }) => value !== '');
