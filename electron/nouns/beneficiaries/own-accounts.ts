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
 * Is the payee an own account? Its currency and number are those of the account's funding details, and its bank is theirs. An IBAN names
 * its bank; any other number may stand at another bank too, so that a payee without a bank is none.
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

/** A BIC of 8 characters is the same bank's with the code of its head office. */
const isSameBank = (one: string, other: string): boolean =>
  bankCode(one) !== '' && bankCode(one) === bankCode(other);

const bankCode = (code: string): string => compactAccount(code).replace(/^([A-Z\d]{8})XXX$/, '$1');
