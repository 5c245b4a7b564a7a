import { findRate } from './find-rate.ts';
import type { StoredRate } from './tables.ts';

/**
 * Returns the currency of the total where a person chose none: the account currency into which most of the others have a rate; of several,
 * the one with most accounts. Null while fewer than half have one.
 */
export function defaultCurrency(
  accounts: readonly { readonly currency: string }[],
  stored: readonly StoredRate[],
): string | null {
  const known = [...new Set(accounts.map(({ currency }) => currency))].toSorted();
  const ratedOf = (to: string): number =>
    known.filter((from) => from !== to && findRate(stored, from, to) !== null).length;
  const [best] = known
    .map((currency) => ({
      currency,
      rated: ratedOf(currency),
      count: accounts.filter((account) => account.currency === currency).length,
    }))
    .toSorted((a, b) => b.rated - a.rated || b.count - a.count);
  return best && best.rated > 0 && best.rated * 2 >= known.length - 1 ? best.currency : null;
}
