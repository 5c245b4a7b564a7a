import { itemAt } from './item.ts';
import type { Line, Match, Matching, MatchRule } from './line.ts';
import type { Tie, Ties } from './ties.ts';

/** The two sides while they are being matched: lines by their places, and which are still open. */
export type Field = {
  readonly left: readonly Line[];
  readonly right: readonly Line[];
  readonly ties: Ties;
  readonly matching: Matching;
  readonly openLeft: Set<number>;
  readonly openRight: Set<number>;
  readonly matches: Match[];
  /** Did a person take these two apart? */
  readonly areApart: (l: number, r: number) => boolean;
};

/** A step of the matching. It changes the field, a piece at a time. */
export type Step = (field: Field) => Generator<void, void, void>;

export type Found = {
  readonly left: readonly number[];
  readonly right: readonly number[];
  readonly rule: MatchRule;
  readonly reference: string;
};

export const leftAt = (field: Field, l: number): Line => itemAt(field.left, l);
export const rightAt = (field: Field, r: number): Line => itemAt(field.right, r);

/** Every line of the other side that is tied to this one, also those that are matched. */
export const tiesOfLeft = (field: Field, l: number): ReadonlyMap<number, Tie> =>
  itemAt(field.ties.ofLeft, l);
export const tiesOfRight = (field: Field, r: number): ReadonlyMap<number, Tie> =>
  itemAt(field.ties.ofRight, r);

/** The open lines that are tied to this one, each with its tie. */
export const tiedToLeft = (field: Field, l: number): (readonly [number, Tie])[] =>
  [...tiesOfLeft(field, l)].filter(([r]) => field.openRight.has(r) && !field.areApart(l, r));
export const tiedToRight = (field: Field, r: number): (readonly [number, Tie])[] =>
  [...tiesOfRight(field, r)].filter(([l]) => field.openLeft.has(l) && !field.areApart(l, r));

/** The places of the open lines tied to this one by a strong whole reference. */
export const namedByLeft = (field: Field, l: number): number[] => named(tiedToLeft(field, l));
export const namedByRight = (field: Field, r: number): number[] => named(tiedToRight(field, r));

const named = (tied: readonly (readonly [number, Tie])[]): number[] =>
  tied.flatMap(([at, { kind, isStrong }]) => (kind === 'whole' && isStrong ? [at] : []));

/** The same, and the lines tied by a slip. */
export const anyTiedToLeft = (field: Field, l: number): number[] =>
  tiedToLeft(field, l).flatMap(([r, tie]) => (isFirm(field, l, r, tie) ? [r] : []));
export const anyTiedToRight = (field: Field, r: number): number[] =>
  tiedToRight(field, r).flatMap(([l, tie]) => (isFirm(field, l, r, tie) ? [l] : []));

/** The same, and the lines that share the line's own reference with others: such a line is not free for a slip. */
export const ownersOfLeft = (field: Field, l: number): number[] =>
  tiedToLeft(field, l).flatMap(([r, tie]) => (mayOwn(field, l, r, tie) ? [r] : []));
export const ownersOfRight = (field: Field, r: number): number[] =>
  tiedToRight(field, r).flatMap(([l, tie]) => (mayOwn(field, l, r, tie) ? [l] : []));

const mayOwn = (field: Field, l: number, r: number, tie: Tie): boolean =>
  (tie.kind === 'whole' && tie.isOwn) || isFirm(field, l, r, tie);

/** Consecutive numbers look like slips of each other, so a slip is ignored where both lines have a whole reference. */
const isFirm = ({ ties }: Field, l: number, r: number, { kind, isStrong }: Tie): boolean =>
  kind === 'whole' ? isStrong : !ties.wholeLeft.has(l) || !ties.wholeRight.has(r);

export const daysApart = (a: Line, b: Line): number => Math.abs(a.day - b.day);

/** Of the same amount, and near enough in time? */
export const areAlike = (field: Field, l: number, r: number): boolean => {
  const [one, other] = [leftAt(field, l), rightAt(field, r)];
  return one.units === other.units && daysApart(one, other) <= field.matching.days;
};

export const sumOf = (lines: readonly Line[]): bigint =>
  lines.reduce((sum, { units }) => sum + units, 0n);

/** Takes lines out as a match. */
export function settle(field: Field, { left, right, rule, reference }: Found): void {
  for (const l of left) field.openLeft.delete(l);
  for (const r of right) field.openRight.delete(r);
  field.matches.push({
    left: left.map((l) => leftAt(field, l)),
    right: right.map((r) => rightAt(field, r)),
    rule,
    reference,
  });
}
