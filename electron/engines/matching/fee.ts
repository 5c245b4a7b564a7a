import {
  daysApart,
  leftAt,
  namedByLeft,
  namedByRight,
  rightAt,
  settle,
  tiedToLeft,
  tiedToRight,
  tiesOfLeft,
  tiesOfRight,
  type Field,
} from './field.ts';
import { valueAt } from './item.ts';
import { Piece } from './pieces.ts';

/**
 * Matches two lines that a whole reference ties to each other and to no other, where the right one has a little less: a fee was
 * deducted from an incoming amount or added to an outgoing one. Not where a line may be that difference, or the fee may be another line's.
 */
export function* matchFees(field: Field): Generator<void, void, void> {
  const amounts = openAmounts(field);
  const piece = new Piece();
  for (const l of [...field.openLeft]) {
    if (piece.isOver(1 + tiesOfLeft(field, l).size)) yield;
    const [r, ...others] = namedByLeft(field, l);
    if (r === undefined || others.length > 0 || !isFee(field, l, r)) continue;
    const tie = valueAt(tiesOfLeft(field, l), r);
    piece.spend(tiesOfRight(field, r).size);
    if (tie.isOwn && namedByRight(field, r).length === 1 && isAlone(field, { l, r, amounts })) {
      settle(field, { left: [l], right: [r], rule: 'fee', reference: tie.reference });
      count(amounts.left, leftAt(field, l).units, -1);
      count(amounts.right, rightAt(field, r).units, -1);
    }
  }
}

/** The number of open lines of each side by amount. */
type Amounts = { readonly left: Map<bigint, number>; readonly right: Map<bigint, number> };

function openAmounts(field: Field): Amounts {
  const amounts: Amounts = { left: new Map(), right: new Map() };
  for (const l of field.openLeft) count(amounts.left, leftAt(field, l).units, 1);
  for (const r of field.openRight) count(amounts.right, rightAt(field, r).units, 1);
  return amounts;
}

function count(amounts: Map<bigint, number>, units: bigint, by: 1 | -1): void {
  const counted = (amounts.get(units) ?? 0) + by;
  if (counted > 0) amounts.set(units, counted);
  else amounts.delete(units);
}

const lessOf = (field: Field, l: number, r: number): bigint =>
  leftAt(field, l).units - rightAt(field, r).units;

const magnitude = (units: bigint): bigint => (units < 0n ? -units : units);

function isFee(field: Field, l: number, r: number): boolean {
  const [one, other] = [leftAt(field, l), rightAt(field, r)];
  const less = lessOf(field, l, r);
  return (
    one.units * other.units > 0n &&
    less > 0n &&
    less <= field.matching.feeUpTo(magnitude(one.units)) &&
    daysApart(one, other) <= field.matching.days
  );
}

/** Is no open line the difference, or a tied part of it, and does the fee fit no other tied line? */
function isAlone(
  field: Field,
  { l, r, amounts }: { readonly l: number; readonly r: number; readonly amounts: Amounts },
): boolean {
  const less = lessOf(field, l, r);
  return (
    !amounts.right.has(less) &&
    !amounts.left.has(-less) &&
    tiedToLeft(field, l).every(
      ([at]) => at === r || (magnitude(rightAt(field, at).units) > less && !isFee(field, l, at)),
    ) &&
    tiedToRight(field, r).every(
      ([at]) => at === l || (magnitude(leftAt(field, at).units) > less && !isFee(field, at, r)),
    )
  );
}
