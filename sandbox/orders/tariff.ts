import { minorDigits, type Currency } from '../../shared/money/currencies.ts';
import { fromUnits, toUnits, type Decimal } from '../../shared/money/decimal.ts';
import { dividedHalfEven } from '../../shared/money/rate.ts';

/** What a payment costs, and the most that one payment or trade may move. Decimal texts. */
type Price = { readonly fee: Decimal; readonly limit: Decimal };

const prices: Readonly<Record<string, Price>> = {
  USD: { fee: '2.50', limit: '10000000.00' },
  EUR: { fee: '2.00', limit: '9000000.00' },
  GBP: { fee: '1.80', limit: '8000000.00' },
  NGN: { fee: '50.00', limit: '15000000000.00' },
  KES: { fee: '120.00', limit: '1300000000.00' },
  JPY: { fee: '350', limit: '1500000000' },
  KWD: { fee: '0.750', limit: '3000000.000' },
};

const unpriced: Price = { fee: '0', limit: '1000000' };

const priceOf = (currency: Currency): Price => prices[currency] ?? unpriced;

/** The flat fee of a transfer or a remittance. */
export const paymentFeeOf = (currency: Currency): Decimal => priceOf(currency).fee;

export const limitOf = (currency: Currency): Decimal => priceOf(currency).limit;

/** A thousandth of what is sold, rounded half to even in the currency's minor unit. */
export function tradeFeeOf(sellAmount: Decimal, currency: Currency): Decimal {
  const digits = minorDigits(currency);
  const step = 10n ** BigInt(4 - digits);
  return fromUnits(dividedHalfEven(toUnits(sellAmount), step * 1000n) * step, digits);
}
