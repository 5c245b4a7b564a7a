import type { Quote } from '../../../shared/bank/conversions.ts';
import type { Funds } from '../../../shared/ipc/accounts/accounts.ts';
import type { QuoteView } from '../../../shared/ipc/changes/conversions.ts';
import { add } from '../../../shared/money/money.ts';
import { inverseOf } from '../../../shared/money/rate.ts';
import { balanceAround, isCovered } from '../../engines/submissions/funds/funds.ts';
import type { QuoteRequest } from './quote-question.ts';
import { figuresOf } from './trade-figures.ts';

/** The effect of a price on the available balances of both accounts. */
export function quoteView(
  { sellAccount, buyAccount }: QuoteRequest,
  quote: Quote,
  { selling, buying }: { readonly selling: Funds; readonly buying: Funds },
): Omit<QuoteView, 'remainingMs' | 'clockOffsetMs'> {
  const figures = figuresOf(quote);
  const { sell, buy, fee } = figures;
  const debitTotal = fee === null ? sell : add(sell, fee);
  // Both figures are without amounts in flight, so that they differ only by what leaves.
  const sellBalance = balanceAround({ ...selling, balance: selling.after }, debitTotal);
  return {
    quoteId: quote.quoteId,
    sellAccountNumber: sellAccount.accountNumber,
    buyAccountNumber: buyAccount.accountNumber,
    ...figures,
    inverse: inverseOf(quote.rate),
    debitTotal,
    inFlight: selling.inFlight,
    sellBalance,
    buyBalance: { before: buying.balance, after: buying.balance && add(buying.balance, buy) },
    balancesAsOf: olderOf(selling, buying),
    coversIt: isCovered(sellBalance),
    expiresAt: quote.expiresAt,
  };
}

function olderOf(...funds: readonly Funds[]): string | null {
  const times = funds.map(({ asOf }) => asOf);
  return times.includes(null) ? null : (times.toSorted()[0] ?? null);
}
