import { amountParts, decimalMark } from '../../../shared/money/format.ts';
import type { Money } from '../../../shared/money/money.ts';

/** The largest number of decimal digits of any amount. */
export const mostDigits = (amounts: readonly (Money | null)[]): number =>
  Math.max(
    0,
    ...amounts.map((money) => (money ? Math.max(0, amountParts(money).minor.length - 1) : 0)),
  );

/**
 * The text that an amount lacks to have `digits` decimal digits, for `data-room` of `base.css`, which reserves its width; undefined for
 * nothing. `minor` is `.30` or nothing.
 */
export function roomBehind(minor: string, digits: number): string | undefined {
  const whole = digits === 0 ? '' : `${decimalMark()}${'0'.repeat(digits)}`;
  return whole.slice(minor.length) || undefined;
}
