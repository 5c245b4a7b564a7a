import { nameMatch } from '../../../shared/beneficiaries/name-match.ts';
import type { BeneficiaryRow } from '../../../shared/ipc/changes/beneficiaries.ts';
import type { InvoiceMatch, StatedInvoice } from '../../../shared/ipc/changes/invoices.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { compactAccount } from '../../../shared/account-digits.ts';
import {
  beneficiaryById,
  beneficiaryRow,
  currentBeneficiaries,
  type NamedBeneficiary,
} from '../beneficiaries/tables.ts';
import { nameOnInvoice } from './stated.ts';

/** Payees that are compared in one piece. */
const perPiece = 500;

/** Finds the payee by the account, never by the name alone: a name with another account holds the invoice back. */
export function matchPayee(reader: CacheReader, invoice: StatedInvoice): InvoiceMatch {
  if (invoice.account === '') return { kind: 'none', payee: null, message: '' };
  const [withAccount, withName]: [NamedBeneficiary[], NamedBeneficiary[]] = [[], []];
  const name = nameOnInvoice(invoice);
  for (const piece of currentBeneficiaries(reader, perPiece))
    for (const payee of piece) {
      if (compactAccount(payee.accountNumber) === compactAccount(invoice.account))
        withAccount.push(payee);
      else if (isCalled(payee, name)) withName.push(payee);
    }
  const [payee, other] = withAccount;
  if (payee && other)
    return {
      kind: 'several',
      payee: null,
      message: `${withAccount.length} payees have this account. Choose one.`,
    };
  if (payee) return { kind: 'known', payee: rowOf(reader, payee), message: '' };
  const [namesake] = withName;
  if (namesake)
    return {
      kind: 'differs',
      payee: rowOf(reader, namesake),
      message: `Bank details differ from those of the payee ${namesake.name || namesake.accountName}. Ask the payee by a known telephone number before you pay.`,
    };
  return { kind: 'unknown', payee: null, message: `No payee has the account ${invoice.account}.` };
}

const isCalled = ({ name, accountName }: NamedBeneficiary, onInvoice: string): boolean =>
  onInvoice !== '' &&
  [name, accountName].some((known) => known !== '' && nameMatch(onInvoice, known) === 'match');

function rowOf(reader: CacheReader, { entityId }: NamedBeneficiary): BeneficiaryRow | null {
  const known = beneficiaryById(reader, entityId);
  return known && beneficiaryRow(known.beneficiary);
}
