import { compactAccount } from '../../../shared/account-digits.ts';
import type { FundingDetail } from '../../../shared/bank/accounts.ts';
import type { BeneficiaryRecord } from '../../../shared/bank/beneficiaries.ts';

/** An own account as others pay into it. */
export type OwnAccount = {
  readonly accountNumber: string;
  readonly currency: string;
  readonly fundingDetails: readonly FundingDetail[];
};

type Payee = Pick<BeneficiaryRecord, 'accountNumber' | 'bankBicOrCode' | 'currencyIso3Code'>;

/**
 * Is the payee an own account? Its currency, number and bank must be those of the account's funding details. An IBAN names its bank. Any
 * other number may also exist at another bank, so a payee without a bank is no own account.
 */
export function isOwnAccount(payee: Payee, { currency, fundingDetails }: OwnAccount): boolean {
  const number = compactAccount(payee.accountNumber);
  if (number === '' || payee.currencyIso3Code !== currency) return false;
  return fundingDetails.some(
    ({ accountNumber, bic, bankOrSortCode }) =>
      compactAccount(accountNumber) === number &&
      (iban.test(number) ||
        [bic, bankOrSortCode].some((code) => isSameBank(code, payee.bankBicOrCode))),
  );
}

const iban = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/;

/** A BIC of 8 characters and the same BIC with XXX, the code of the head office, are the same bank. */
const isSameBank = (one: string, other: string): boolean =>
  bankCode(one) !== '' && bankCode(one) === bankCode(other);

const bankCode = (code: string): string => compactAccount(code).replace(/^([A-Z\d]{8})XXX$/, '$1');
