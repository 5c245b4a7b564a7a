import type { AccountPlan, CrossedBound } from '../../../shared/ipc/accounts/accounts.ts';
import { add, compare, negate, type Money } from '../../../shared/money/money.ts';

export type BoundSide = CrossedBound['side'];

/** The balance of an account as booked, and after what is in flight; null where the bank never reported it. */
type Balances = { readonly booked: Money | null; readonly after: Money | null };

export const isBeyond = (side: BoundSide, balance: Money | null, bound: Money): boolean =>
  balance !== null &&
  (side === 'floor' ? compare(balance, bound) < 0 : compare(balance, bound) > 0);

/** Returns by how much the worse of the two balances is under a floor or over a ceiling; null where neither is, or without a bound. */
export function beyondBy(
  side: BoundSide,
  bound: Money | null,
  { booked, after }: Balances,
): Money | null {
  if (bound === null) return null;
  const apart = [booked, after].flatMap((balance) => {
    if (balance === null || !isBeyond(side, balance, bound)) return [];
    return side === 'floor' ? add(bound, negate(balance)) : add(balance, negate(bound));
  });
  const [one, other] = apart;
  if (one === undefined) return null;
  return other !== undefined && compare(other, one) > 0 ? other : one;
}

/** Returns the bound that a balance crosses; the floor comes first where what is in flight crosses both. */
export function crossedBound(
  accountNumber: string,
  { floor, ceiling }: AccountPlan,
  balances: Balances,
): CrossedBound | null {
  const under = beyondBy('floor', floor, balances);
  if (under !== null) return { accountNumber, side: 'floor', by: under };
  const over = beyondBy('ceiling', ceiling, balances);
  return over === null ? null : { accountNumber, side: 'ceiling', by: over };
}
