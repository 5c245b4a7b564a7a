import {
  anyTiedToLeft,
  anyTiedToRight,
  daysApart,
  leftAt,
  namedByLeft,
  namedByRight,
  rightAt,
  settle,
  sumOf,
  tiesOfLeft,
  tiesOfRight,
  type Field,
} from './field.ts';
import { itemAt, valueAt } from './item.ts';
import { Piece } from './pieces.ts';

/** Days that the parts of one matter may lie from it: what is paid in parts takes longer than what is paid at once. */
const daysOfParts = 31;

type Sides = {
  readonly ofLeft: (field: Field, l: number) => readonly number[];
  readonly ofRight: (field: Field, r: number) => readonly number[];
};

/**
 * Matches one line with several: all that references tie to it, and that references tie to nothing else. They count only where
 * they add up to it to the last digit; no sum is looked for among them. What slips tie is looked at behind what whole references do.
 */
export function* matchTogether(field: Field): Generator<void, void, void> {
  yield* matchBy(field, { ofLeft: namedByLeft, ofRight: namedByRight });
  yield* matchBy(field, { ofLeft: anyTiedToLeft, ofRight: anyTiedToRight });
}

function* matchBy(field: Field, { ofLeft, ofRight }: Sides): Generator<void, void, void> {
  const piece = new Piece();
  for (const l of [...field.openLeft]) {
    if (piece.isOver(1 + tiesOfLeft(field, l).size)) yield;
    const right = ofLeft(field, l);
    if (right.length > 1 && right.every((r) => ofRight(field, r).length === 1))
      take(field, [l], right);
  }
  for (const r of [...field.openRight]) {
    if (piece.isOver(1 + tiesOfRight(field, r).size)) yield;
    const left = ofRight(field, r);
    if (left.length > 1 && left.every((l) => ofLeft(field, l).length === 1)) take(field, left, [r]);
  }
}

function take(field: Field, left: readonly number[], right: readonly number[]): void {
  const [ours, theirs] = [left.map((l) => leftAt(field, l)), right.map((r) => rightAt(field, r))];
  const isNear = ours.every((one) => theirs.every((other) => daysApart(one, other) <= daysOfParts));
  if (!isNear || sumOf(ours) !== sumOf(theirs)) return;
  const { reference } = valueAt(tiesOfLeft(field, itemAt(left, 0)), itemAt(right, 0));
  settle(field, { left, right, rule: 'together', reference });
}
