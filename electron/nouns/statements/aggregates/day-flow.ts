import { dateOfDayNumber } from '../../../../shared/calendar/calendar.ts';
import type { DayFlow } from '../../../../shared/ipc/accounts/accounts.ts';
import { moneyOfUnits } from '../../../../shared/money/money.ts';
import { findOrdinal } from '../../accounts/ordinals.ts';
import { prepared, type CacheReader } from '../../../engines/store/database.ts';
import { guarded } from '../../../engines/store/faults.ts';
import { everyKind, halfE4 } from './day-sums.ts';

/** Stored sums of the entries of one direction. */
export type DirectionSums = Readonly<Record<'direction' | 'active' | 'high' | 'low', bigint>>;

/**
 * Sums what came in and what went out, in units of 10^-4, and counts the entries. A negative amount went out, whatever direction
 * the bank gives it.
 */
export function sumFlows(sums: readonly DirectionSums[]): {
  readonly into: bigint;
  readonly out: bigint;
  readonly entries: number;
} {
  let [into, out, entries] = [0n, 0n, 0n];
  for (const { direction, active, high, low } of sums) {
    const units = high * halfE4 + low;
    entries += active;
    if (direction === 1n && units >= 0n) into += units;
    else out += units < 0n ? -units : units;
  }
  return { into, out, entries: Number(entries) };
}

/** Reads the flow of a day from the stored sums. */
export function dayFlow(
  reader: CacheReader,
  { accountNumber, currency, day }: { accountNumber: string; currency: string; day: number },
): DayFlow {
  const found = guarded(
    reader,
    () =>
      prepared(
        reader,
        `SELECT direction, active, high, low FROM entry_sum WHERE account = ? AND type = ${String(everyKind)} AND day = ?`,
        'exact',
      ).all(findOrdinal(reader, accountNumber), day) as DirectionSums[],
  );
  const { into, out, entries } = sumFlows(found);
  return {
    date: dateOfDayNumber(day),
    in: moneyOfUnits(into, currency),
    out: moneyOfUnits(out, currency),
    net: moneyOfUnits(into - out, currency),
    entries,
  };
}
