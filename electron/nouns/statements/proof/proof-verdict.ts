import { dateOfDayNumber } from '../../../../shared/calendar/calendar.ts';
import type { Proof, ProofState } from '../../../../shared/ipc/accounts/statements.ts';
import { moneyOfUnits } from '../../../../shared/money/money.ts';
import type { CoveredDay } from '../../accounts/days.ts';
import {
  unreadableReason,
  missingAt,
  stoppedBy,
  type UnreadableEntry,
} from './unreadable-entries.ts';
import type { Break } from '../chain/chain-parts.ts';

/** The joined balance chain of a period, by the meaning of an amount's sign under which it holds longer. */
export type Chain = {
  readonly entries: number;
  readonly openingE4: bigint | null;
  readonly closingE4: bigint | null;
  readonly broken: Break | null;
  readonly countOfDay: ReadonlyMap<number, number>;
};

/** The proof of a period without a fetched day. */
export const nothingKnown: Proof = {
  state: 'none',
  ok: false,
  openingBalance: null,
  closingBalance: null,
  entries: 0,
  provenTo: null,
  brokenAt: null,
  missingDays: 0,
  reason: 'No day of the period was fetched yet.',
};

/** The findings of a period; `days` are the fetched ones. */
export type Found = {
  from: number;
  to: number;
  days: readonly CoveredDay[];
  chain: Chain;
  unreadable: readonly UnreadableEntry[];
};

export function verdict({ from, to, days, chain, unreadable }: Found, currency: string): Proof {
  const text = (units: bigint | null) =>
    units === null || currency === '' ? null : moneyOfUnits(units, currency).amount;
  const missingDays = to - from + 1 - days.length;
  const broken = chain.broken ?? closingBreak(days, chain);
  const brokenDay = broken?.day ?? days.find((day) => day.state === 'broken')?.day;
  const missing = brokenDay === undefined ? null : missingAt(unreadable, brokenDay);
  const doubtful = days.find((day) => doubtOf(day, chain) !== null);
  const state: ProofState =
    brokenDay !== undefined
      ? 'broken'
      : doubtful !== undefined || missingDays > 0
        ? 'partial'
        : 'proven';
  return {
    state,
    ok: state === 'proven',
    openingBalance: text(chain.openingE4),
    closingBalance: text(chain.closingE4),
    entries: chain.entries,
    provenTo: provenTo(from, days, { chain, broken }),
    brokenAt:
      brokenDay !== undefined && missing
        ? stoppedBy(missing, brokenDay)
        : broken && {
            entryId: broken.entryId,
            date: dateOfDayNumber(broken.day),
            expected: text(broken.expectedE4),
            found: text(broken.foundE4),
          },
    missingDays,
    reason:
      brokenDay !== undefined && missing
        ? unreadableReason(missing, brokenDay)
        : reasonOf({ broken, doubtful, missingDays, chain }),
  };
}

/** Returns why a fetched day does not count as proven; null if it does. */
function doubtOf(day: CoveredDay, { countOfDay }: Chain): string | null {
  if (day.state === 'broken')
    return `The entries of ${day.date} did not hold together at the bank.`;
  if (day.state === 'unproven') return `The entries of ${day.date} moved while they were read.`;
  const count = countOfDay.get(day.day) ?? 0;
  if (count !== day.entries)
    return `${day.date} holds ${count} entries here and ${day.entries} at the bank.`;
  return null;
}

function reasonOf({
  broken,
  doubtful,
  missingDays,
  chain,
}: {
  broken: Break | null;
  doubtful: CoveredDay | undefined;
  missingDays: number;
  chain: Chain;
}): string | null {
  if (broken !== null) return `The balance does not follow at ${broken.entryId || 'the end'}.`;
  if (doubtful !== undefined) return doubtOf(doubtful, chain);
  if (missingDays > 0) return `${missingDays} of the period’s days were never fetched.`;
  return null;
}

/** Returns a break if the entries do not lead to the bank's own closing balance of the last day. */
function closingBreak(days: readonly CoveredDay[], chain: Chain): Break | null {
  const last = days.at(-1);
  const foundE4 = last?.closingE4 ?? null;
  const expectedE4 = chain.closingE4;
  if (!last || foundE4 === null || expectedE4 === null || foundE4 === expectedE4) return null;
  return { entryId: '', day: last.day, expectedE4, foundE4 };
}

function provenTo(
  from: number,
  days: readonly CoveredDay[],
  { chain, broken }: { chain: Chain; broken: Break | null },
): string | null {
  let proven = from - 1;
  for (const day of days) {
    const holds = day.day === proven + 1 && doubtOf(day, chain) === null && day.day !== broken?.day;
    if (!holds) break;
    proven = day.day;
  }
  return proven < from ? null : dateOfDayNumber(proven);
}
