import { todayAt } from '../../../shared/calendar.ts';
import type { StatementSummary } from '../../../shared/ipc/statements.ts';
import { amountParts } from '../../../shared/money/format.ts';
import type { Money } from '../../../shared/money/money.ts';

type Widths = Readonly<Record<'day' | 'reference' | 'amount' | 'balance', number>>;

const referenceMax = 18;
/** A comma, a point or a sign in `ch`, rounded up. */
const separatorCh = 0.6;

/**
 * Widths that hold every cell of a column: no amount is longer than the sum it is part of, no balance much longer
 * than those at the ends. Rows are grids of their own, so the widths must be known. Days are in pixels, the rest in `ch`.
 */
export function columnWidths(summary: StatementSummary, longestReference: number): Widths {
  const { credits, debits, opening, closing } = summary;
  const oldest = summary.filter.from ?? summary.covered?.from;
  const isOfThisYear = oldest?.slice(0, 4) === todayAt(Date.now()).slice(0, 4);
  return {
    day: isOfThisYear ? 46 : 78,
    reference: Math.max(9, Math.min(longestReference, referenceMax)),
    amount: longest([credits, debits], 9),
    balance: longest([opening, closing], 11) + 1,
  };
}

const longest = (amounts: readonly (Money | null)[], atLeast: number): number =>
  Math.max(atLeast, ...amounts.map((money) => (money ? lengthOf(money) : 0)));

function lengthOf(money: Money): number {
  const { sign, whole, minor } = amountParts(money);
  const characters = `${sign}${whole}${minor}`;
  const separators = characters.replace(/\d/g, '').length;
  return characters.length - separators + separators * separatorCh;
}
