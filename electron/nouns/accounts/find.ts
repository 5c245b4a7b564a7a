import { lastFour } from '../../../shared/account-digits.ts';
import type { Hit } from '../../../shared/ipc/accounts/find.ts';
import { holdsAllOf, type RecordQuestion } from '../../engines/find/records.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { listAccounts } from './tables.ts';

/** The accounts whose names or numbers have every word. */
export function accountHits(reader: CacheReader, { terms, limit }: RecordQuestion): Hit[] {
  const holds = holdsAllOf(terms);
  return listAccounts(reader)
    .filter(({ accountNumber, accountName, currency }) =>
      holds({
        texts: [accountName, accountNumber, currency],
        payee: accountName,
        sums: [{ currency }],
        accounts: [accountNumber],
      }),
    )
    .slice(0, limit)
    .map(({ accountNumber, accountName, currency }) => ({
      id: accountNumber,
      within: null,
      day: null,
      lead: currency,
      text: accountName || accountNumber,
      aside: lastFour(accountNumber),
      amount: null,
      direction: null,
    }));
}
