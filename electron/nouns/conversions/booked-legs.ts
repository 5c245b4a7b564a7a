import type { Trade } from '../../../shared/bank/conversions.ts';
import type { BookedLeg } from '../../../shared/ipc/changes/conversions.ts';
import type { Money } from '../../../shared/money/money.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { entriesByReference } from '../statements/search/entries-by-reference.ts';
import type { CachedEntry } from '../statements/entries/entry-rows.ts';

type Places = Pick<Trade, 'reference' | 'sellAccountNumber' | 'buyAccountNumber'>;

/** The legs that the statements in the local copy show under a trade's reference. */
export function bookedLegs(
  reader: CacheReader,
  { reference, sellAccountNumber, buyAccountNumber }: Places,
): BookedLeg[] {
  const legsOf = (accountNumber: string, wanted: CachedEntry['direction']): BookedLeg[] =>
    entriesByReference(reader, accountNumber, reference)
      .filter(({ direction }) => direction === wanted)
      .map((entry) => legOf(accountNumber, entry));
  return [...legsOf(sellAccountNumber, 'debit'), ...legsOf(buyAccountNumber, 'credit')];
}

const legOf = (accountNumber: string, entry: CachedEntry): BookedLeg => ({
  leg: entry.direction === 'credit' ? 'bought' : entry.transactionType === 'fee' ? 'fee' : 'sold',
  accountNumber,
  entryId: entry.id,
  amount: magnitude(entry.amount),
  bookedAt: entry.transactionDate,
});

/** Some banks send debits with a minus sign of their own; the direction already shows it. */
const magnitude = ({ amount, currency }: Money): Money => ({
  amount: amount.replace('-', ''),
  currency,
});
