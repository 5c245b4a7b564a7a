import type { Position } from '../../../shared/ipc/records.ts';

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
});

/** `Friday 20 November`, as the clock of this machine has it. */
export const todayWords = (now = new Date()): string => dayFormat.format(now);

/** `6 accounts in 5 currencies`. */
export function positionWords({ accountCount, currencies }: Position): string {
  const accounts = accountCount === 1 ? '1 account' : `${String(accountCount)} accounts`;
  const codes = currencies.length === 1 ? '1 currency' : `${String(currencies.length)} currencies`;
  return `${accounts} in ${codes}`;
}

/** The account's last four digits behind two dots, as people know it. */
export const shortNumber = (accountNumber: string): string => `··${accountNumber.slice(-4)}`;
