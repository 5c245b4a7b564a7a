import type { Hit } from '../../../shared/ipc/accounts/find.ts';
import { namesIn, type RecordQuestion } from '../../engines/find/records.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { listBeneficiaries } from './tables.ts';

/** The payees whose names, numbers or banks have every word, by name. */
export function findBeneficiaries(
  reader: CacheReader,
  { terms, limit }: RecordQuestion,
): (Hit & { readonly currency: string })[] {
  const names = namesIn(terms);
  if (names.length === 0) return [];
  return listBeneficiaries(reader, names.join(' '))
    .rows.slice(0, limit)
    .map(({ entityId, name, accountName, accountNumber, country, currencyIso3Code }) => ({
      id: entityId,
      within: null,
      day: null,
      lead: [country, currencyIso3Code].filter(Boolean).join(', '),
      text: name || accountName || entityId,
      aside: shortNumber(accountNumber),
      amount: null,
      direction: null,
      currency: currencyIso3Code,
    }));
}

/** `SE45 ···· 9171`: enough to distinguish two accounts of one payee. */
const shortNumber = (number: string): string =>
  number.length <= 10 ? number : `${number.slice(0, 4)} ···· ${number.slice(-4)}`;
