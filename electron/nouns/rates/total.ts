import type { ConvertedTotal as WholeTotal, UsedRate } from '../../../shared/ipc/accounts/rates.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { sumByCurrency, type Money } from '../../../shared/money/money.ts';
import { byRatio, rateOfRatio } from '../../../shared/money/rate.ts';
import { findRate, type FoundRate } from './find-rate.ts';
import type { StoredRate } from './tables.ts';

type ConvertedTotal = Omit<WholeTotal, 'fileProblem'>;

export type TotalledAccount = {
  readonly accountNumber: string;
  readonly accountName: string;
  readonly currency: string;
  /** Available after what is in flight; null where the bank never reported it. */
  readonly balance: Money | null;
  /** The newest day's change; null where that day is not known. */
  readonly net: Money | null;
};

/**
 * Converts and rounds the sum of each currency once, half to even, to the reporting currency's minor unit; then adds them. Invents no rate:
 * an account without one, or without a balance, is left out and named.
 */
export function convertedTotal(
  accounts: readonly TotalledAccount[],
  { reporting, stored }: { reporting: string | null; stored: readonly StoredRate[] },
): ConvertedTotal {
  const known = [...new Set(accounts.map(({ currency }) => currency))].filter((one) =>
    isCurrency(one),
  );
  const currencies = known.filter((currency) => currency !== reporting).toSorted();
  if (reporting === null)
    return { reporting, total: null, change: null, rates: [], leftOut: [], currencies };
  const found = new Map<string, FoundRate>();
  for (const currency of currencies) {
    const rate = findRate(stored, currency, reporting);
    if (rate !== null) found.set(currency, rate);
  }
  const hasRate = ({ currency }: TotalledAccount): boolean =>
    currency === reporting || found.has(currency);
  const counted = accounts.filter((one) => hasRate(one) && one.balance !== null);
  const inReporting = (amounts: readonly Money[]): Money | null =>
    sumByCurrency(
      sumByCurrency(amounts).flatMap((sum) => {
        if (sum.currency === reporting) return [sum];
        const rate = found.get(sum.currency);
        return rate
          ? [{ amount: byRatio(sum.amount, rate.ratio, reporting), currency: reporting }]
          : [];
      }),
    )[0] ?? null;
  const nets = counted.flatMap(({ net }) => net ?? []);
  return {
    reporting,
    total: inReporting(counted.flatMap(({ balance }) => balance ?? [])),
    change: nets.length === counted.length ? inReporting(nets) : null,
    rates: [...found].map(([currency, rate]) => usedRate(currency, rate)),
    leftOut: accounts
      .filter((one) => !counted.includes(one))
      .map(({ balance, net, ...account }) => ({
        ...account,
        why: balance === null ? 'no-balance' : 'no-rate',
      })),
    currencies,
  };
}

const usedRate = (currency: string, { ratio, source, name, at }: FoundRate): UsedRate => ({
  ...{ currency, source, name, at },
  rate: rateOfRatio(ratio),
});
