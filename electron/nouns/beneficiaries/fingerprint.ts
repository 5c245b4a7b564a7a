import { hash } from 'node:crypto';

import type { Beneficiary } from '../../../shared/bank/beneficiaries.ts';

/** The version of the rule for fingerprints. It increases with every change of `bankDetailsOf` or `fingerprintOf`. */
export const fingerprintRule = 1;

type BankFields = Pick<
  Beneficiary,
  'accountName' | 'accountNumber' | 'bankBicOrCode' | 'bankName' | 'country' | 'currencyIso3Code'
> &
  Pick<Beneficiary, 'intermediaryBank' | 'branchInformation'>;

/** The bank details of a payee: the fields whose change sends money elsewhere. Field -> text. */
export function bankDetailsOf(beneficiary: BankFields): Record<string, string> {
  const { intermediaryBank: by, branchInformation: at } = beneficiary;
  return {
    accountName: beneficiary.accountName,
    accountNumber: beneficiary.accountNumber,
    bankBicOrCode: beneficiary.bankBicOrCode,
    bankName: beneficiary.bankName,
    country: beneficiary.country,
    currencyIso3Code: beneficiary.currencyIso3Code,
    intermediaryBank: by ? [by.bankName, by.bic, by.country].filter(Boolean).join(', ') : '',
    branchInformation: at ? [at.branchName, at.branchCode, at.city].filter(Boolean).join(', ') : '',
  };
}

/** The fingerprint of a payee's bank details: SHA-256, hex. Equal details have equal fingerprints. */
export const fingerprintOf = (details: Readonly<Record<string, string>>): string =>
  hash(
    'sha256',
    JSON.stringify(
      Object.keys(details)
        .toSorted()
        .map((field) => [field, details[field]]),
    ),
  );

/** A payee's bank details and their fingerprint. */
export type Fingerprinted = {
  readonly details: Readonly<Record<string, string>>;
  readonly fingerprint: string;
};

export function fingerprinted(payee: Beneficiary): Fingerprinted {
  const details = bankDetailsOf(payee);
  return { details, fingerprint: fingerprintOf(details) };
}
