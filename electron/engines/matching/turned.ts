import { itemAt } from './item.ts';
import type { Line } from './line.ts';
import type { Ties } from './ties.ts';

/** The number of references that must agree before a side is turned. */
const agreeingMin = 3;

/**
 * Do the two sides have opposite signs? Decided by references that both sides have with the same amount; null where there are too few
 * or they disagree.
 */
export function isTurned(
  left: readonly Line[],
  right: readonly Line[],
  { ofLeft }: Pick<Ties, 'ofLeft'>,
): boolean | null {
  let same = 0;
  let turned = 0;
  for (const [l, tied] of ofLeft.entries()) {
    const [only, another] = tied;
    if (!only || another || only[1].kind !== 'whole') continue;
    const [one, other] = [itemAt(left, l).units, itemAt(right, only[0]).units];
    if (one === other) same += 1;
    else if (one === -other) turned += 1;
  }
  if (turned >= agreeingMin && turned > same * 9) return true;
  return same >= agreeingMin && same > turned * 9 ? false : null;
}
