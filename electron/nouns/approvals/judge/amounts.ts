import { toUnits } from '../../../../shared/money/decimal.ts';
import { ratio, type Ratio } from '../../../../shared/money/rate.ts';
import type { Money, Rules } from '../contents.ts';
import type { Order } from '../order.ts';

/** The sum of orders by currency, in units of 10^-4; `unknown` where an amount cannot be read. */
export type Total = ReadonlyMap<string, bigint> | 'unknown';

export function totalOf(orders: readonly Order[]): Total {
  const sums = new Map<string, bigint>();
  for (const { money } of orders) {
    if (money === 'unknown') return 'unknown';
    if (money === null) continue;
    sums.set(money.currency, (sums.get(money.currency) ?? 0n) + toUnits(money.amount));
  }
  return sums;
}

/** The sum of several totals. */
export function sumOf(totals: readonly Total[]): Total {
  const sums = new Map<string, bigint>();
  for (const total of totals) {
    if (total === 'unknown') return 'unknown';
    for (const [currency, units] of total) sums.set(currency, (sums.get(currency) ?? 0n) + units);
  }
  return sums;
}

/**
 * Is a total more than a bound? Other currencies are converted at the rates of the rules, except those with bounds of their own (`own`).
 * A total that cannot be compared counts as more.
 */
export function isOver(
  total: Total,
  bound: Money,
  { rates }: Pick<Rules, 'rates'>,
  own: ReadonlySet<string> = new Set(),
): boolean {
  if (total === 'unknown') return true;
  let sum = 0n;
  for (const [currency, units] of total) {
    if (currency !== bound.currency && own.has(currency)) continue;
    const rate = rateOf(rates, currency, bound.currency);
    if (rate === null) return true;
    sum += roundedUp(units * rate.times, rate.by);
  }
  return sum > toUnits(bound.amount);
}

const roundedUp = (dividend: bigint, divisor: bigint): bigint =>
  (dividend + divisor - 1n) / divisor;

function rateOf(rates: Rules['rates'], from: string, to: string): Ratio | null {
  if (from === to) return { times: 1n, by: 1n };
  const straight = rates.find(({ base, counter }) => base === from && counter === to);
  if (straight) return ratio(straight.rate);
  const inverse = rates.find(({ base, counter }) => base === to && counter === from);
  return inverse ? ratio(inverse.rate, 'inverse') : null;
}
