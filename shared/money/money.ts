import { shownDigits, type Currency } from './currencies.ts';
import { fromUnits, toUnits, type Decimal } from './decimal.ts';

/** An amount with its currency; decimal text, on every wire of ours. */
export type Money<C extends Currency = Currency> = {
  readonly amount: Decimal;
  readonly currency: C;
};

/**
 * Canonical text of integer units of 10^-4: the currency's minor digits at least, more only if they are significant. In an unknown currency
 * only significant ones; entries keep how many the bank wrote.
 */
export function moneyOfUnits<C extends Currency>(units: bigint, currency: C): Money<C> {
  return { amount: fromUnits(units, shownDigits(currency)), currency };
}

export function money<C extends Currency>(amount: Decimal, currency: C): Money<C> {
  return moneyOfUnits(toUnits(amount), currency);
}

const unitsOf = (value: Money): bigint => toUnits(value.amount);

/** Adding two currencies does not compile where they are known, and throws where they are not. */
export function add<C extends Currency>(a: Money<C>, b: Money<NoInfer<C>>): Money<C> {
  return moneyOfUnits(unitsOf(a) + unitsOf(sameCurrency(a, b)), a.currency);
}

export function negate<C extends Currency>(value: Money<C>): Money<C> {
  return moneyOfUnits(-unitsOf(value), value.currency);
}

/** Negative, zero or positive, as `a` is less than, equal to or more than `b`. */
export function compare<C extends Currency>(a: Money<C>, b: Money<NoInfer<C>>): number {
  const difference = unitsOf(a) - unitsOf(sameCurrency(a, b));
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** One sum per currency, in the order in which the currencies first appear. */
export function sumByCurrency(values: readonly Money[]): Money[] {
  const sums = new Map<Currency, bigint>();
  for (const value of values)
    sums.set(value.currency, (sums.get(value.currency) ?? 0n) + unitsOf(value));
  return [...sums].map(([currency, units]) => moneyOfUnits(units, currency));
}

function sameCurrency<B extends Money>(a: Money, b: B): B {
  if (a.currency !== b.currency)
    throw new RangeError(`${a.currency} and ${b.currency} cannot be added up`);
  return b;
}
