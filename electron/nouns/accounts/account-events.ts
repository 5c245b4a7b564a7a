import type { Account } from '../../../shared/bank/accounts.ts';
import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { noteEvents } from '../../engines/store/records/bank-events.ts';
import { rows, type CacheConnection } from '../../engines/store/database.ts';
import { notesOf, type Watched } from '../../engines/store/records/event-notes.ts';
import type { Completeness } from '../../engines/store/records/record-lists.ts';

const watchedAccount: Watched<{ readonly number: string; readonly record: Account }> = {
  kind: 'account',
  about: ({ number, record: { accountName, currencyIso3Code } }) => ({
    subjectId: number,
    title: `${accountName || number} · ${currencyIso3Code}`,
    accountNumber: number,
  }),
  fields: ({ record: { status, accountName, accountType } }) => ({
    status,
    accountName,
    accountType,
  }),
};

/**
 * Notes what changed of the accounts, before they are saved. A new account is an event only in a whole list, when others were known before.
 */
export function noteAccounts(
  database: CacheConnection,
  accounts: readonly { readonly number: string; readonly record: Account }[],
  { asOf, complete }: Completeness & { asOf: Timestamp },
): void {
  const stored = rows<{ number: string; document: string | null }>(
    database,
    'SELECT number, document FROM account',
  );
  const known = new Map(stored.map(({ number, document }) => [number, document]));
  const announcesNew = complete && stored.some(({ document }) => document !== null);
  const notes = accounts.flatMap((account) => {
    const document = known.get(account.number);
    if (document === undefined || document === null)
      return announcesNew && document === undefined ? notesOf(watchedAccount, null, account) : [];
    const before = { number: account.number, record: JSON.parse(document) as Account };
    return notesOf(watchedAccount, before, account);
  });
  noteEvents(database, notes, asOf);
}
