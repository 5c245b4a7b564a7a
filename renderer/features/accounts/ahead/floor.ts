import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { OutlookLine } from '../../../../shared/ipc/accounts/outlook.ts';
import { add, compare, negate, type Money } from '../../../../shared/money/money.ts';

/** When and by how much a balance falls below its floor. */
export type UnderFloor = {
  readonly from: IsoDate;
  /** The last day below the floor; the end of the outlook if the balance stays below. */
  readonly to: IsoDate;
  /** The largest shortfall. */
  readonly by: Money;
};

/** The first period below the floor; null if there is none. `to`: the last day of the forecast. */
export function underFloor(
  lines: readonly OutlookLine[],
  floor: Money | null,
  to: IsoDate,
): UnderFloor | null {
  if (floor === null) return null;
  const known = lines.flatMap(({ day, balance }) =>
    balance?.currency === floor.currency ? [{ day, balance }] : [],
  );
  // The balance of a day is the one after its last line.
  const days = known.filter(({ day }, at) => known[at + 1]?.day !== day);
  const first = days.findIndex(({ balance }) => compare(balance, floor) < 0);
  const [from] = days.slice(first);
  if (first < 0 || from === undefined) return null;
  const behind = days.findIndex(({ balance }, at) => at > first && compare(balance, floor) >= 0);
  const below = days.slice(first, behind < 0 ? undefined : behind);
  const lowest = below
    .map(({ balance }) => balance)
    .reduce((low, balance) => (compare(balance, low) < 0 ? balance : low));
  return {
    from: from.day,
    to: behind < 0 ? to : (days[behind]?.day ?? to),
    by: add(floor, negate(lowest)),
  };
}
