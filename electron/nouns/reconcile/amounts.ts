import type { Tally } from '../../../shared/ipc/review/reconcile.ts';
import { isCurrency } from '../../../shared/money/currencies.ts';
import { fromUnits, toUnits, type Decimal } from '../../../shared/money/decimal.ts';
import { moneyOfUnits, type Money } from '../../../shared/money/money.ts';

/** Units of 10^-4 as money, also in an unknown currency. */
export const moneyIn = (units: bigint, currency: string): Money =>
  isCurrency(currency) ? moneyOfUnits(units, currency) : { amount: fromUnits(units, 2), currency };

export const moneyOrNull = (amount: Decimal | null, currency: string): Money | null =>
  amount === null || currency === '' ? null : moneyIn(toUnits(amount), currency);

/** A count and a sum that grow; a missing amount counts and adds nothing. */
export type RunningTally = { count: number; units: bigint };

export const newTally = (): RunningTally => ({ count: 0, units: 0n });

export function addTo(tally: RunningTally, amount: Decimal | null): void {
  tally.count += 1;
  tally.units += amount === null ? 0n : toUnits(amount);
}

export const tallyIn = ({ count, units }: RunningTally, currency: string): Tally => ({
  count,
  sum: moneyIn(units, currency),
});
