import { matchFees } from './fee.ts';
import { settle, type Field, type Step } from './field.ts';
import { itemAt } from './item.ts';
import { likelyOf } from './likely.ts';
import type { Line, Matched, Matching } from './line.ts';
import { matchOneToOne } from './one-to-one.ts';
import { bareOf } from './references.ts';
import { matchTogether } from './together.ts';
import { tiesInPieces, type Ties } from './ties.ts';

/**
 * Matches two lists of lines, a piece at a time. Every match needs the amount, a reference that both sides have, and no other
 * candidate; without one of these the line stays open, with the lines that it resembles. Manual matches and separations come
 * first. `ties`: the ties of these lines, where they were found before.
 */
export function* matchInPieces(
  left: readonly Line[],
  right: readonly Line[],
  matching: Matching,
  ties?: Ties,
): Generator<void, Matched, void> {
  const known = ties ?? (yield* tiesBetween(left, right, matching));
  const field = fieldOf(left, right, { matching, ties: known });
  matchByHand(field);
  const steps: Step[] = [matchOneToOne, matchTogether, matchOneToOne, matchFees];
  for (const step of steps) {
    yield;
    yield* step(field);
  }
  return {
    matches: field.matches,
    likely: yield* likelyOf(field),
    left: left.filter((_, l) => field.openLeft.has(l)),
    right: right.filter((_, r) => field.openRight.has(r)),
  };
}

/** Finds the ties between two lists by their references, a piece at a time. */
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
    areApart: (l, r) => apart.size > 0 && apart.has(keyOf(itemAt(left, l).id, itemAt(right, r).id)),
  };
}

const keyOf = (left: string, right: string): string => JSON.stringify([left, right]);

/** Applies manual matches. One holds only while all of its lines are open. */
function matchByHand(field: Field): void {
  const { together } = field.matching;
  if (together.length === 0) return;
  const lefts = placesById(field.left);
  const rights = placesById(field.right);
  for (const pair of together) {
    const left = openPlaces(pair.left, lefts, field.openLeft);
    const right = openPlaces(pair.right, rights, field.openRight);
    if (left && right) settle(field, { left, right, rule: 'hand', reference: '' });
  }
}

const placesById = (lines: readonly Line[]): ReadonlyMap<string, number> =>
  new Map(lines.map(({ id }, at) => [id, at]));

function openPlaces(
  ids: readonly string[],
  places: ReadonlyMap<string, number>,
  open: ReadonlySet<number>,
): number[] | null {
  const found = ids.map((id) => places.get(id) ?? -1);
  return found.every((at) => open.has(at)) ? found : null;
}
