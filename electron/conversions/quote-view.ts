import type { Quote } from '../../shared/bank/conversions.ts';
import type { BalanceChange, QuoteView } from '../../shared/ipc/conversions.ts';
import type { InFlight } from '../../shared/ipc/submissions.ts';
import { add, compare, negate, type Money } from '../../shared/money/money.ts';
import { inverseOf } from '../../shared/money/rate.ts';
import type { CachedAccount } from '../accounts/tables.ts';
import type { QuoteAsked } from './quote-question.ts';
import { figuresOf } from './trade-figures.ts';

/** What a price would do, by the balances of the local copy and what is in flight from the selling account. */
export function quoteView(
  { sellAccount, buyAccount }: QuoteAsked,
  quote: Quote,
  inFlight: InFlight | null = null,
): Omit<QuoteView, 'remainingMs' | 'clockOffsetMs'> {
  const figures = figuresOf(quote);
  const { sell, buy, fee } = figures;
  const debitTotal = fee === null ? sell : add(sell, fee);
  const leaving = inFlight === null ? debitTotal : add(debitTotal, inFlight.amount);
  const sellBalance = changeBy(sellAccount, negate(leaving));
  return {
    quoteId: quote.quoteId,
    sellAccountNumber: sellAccount.accountNumber,
    buyAccountNumber: buyAccount.accountNumber,
    ...figures,
    inverse: inverseOf(quote.rate),
    debitTotal,
    inFlight,
    sellBalance,
    buyBalance: changeBy(buyAccount, buy),
    balancesAsOf: olderOf(sellAccount, buyAccount),
    coversIt: sellBalance.before && compare(sellBalance.before, leaving) >= 0,
    expiresAt: quote.expiresAt,
  };
}

const changeBy = ({ available }: CachedAccount, change: Money): BalanceChange => ({
  before: available,
  after: available && add(available, change),
});

function olderOf(...accounts: readonly CachedAccount[]): string | null {
  const times = accounts.map(({ availableAsOf }) => availableAsOf);
  return times.includes(null) ? null : (times.toSorted()[0] ?? null);
}
