import { dateOfDayNumber } from '../../shared/calendar.ts';
import type { DayFlow } from '../../shared/ipc/accounts.ts';
import { moneyOfUnits } from '../../shared/money/money.ts';
import { findOrdinal } from '../accounts/ordinals.ts';
import { prepared, type CacheReader } from '../store/database.ts';
import { guarded } from '../store/faults.ts';
import { everyKind, halfE4 } from './kept-sums.ts';

type Sums = Readonly<Record<'direction' | 'standing' | 'high' | 'low', bigint>>;

/** By the sums that are kept of every day. A bank that signs its amounts tells what left by the sign, whatever its word. */
export function dayFlow(
  reader: CacheReader,
  { accountNumber, currency, day }: { accountNumber: string; currency: string; day: number },
): DayFlow {
  const found = guarded(
    reader,
    () =>
      prepared(
        reader,
        `SELECT direction, standing, high, low FROM entry_sum WHERE account = ? AND type = ${String(everyKind)} AND day = ?`,
        'exact',
      ).all(findOrdinal(reader, accountNumber), day) as Sums[],
  );
  let [into, out, entries] = [0n, 0n, 0n];
  for (const { direction, standing, high, low } of found) {
    const units = high * halfE4 + low;
    entries += standing;
    if (direction === 1n && units >= 0n) into += units;
    else out += units < 0n ? -units : units;
  }
  return {
    date: dateOfDayNumber(day),
    in: moneyOfUnits(into, currency),
    out: moneyOfUnits(out, currency),
    net: moneyOfUnits(into - out, currency),
    entries: Number(entries),
  };
}
