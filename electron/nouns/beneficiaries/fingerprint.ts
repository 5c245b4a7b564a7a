import { hash } from 'node:crypto';

import type { Beneficiary } from '../../../shared/bank/beneficiaries.ts';

/** The number of the rule by which fingerprints are made. It counts up with every change of `bankDetailsOf` or `fingerprintOf`. */
export const fingerprintRule = 1;

/** The fields of a payee that say where its money goes. */
type WithBankDetails = Pick<
  Beneficiary,
  'accountName' | 'accountNumber' | 'bankBicOrCode' | 'bankName' | 'country' | 'currencyIso3Code'
> & {
  readonly intermediaryBank?: Readonly<Record<string, string>> | null | undefined;
  readonly branchInformation?: Readonly<Record<string, string>> | null | undefined;
};

/** Where money for a payee goes: the fields whose change sends it elsewhere. Field -> text. */
export function bankDetailsOf(beneficiary: WithBankDetails): Record<string, string> {
  const { intermediaryBank: by, branchInformation: at } = beneficiary;
  return {
    accountName: beneficiary.accountName,
    accountNumber: beneficiary.accountNumber,
    bankBicOrCode: beneficiary.bankBicOrCode,
    bankName: beneficiary.bankName,
    country: beneficiary.country,
    currencyIso3Code: beneficiary.currencyIso3Code,
    intermediaryBank: by
      ? [by['bankName'], by['bic'], by['country']].filter(Boolean).join(', ')
      : '',
    branchInformation: at
      ? [at['branchName'], at['branchCode'], at['city']].filter(Boolean).join(', ')
      : '',
  };
}

/** Stands for a payee's bank details: SHA-256, hex. Equal details, equal fingerprints. */
export const fingerprintOf = (details: Readonly<Record<string, string>>): string =>
  hash(
    'sha256',
    JSON.stringify(
      Object.keys(details)
        .toSorted()
        .map((field) => [field, details[field]]),
    ),
  );

/** A payee's bank details, and what stands for them. */
export type Fingerprinted = {
  readonly details: Readonly<Record<string, string>>;
  readonly fingerprint: string;
};

export function fingerprinted(payee: Beneficiary): Fingerprinted {
  const details = bankDetailsOf(payee);
  return { details, fingerprint: fingerprintOf(details) };
}
