import type { Money, Rules } from '../../../electron/nouns/approvals/contents.ts';
import { orderOf, type Order } from '../../../electron/nouns/approvals/order.ts';

/** Whole steps of one ten-thousandth, read digit by digit. */
const steps = (text: string, digits: number): bigint => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(digits, '0'));
};

const roundedUp = (over: bigint, under: bigint): bigint => (over + under - 1n) / under;

/** What an amount is in another currency at the rates that the rules name; null where they name none. */
function inCurrency(
  amount: bigint,
  from: string,
  currency: string,
  rates: Rules['rates'],
): bigint | null {
  if (from === currency) return amount;
  const one = 10n ** 12n;
  const direct = rates.find(({ base, counter }) => base === from && counter === currency);
  if (direct !== undefined) return roundedUp(amount * steps(direct.rate, 12), one);
  const inverse = rates.find(({ base, counter }) => base === currency && counter === from);
  return inverse === undefined ? null : roundedUp(amount * one, steps(inverse.rate, 12));
}

/**
 * Is the sum of these orders more than this? Where it cannot be compared, it is. Amounts in `apart` are compared with a bound of their
 * own instead. Each currency is converted once, rounded up.
 */
export function isMore(
  orders: readonly Order[],
  than: Money,
  rates: Rules['rates'],
  apart: readonly string[] = [],
): boolean {
  if (orders.some(({ money }) => money === 'unknown')) return true;
  const amounts = orders.flatMap(({ money }) =>
    money === null || money === 'unknown' ? [] : [money as Money],
  );
  let sum = 0n;
  for (const currency of new Set(amounts.map((one) => one.currency))) {
    if (currency !== than.currency && apart.includes(currency)) continue;
    const own = amounts
      .filter((one) => one.currency === currency)
      .reduce((all, { amount }) => all + steps(amount, 4), 0n);
    const converted = inCurrency(own, currency, than.currency, rates);
    if (converted === null) return true;
    sum += converted;
  }
  return sum > steps(than.amount, 4);
}

/** Is one text of an amount more than another? */
export const isMoreText = (one: string, other: string): boolean => steps(one, 4) > steps(other, 4);

export const ordersOf = (
  operation: string,
  lines: readonly { readonly payload: string }[],
): readonly Order[] => lines.map(({ payload }) => orderOf(operation, payload));

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit' },
    });
  formats.set(zone, format);
  return format;
}

/** Day, weekday (Monday is 1) and clock of an instant in a zone. */
export function localMoment(
  at: number,
  zone: string,
): { readonly day: number; readonly weekday: number; readonly clock: string } {
  const parts = formatOf(zone).formatToParts(at);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  const date = new Date(`${part('year')}-${part('month')}-${part('day')}T00:00:00Z`);
  return {
    day: date.getTime() / 86_400_000,
    weekday: ((date.getUTCDay() + 6) % 7) + 1,
    clock: `${part('hour')}:${part('minute')}`,
  };
}
