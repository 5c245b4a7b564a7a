import { fail, type Outcome } from '../../../shared/errors.ts';
import { readAmount } from '../../../shared/money/entered.ts';
import { ok } from '../../../shared/result.ts';
import type { Context } from '../../engines/machine/context.ts';
import { accountByNumber, type CachedAccount } from './tables.ts';
import type { CacheReader } from '../../engines/store/database.ts';

/** What every order names: one of our accounts, and an amount in its currency. */
type Entered = {
  readonly accountNumber: string;
  readonly amount: string;
  readonly currency: string;
};

/**
 * Checks an entered order again: the account is one of ours, the currency is the account's, the amount is possible in it, and nothing else
 * is wrong (`others`: field -> problem). Returns the order with the amount as it will be sent.
 */
export function checkedOrder<O extends Entered>(
  reader: CacheReader,
  order: O,
  others: Readonly<Record<string, string>>,
  { correlationId }: Context,
): Outcome<{ order: O; account: CachedAccount }> {
  const account = accountByNumber(reader, order.accountNumber);
  const amount = readAmount(order.amount, order.currency);
  const fields = {
    ...(account
      ? currencyProblem(order, account)
      : { accountNumber: 'is not one of our accounts' }),
    ...(amount.ok ? {} : { amount: amount.error }),
    ...others,
  };
  if (!account || !amount.ok || Object.keys(fields).length > 0)
    return fail('input.invalid', correlationId, { fields });
  return ok({ order: { ...order, amount: amount.value }, account });
}

/** An account of which only the number is known has no currency to compare with. */
const currencyProblem = ({ currency }: Entered, account: CachedAccount): Record<string, string> =>
  account.currency === '' || account.currency === currency
    ? {}
    : { currency: `is not the account’s: ${account.currency}` };
