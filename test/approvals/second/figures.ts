import type { Money, Rules } from '../../../electron/nouns/approvals/contents.ts';
import { orderOf, type Order } from '../../../electron/nouns/approvals/order.ts';

/** Whole steps of one ten-thousandth, read digit by digit. */
const steps = (text: string, digits: number): bigint => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(digits, '0'));
};

const roundedUp = (over: bigint, under: bigint): bigint => (over + under - 1n) / under;

/** What an amount is in another currency at the rates that the rules name; null where they name none. */
function inCurrency(money: Money, currency: string, rates: Rules['rates']): bigint | null {
  const amount = steps(money.amount, 4);
  if (money.currency === currency) return amount;
  const one = 10n ** 12n;
  const direct = rates.find(({ base, counter }) => base === money.currency && counter === currency);
  if (direct !== undefined) return roundedUp(amount * steps(direct.rate, 12), one);
  const inverse = rates.find(
    ({ base, counter }) => base === currency && counter === money.currency,
  );
  return inverse === undefined ? null : roundedUp(amount * one, steps(inverse.rate, 12));
}

/** Is the sum of these orders more than this? Where it cannot be compared, it is. */
export function isMore(orders: readonly Order[], than: Money, rates: Rules['rates']): boolean {
  let sum = 0n;
  for (const { money } of orders) {
    if (money === null) continue;
    const amount = money === 'unknown' ? null : inCurrency(money, than.currency, rates);
    if (amount === null) return true;
    sum += amount;
  }
  return sum > steps(than.amount, 4);
}

/** Is one text of an amount more than another? */
export const isMoreText = (one: string, other: string): boolean => steps(one, 4) > steps(other, 4);

export const ordersOf = (
  operation: string,
  lines: readonly { readonly payload: string }[],
): readonly Order[] => lines.map(({ payload }) => orderOf(operation, payload));

/** Day, weekday (Monday is 1) and clock of an instant in a zone. */
export function localMoment(
  at: number,
  zone: string,
): { readonly day: number; readonly weekday: number; readonly clock: string } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  }).formatToParts(at);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  const date = new Date(`${part('year')}-${part('month')}-${part('day')}T00:00:00Z`);
  return {
    day: date.getTime() / 86_400_000,
    weekday: ((date.getUTCDay() + 6) % 7) + 1,
    clock: `${part('hour')}:${part('minute')}`,
  };
}
