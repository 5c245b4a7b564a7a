import { fromUnits, toUnits, type Decimal } from '../../../../shared/money/decimal.ts';
import type { SourceValues } from '../fields/source.ts';
import { amountIn, decimalIn } from '../fields/values.ts';

/** The sums of an invoice as its XML writes them, each with all its different texts. */
export type Totals = {
  readonly due: readonly string[];
  readonly gross: readonly string[];
  readonly prepaid: readonly string[];
  readonly rounding: readonly string[];
};

/** Adds the amount due, and a problem where the other sums contradict it: EN 16931 requires total - prepaid + rounding. */
export function addTotals(
  values: SourceValues,
  totals: Totals,
  currency: string | undefined,
): void {
  for (const text of totals.due) {
    const decimal = decimalIn(text);
    const amount = decimal === null ? null : amountIn(decimal, currency);
    if (amount === null)
      values.fault('value-wrong', `The amount due “${text.slice(0, 40)}” cannot be read exactly.`);
    else values.add('amount', amount, 'XML BT-115');
  }
  const due = values.only('amount');
  if (due === undefined) return;
  const expected = expectedDue(totals);
  if (expected !== null && toUnits(expected) !== toUnits(due))
    values.fault(
      'contradiction',
      `The amount due is ${due}, but total, prepayment and rounding make ${expected}. Ask the seller.`,
    );
  if (toUnits(due) <= 0n) values.fault('nothing-due', 'Nothing is left to be paid.');
}

/** The amount due by the other sums. Null where the total is missing, or a sum is stated twice or is no number. */
function expectedDue({ gross, prepaid, rounding }: Totals): Decimal | null {
  const [total, paid, rounded] = [gross, prepaid, rounding].map((texts) =>
    texts.length > 1 ? null : decimalIn(texts[0] ?? '0'),
  );
  if (gross.length === 0 || !total || !paid || !rounded) return null;
  return fromUnits(toUnits(total) - toUnits(paid) + toUnits(rounded), 2);
}
