import { minorDigits, type Currency } from '../../shared/money/currencies.ts';
import { fromUnits, isDecimal, toUnits, type Decimal } from '../../shared/money/decimal.ts';
import { balanceOf, ledgerAccount, type LedgerAccount, type WithLedger } from '../ledger/ledger.ts';
import { invalid, Refusal } from '../server/refusal.ts';
import { limitOf, paymentFeeOf } from './tariff.ts';

/** An amount in the currency's own digits. Throws Refusal 400 that names the field. */
export function checkedAmount(text: string, currency: Currency, field = 'amount'): Decimal {
  const digits = minorDigits(currency);
  if (!isDecimal(text)) throw invalid({ field, message: 'must be a decimal number' });
  const units = toUnits(text);
  if (units <= 0n) throw invalid({ field, message: 'must be above zero' });
  if (units % 10n ** BigInt(4 - digits) !== 0n)
    throw invalid({ field, message: `must have at most ${digits} decimals in ${currency}` });
  return fromUnits(units, digits);
}

/** An account that moves this currency. Throws Refusal 404 and 400. */
export function accountIn(
  { ledger }: WithLedger,
  { accountNumber, currency }: { accountNumber: string; currency: string },
  field = 'currency',
): LedgerAccount {
  const account = ledgerAccount(ledger, accountNumber);
  if (account.currency !== currency) {
    const message =
      field === 'currency' ? `must be ${account.currency}` : `must be an account in ${currency}`;
    throw invalid({ field, message });
  }
  return account;
}

/** Throws Refusal 422 that names the limit. */
export function refuseOverLimit(amount: Decimal, currency: Currency): void {
  const limit = limitOf(currency);
  if (toUnits(amount) <= toUnits(limit)) return;
  throw new Refusal(
    422,
    'limit_exceeded',
    `The limit for one order in ${currency} is ${limit} ${currency}`,
  );
}

export const totalOf = (amount: Decimal, fee: Decimal, currency: Currency): Decimal =>
  fromUnits(toUnits(amount) + toUnits(fee), minorDigits(currency));

export const covers = (account: LedgerAccount, total: Decimal): boolean =>
  balanceOf(account) >= toUnits(total);

type Payment = { accountNumber: string; amount: string; currency: string };

/** What a payment would take, were it made now. Throws Refusal 400, 404 and 422. */
export function pricedPayment(bank: WithLedger, order: Payment) {
  const account = accountIn(bank, order);
  const amount = checkedAmount(order.amount, account.currency);
  const fee = paymentFeeOf(account.currency);
  refuseOverLimit(amount, account.currency);
  return { account, amount, fee, total: totalOf(amount, fee, account.currency) };
}

/** A payment that its account covers. Throws Refusal 400, 404 and 422. */
export function coveredPayment(bank: WithLedger, order: Payment) {
  const { account, total, ...priced } = pricedPayment(bank, order);
  if (!covers(account, total)) {
    const held = fromUnits(balanceOf(account), minorDigits(account.currency));
    throw new Refusal(
      422,
      'insufficient_funds',
      `The account holds ${held} ${account.currency}; with the fee this takes ${total} ${account.currency}`,
    );
  }
  return priced;
}

/** Throws Refusal 422: the bank will not carry out this one, and says why. */
export function refuseBlocked(outcome: string | undefined): void {
  if (outcome === 'blocked')
    throw new Refusal(
      422,
      'compliance_refused',
      'Compliance does not release payments to this recipient',
    );
}
