import {
  daysApart,
  leftAt,
  namedByLeft,
  namedByRight,
  rightAt,
  settle,
  tiedToLeft,
  tiedToRight,
  type Field,
} from './field.ts';

/**
 * Matches two lines that a whole reference ties to each other and to no other, where the right one has a little less: of what comes in
 * a fee was kept, or on what goes out one was taken. Not where a line may be that difference, or the fee may be another's.
 */
export function matchFees(field: Field): void {
  for (const l of [...field.openLeft]) {
    const [r, ...others] = namedByLeft(field, l);
    if (r === undefined || others.length > 0 || namedByRight(field, r).length !== 1) continue;
    const tie = field.ties.ofLeft[l]?.get(r);
    if (tie?.isOwn === true && isFee(field, l, r) && isAlone(field, l, r))
      settle(field, { left: [l], right: [r], rule: 'fee', reference: tie.reference });
  }
}

const lessOf = (field: Field, l: number, r: number): bigint =>
  leftAt(field, l).units - rightAt(field, r).units;

const magnitude = (units: bigint): bigint => (units < 0n ? -units : units);

function isFee(field: Field, l: number, r: number): boolean {
  const [one, other] = [leftAt(field, l), rightAt(field, r)];
  const less = lessOf(field, l, r);
  return (
    one.units > 0n === other.units > 0n &&
    other.units !== 0n &&
    less > 0n &&
    less <= field.matching.feeUpTo(magnitude(one.units)) &&
    daysApart(one, other) <= field.matching.days
  );
}

/** Nothing that is left is the difference, or a part of it that a slip ties; and the slip of no other line fits as well. */
function isAlone(field: Field, l: number, r: number): boolean {
  const less = lessOf(field, l, r);
  for (const at of field.openRight) if (rightAt(field, at).units === less) return false;
  for (const at of field.openLeft) if (leftAt(field, at).units === -less) return false;
  return (
    tiedToLeft(field, l).every(
      ([at]) => at === r || (magnitude(rightAt(field, at).units) > less && !isFee(field, l, at)),
    ) &&
    tiedToRight(field, r).every(
      ([at]) => at === l || (magnitude(leftAt(field, at).units) > less && !isFee(field, at, r)),
    )
  );
}
