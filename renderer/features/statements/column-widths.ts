import type { StatementSummary } from '../../../shared/ipc/records.ts';
import { amountParts } from '../../../shared/money/format.ts';
import type { Money } from '../../../shared/money/money.ts';

/**
 * Widths in `ch` that hold every number of a column: no amount is longer than the sum it is part of,
 * no balance much longer than those at the ends. Rows are grids of their own, so the widths must be known.
 */
export function columnWidths(summary: StatementSummary): { amount: number; balance: number } {
  const { credits, debits, opening, closing } = summary;
  return {
    amount: longest([credits, debits], 9),
    balance: longest([opening, closing], 11) + 1,
  };
}

/** Commas and points are narrower than digits, so that a number needs less than one `ch` a character. */
const longest = (amounts: readonly (Money | null)[], atLeast: number): number =>
  Math.max(atLeast, ...amounts.map((money) => (money ? lengthOf(money) : 0)));

function lengthOf(money: Money): number {
  const { sign, whole, minor } = amountParts(money);
  return sign.length + whole.length + minor.length;
}
