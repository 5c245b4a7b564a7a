import {
  anyTiedToLeft,
  anyTiedToRight,
  daysApart,
  leftAt,
  namedByLeft,
  namedByRight,
  ownersOfLeft,
  ownersOfRight,
  rightAt,
  settle,
  sumOf,
  tiesOfLeft,
  tiesOfRight,
  type Field,
} from './field.ts';
import { itemAt, valueAt } from './item.ts';
import { Piece } from './pieces.ts';

/** The most days between a line and its parts: payment in parts takes longer than payment at once. */
const daysOfParts = 31;

type PlacesOf = (field: Field, at: number) => readonly number[];

/** The lines that may be parts of a line of each side, and those to which a line of each side may belong. */
type Sides = {
  readonly partsOfLeft: PlacesOf;
  readonly partsOfRight: PlacesOf;
  readonly ownersOfLeft: PlacesOf;
  readonly ownersOfRight: PlacesOf;
};

const byWhole: Sides = {
  ...{ partsOfLeft: namedByLeft, partsOfRight: namedByRight },
  ...{ ownersOfLeft: namedByLeft, ownersOfRight: namedByRight },
};
const bySlip: Sides = {
  ...{ partsOfLeft: anyTiedToLeft, partsOfRight: anyTiedToRight },
  ownersOfLeft,
  ownersOfRight,
};

/**
 * Matches one line with several: all lines that references tie to it, where references tie them to no other. They match only where they
 * add up to it to the last digit; no subset is tried. Whole references come first, and slips after them.
 */
export function* matchTogether(field: Field): Generator<void, void, void> {
  yield* matchBy(field, byWhole);
  yield* matchBy(field, bySlip);
}

function* matchBy(field: Field, sides: Sides): Generator<void, void, void> {
  const piece = new Piece();
  for (const l of [...field.openLeft]) {
    if (piece.isOver(1 + tiesOfLeft(field, l).size)) yield;
    const right = sides.partsOfLeft(field, l);
    if (right.length > 1 && right.every((r) => sides.ownersOfRight(field, r).length === 1))
      take(field, [l], right);
  }
  for (const r of [...field.openRight]) {
    if (piece.isOver(1 + tiesOfRight(field, r).size)) yield;
    const left = sides.partsOfRight(field, r);
    if (left.length > 1 && left.every((l) => sides.ownersOfLeft(field, l).length === 1))
      take(field, left, [r]);
  }
}

function take(field: Field, left: readonly number[], right: readonly number[]): void {
  const [ours, theirs] = [left.map((l) => leftAt(field, l)), right.map((r) => rightAt(field, r))];
  const isNear = ours.every((one) => theirs.every((other) => daysApart(one, other) <= daysOfParts));
  if (!isNear || sumOf(ours) !== sumOf(theirs)) return;
  const { reference } = valueAt(tiesOfLeft(field, itemAt(left, 0)), itemAt(right, 0));
  settle(field, { left, right, rule: 'together', reference });
}
