import { lastFour } from '../../shared/account-digits.ts';
import type { SyncProgress } from '../../shared/ipc/accounts/statements.ts';
import type { PaymentFile } from '../../shared/ipc/changes/payment-files.ts';
import { counted, formatCount, formatMoney } from '../../shared/money/format.ts';
import { sumByCurrency } from '../../shared/money/money.ts';

type Account = SyncProgress['accounts'][number];

/** `Operating ··7345`, or the number of accounts. */
const namesOf = (accounts: readonly Account[]): string =>
  accounts.length > 2
    ? counted(accounts.length, 'account', 'accounts')
    : accounts
        .map(({ accountName, accountNumber }) => `${accountName} ${lastFour(accountNumber)}`)
        .join(' and ');

/** `Synced: 3 new entries in Operating ··7345.` `isFirst`: all entries are new, so none is announced. */
export function syncWords({ accounts, inserted }: SyncProgress, isFirst: boolean): string {
  const failed = accounts.filter(({ error }) => error !== null);
  const rest = failed.length === 0 ? '' : ` Not fetched: ${namesOf(failed)}.`;
  if (isFirst)
    return `Synced: ${counted(accounts.length, 'account', 'accounts')}, ${counted(inserted, 'entry', 'entries')}.${rest}`;
  if (inserted === 0) return `Synced: no new entries.${rest}`;
  const names = namesOf(accounts.filter((account) => account.inserted > 0));
  return `Synced: ${counted(inserted, 'new entry', 'new entries')}${names === '' ? '' : ` in ${names}`}.${rest}`;
}

/** The sums of the lines that are still to be sent: `41,203.10 EUR, 1,200.00 USD`. */
export const sumsToSend = ({ totals }: PaymentFile): string =>
  sumByCurrency(totals.map(({ amount }) => amount))
    .map((sum) => formatMoney(sum))
    .join(', ');

/** `Sent: 27 payments of payments-30.csv, 41,203.10 EUR.` `sums`: of all that was to be sent. */
export function fileWords({ fileName, counts }: PaymentFile, sums: string): string {
  const sent = `Sent: ${counted(counts.accepted, 'payment', 'payments')} of ${fileName}`;
  const rest = [
    [counts.refused, 'refused'],
    [counts.unknown, 'unanswered'],
    [counts.ready + counts['not-sent'] + counts['not-found'], 'not sent'],
  ] as const;
  const open = rest.flatMap(([count, words]) =>
    count === 0 ? [] : [`${formatCount(count)} ${words}`],
  );
  // The sum is of all lines: while some are open it is not the sent amount.
  return open.length > 0 ? `${sent}; ${open.join(', ')}.` : `${sent}${sums && `, ${sums}`}.`;
}

export const uploadWords = (fileName: string, count: number): string =>
  count === 1 ? `Document sent: ${fileName}.` : `${formatCount(count)} documents sent.`;
