import { matchFees } from './fee.ts';
import { settle, type Field } from './field.ts';
import { likelyOf } from './likely.ts';
import type { Line, Matched, Matching, Pair } from './line.ts';
import { matchOneToOne } from './one-to-one.ts';
import { bareOf } from './references.ts';
import { matchTogether } from './together.ts';
import { tiesInPieces, type Ties } from './ties.ts';

/**
 * Matches two lists of lines, a piece at a time. Every match rests on the amount and on a reference that both sides tell, and on there being no other
 * line that it could be; where one of these is wanting, the line stays, and what it resembles is said beside it. What a person put together or
 * took apart comes first. `ties`: those of these lines, where they were sought before.
 */
export function* matchInPieces(
  left: readonly Line[],
  right: readonly Line[],
  matching: Matching,
  ties?: Ties,
): Generator<void, Matched, void> {
  const known = ties ?? (yield* tiesBetween(left, right, matching));
  const field = fieldOf(left, right, { matching, ties: known });
  for (const pair of matching.together) takeHand(field, pair);
  for (const step of [matchOneToOne, matchTogether, matchOneToOne, matchFees]) {
    step(field);
    yield;
  }
  return {
    matches: field.matches,
    likely: likelyOf(field),
    left: left.filter((_, l) => field.openLeft.has(l)),
    right: right.filter((_, r) => field.openRight.has(r)),
  };
}

/** What their references tie of two lists, a piece at a time. */
export const tiesBetween = (
  left: readonly Line[],
  right: readonly Line[],
  { ignored }: Pick<Matching, 'ignored'>,
): Generator<void, Ties, void> => tiesInPieces(left, right, new Set(ignored.map(bareOf)));

function fieldOf(
  left: readonly Line[],
  right: readonly Line[],
  { matching, ties }: Pick<Field, 'matching' | 'ties'>,
): Field {
  const apart = new Set(
    matching.apart.flatMap((pair) => pair.left.flatMap((l) => pair.right.map((r) => keyOf(l, r)))),
  );
  return {
    left,
    right,
    matching,
    ties,
    openLeft: new Set(left.keys()),
    openRight: new Set(right.keys()),
    matches: [],
    areApart: (l, r) => apart.size > 0 && apart.has(keyOf(left[l]?.id ?? '', right[r]?.id ?? '')),
  };
}

const keyOf = (left: string, right: string): string => JSON.stringify([left, right]);

/** A hand's match holds only while all of its lines are there. */
function takeHand(field: Field, pair: Pair): void {
  const left = placesOf(field.left, pair.left, field.openLeft);
  const right = placesOf(field.right, pair.right, field.openRight);
  if (left === null || right === null) return;
  settle(field, { left, right, rule: 'hand', reference: '' });
}

function placesOf(
  lines: readonly Line[],
  ids: readonly string[],
  open: ReadonlySet<number>,
): number[] | null {
  const places = ids.map((id) => lines.findIndex((line) => line.id === id));
  return places.every((at) => open.has(at)) ? places : null;
}
