import { dayNumber, isIsoDate } from '../../../shared/calendar/calendar.ts';
import type { InvoiceTerm } from '../../../shared/ipc/counterparties.ts';
import type { Journal } from '../../engines/store/database.ts';
import { foldedName } from '../../engines/submissions/orders/payee-names.ts';
import { compactAccount } from '../../../shared/account-digits.ts';
import { nameOnInvoice } from './stated.ts';
import { newestInvoices, type InvoiceRecord } from './tables.ts';

/** How many of the newest invoices are searched for those of one payee. */
const lookedMax = 1_000;

type Wanted = {
  readonly account: string | null;
  readonly names: readonly string[];
  /** Accounts of payees that only share the name. */
  readonly others: readonly string[];
};

/**
 * The newest invoices to be paid to an account; without an account, those that state one of the names. A name never replaces an account.
 */
export function invoicesTo(
  journal: Journal,
  { account, names, others }: Wanted,
): readonly InvoiceRecord[] {
  const wanted = new Set(names.map(foldedName).filter((name) => name !== ''));
  const ofOthers = new Set(others.map(compactAccount));
  const isTo = ({ stated }: InvoiceRecord): boolean =>
    account === null
      ? wanted.has(foldedName(nameOnInvoice(stated))) &&
        !ofOthers.has(compactAccount(stated.account))
      : account !== '' && compactAccount(stated.account) === compactAccount(account);
  return newestInvoices(journal, lookedMax).filter(isTo);
}

/** The median of days between issue and due day; null where no invoice states both. */
export function invoiceTermOf(invoices: readonly InvoiceRecord[]): InvoiceTerm | null {
  const days = invoices
    .flatMap(({ stated: { issued, due } }) =>
      isIsoDate(issued) && isIsoDate(due) ? [dayNumber(due) - dayNumber(issued)] : [],
    )
    .sort((a, b) => a - b);
  const middle = days[Math.floor((days.length - 1) / 2)];
  return middle === undefined ? null : { days: middle, invoices: days.length };
}
