import type { EntryRow, StatementSummary } from '../../../../shared/ipc/accounts/statements.ts';
import { amountParts } from '../../../../shared/money/format.ts';
import type { Money } from '../../../../shared/money/money.ts';

/** Of the longest text of a column, in `ch`. */
export type Lengths = Readonly<Record<'reference' | 'amount' | 'balance', number>>;

/** A reference is never broken; a bank's longest has 35 letters. */
const referenceMax = 36;
/** A comma, a point or a sign in `ch`, rounded up. */
const separatorCh = 0.6;

export const noLengths: Lengths = { reference: 0, amount: 0, balance: 0 };

export const wider = (one: Lengths, other: Lengths): Lengths => ({
  reference: Math.max(one.reference, other.reference),
  amount: Math.max(one.amount, other.amount),
  balance: Math.max(one.balance, other.balance),
});

/** No amount is longer than the sum it is part of, no balance much longer than those at the ends. */
export const longestSums = ({ credits, debits, opening, closing }: StatementSummary): Lengths => ({
  reference: 0,
  amount: longest([credits, debits]),
  balance: longest([opening, closing]),
});

/** The lengths that the rows need. */
export const longestCells = (rows: readonly EntryRow[]): Lengths => ({
  reference: rows.reduce((length, row) => Math.max(length, row.customReference.length), 0),
  amount: longest(rows.map(({ amount }) => amount)),
  balance: longest(rows.map(({ balance }) => balance)),
});

/**
 * Widths that hold every cell of a column: the rows are there before their sums, which then may widen it. Rows are grids of their
 * own, so the widths must be known.
 */
export function columnWidths({ reference, amount, balance }: Lengths): Lengths {
  return {
    reference: Math.max(9, Math.min(reference, referenceMax)),
    amount: Math.max(amount, 9),
    balance: Math.max(balance, 11) + 1,
  };
}

const longest = (amounts: readonly (Money | null)[]): number =>
  Math.max(0, ...amounts.map((money) => (money ? lengthOf(money) : 0)));

function lengthOf(money: Money): number {
  const { sign, whole, minor } = amountParts(money);
  const characters = `${sign}${whole}${minor}`;
  const separators = characters.replace(/\d/g, '').length;
  return characters.length - separators + separators * separatorCh;
}
