import type { Position } from '../../../../shared/ipc/accounts.ts';

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});

/** `Friday 20 November`, as the clock of this machine has it. */
export const todayWords = (now = new Date()): string => dayFormat.format(now);

/** `6 accounts in 5 currencies`, and how many are in one that is not known here. */
export function positionWords({ accountCount, currencies }: Position): string {
  const accounts = accountCount === 1 ? '1 account' : `${String(accountCount)} accounts`;
  const codes = currencies.length === 1 ? '1 currency' : `${String(currencies.length)} currencies`;
  const strange = currencies.filter(({ isKnown }) => !isKnown).length;
  return `${accounts} in ${codes}${strange === 0 ? '' : `, ${String(strange)} not known here`}`;
}

/** What stands above the accounts of a currency. */
export const currencyWords = ({ currency, isKnown }: Position['currencies'][number]): string =>
  isKnown
    ? currency
    : currency === ''
      ? 'The bank gave no currency'
      : `${currency} · currency not known here`;

/** The account's last four digits behind two dots, as people know it. */
export const shortNumber = (accountNumber: string): string => `··${accountNumber.slice(-4)}`;
