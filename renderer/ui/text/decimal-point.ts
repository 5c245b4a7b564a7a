import { amountParts, decimalMark } from '../../../shared/money/format.ts';
import type { Money } from '../../../shared/money/money.ts';

/** The most digits that one of them has behind the point. */
export const mostDigits = (amounts: readonly (Money | null)[]): number =>
  Math.max(
    0,
    ...amounts.map((money) => (money ? Math.max(0, amountParts(money).minor.length - 1) : 0)),
  );

/**
 * What an amount lacks behind its point to be as long as one with so many digits there, for `data-room` of `base.css`, which keeps its
 * place; undefined for nothing. `minor` is `.30` or nothing.
 */
export function roomBehind(minor: string, digits: number): string | undefined {
  const whole = digits === 0 ? '' : `${decimalMark()}${'0'.repeat(digits)}`;
  return whole.slice(minor.length) || undefined;
}
