import { dateOfDayNumber, dayNumber } from '../../shared/calendar.ts';
import type { Proof, ProofState } from '../../shared/ipc/statements.ts';
import { moneyOfUnits } from '../../shared/money/money.ts';
import { ordinalOf } from '../accounts/ordinals.ts';
import { coveredDays, type CoveredDay } from '../accounts/days.ts';
import { asidesOn, asideWords, lackedAt, stoppedBy, type Aside } from './asides.ts';
import type { Break } from './chain-parts.ts';
import { coveredRange } from './coverage.ts';
import { guarded } from '../store/faults.ts';
import { prepared, row, type CacheConnection } from '../store/database.ts';
import { dayOfKey, firstKeyOf, lastKeyOf } from './entry-keys.ts';
import { effectsOf } from './entry-rows.ts';
import type { CachedPeriod } from './incoming.ts';

/** The entries of a period against its opening balance, under both meanings of an amount's sign. */
type Chain = {
  readonly entries: number;
  readonly openingE4: bigint | null;
  readonly closingE4: bigint | null;
  readonly broken: Break | null;
  readonly countOfDay: ReadonlyMap<number, number>;
};

/**
 * Proves a period from the local copy alone: opening + entries = closing, every running balance follows, every day was
 * fetched and holds as many entries as the bank listed.
 */
export function proveCached(
  database: CacheConnection,
  accountNumber: string,
  period: CachedPeriod,
): Proof {
  const account = ordinalOf(database, accountNumber);
  const covered = coveredRange(database, accountNumber);
  if (covered === null) return nothingKnown;
  const from = dayNumber(period.from ?? covered.from);
  const to = dayNumber(period.to ?? covered.to);
  const days = coveredDays(database, accountNumber, { from, to });
  if (days.length === 0) return nothingKnown;
  const chain = followChain(database, account, { from, to, days });
  const asides = asidesOn(database, accountNumber, { from, to });
  return verdict({ from, to, days, chain, asides }, currencyOf(database, account));
}

const nothingKnown: Proof = {
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

type Found = {
  from: number;
  to: number;
  days: readonly CoveredDay[];
  chain: Chain;
  asides: readonly Aside[];
};

function verdict({ from, to, days, chain, asides }: Found, currency: string): Proof {
  const text = (units: bigint | null) =>
    units === null || currency === '' ? null : moneyOfUnits(units, currency).amount;
  const missingDays = to - from + 1 - days.length;
  const broken = chain.broken ?? closingBreak(days, chain);
  const brokenDay = broken?.day ?? days.find((day) => day.state === 'broken')?.day;
  const lacked = brokenDay === undefined ? null : lackedAt(asides, brokenDay);
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
      brokenDay !== undefined && lacked
        ? stoppedBy(lacked, brokenDay)
        : broken && {
            entryId: broken.entryId,
            date: dateOfDayNumber(broken.day),
            expected: text(broken.expectedE4),
            found: text(broken.foundE4),
          },
    missingDays,
    reason:
      brokenDay !== undefined && lacked
        ? asideWords(lacked, brokenDay)
        : reasonOf({ broken, doubtful, missingDays, chain }),
  };
}

/** Why a fetched day does not count as proven; null when it does. */
function doubtOf(day: CoveredDay, { countOfDay }: Chain): string | null {
  if (day.state === 'broken')
    return `The entries of ${day.date} did not hold together at the bank.`;
  if (day.state === 'unproven') return `The entries of ${day.date} moved while they were read.`;
  const kept = countOfDay.get(day.day) ?? 0;
  if (kept !== day.entries)
    return `${day.date} holds ${kept} entries here and ${day.entries} at the bank.`;
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

/** The entries follow one another, but not to the bank's own closing balance of the last day. */
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

type ChainLink = {
  key: bigint;
  id: string;
  amount_e4: bigint;
  direction: bigint;
  balance_e4: bigint;
};

function followChain(
  database: CacheConnection,
  account: number,
  { from, to, days }: { from: number; to: number; days: readonly CoveredDay[] },
): Chain {
  const links = prepared(
    database,
    `SELECT key, id, amount_e4, direction, balance_e4 FROM entry INDEXED BY entry_account
     WHERE account = ? AND key BETWEEN ? AND ? AND withdrawn_at IS NULL ORDER BY key`,
    'exact',
  ).iterate(account, firstKeyOf(account, from), lastKeyOf(account, to)) as Iterable<ChainLink>;
  return guarded(database, () => follow(links, days));
}

function follow(links: Iterable<ChainLink>, days: readonly CoveredDay[]): Chain {
  const fetched = new Set(days.map(({ day }) => day));
  let openingE4 = days[0]?.openingE4 ?? null;
  let balanceE4 = openingE4;
  let previousDay = days[0]?.day ?? 0;
  let entries = 0;
  const breaks: Record<'unsigned' | 'signed', Break | null> = { unsigned: null, signed: null };
  const reach = { unsigned: 0, signed: 0 };
  const countOfDay = new Map<number, number>();
  for (const { key, id, amount_e4, direction, balance_e4 } of links) {
    const day = dayOfKey(Number(key));
    const effects = effectsOf(amount_e4, Number(direction));
    openingE4 ??= balance_e4 - effects.unsigned;
    const base = isContinuous(fetched, previousDay, day) ? balanceE4 : null;
    for (const meaning of ['unsigned', 'signed'] as const) {
      if (breaks[meaning] !== null) continue;
      const expectedE4 = (base ?? balance_e4 - effects[meaning]) + effects[meaning];
      if (expectedE4 === balance_e4) reach[meaning] += 1;
      else breaks[meaning] = { entryId: id, day, expectedE4, foundE4: balance_e4 };
    }
    entries += 1;
    countOfDay.set(day, (countOfDay.get(day) ?? 0) + 1);
    balanceE4 = balance_e4;
    previousDay = day;
  }
  const meaning = reach.signed > reach.unsigned ? 'signed' : 'unsigned';
  return { entries, openingE4, closingE4: balanceE4, broken: breaks[meaning], countOfDay };
}

/** No unfetched day lies between; across one the next balance cannot be expected. */
function isContinuous(fetched: ReadonlySet<number>, before: number, day: number): boolean {
  for (let between = before; between <= day; between++) if (!fetched.has(between)) return false;
  return true;
}

function currencyOf(database: CacheConnection, account: number): string {
  return (
    row<{ currency: string | null }>(
      database,
      'SELECT currency FROM account WHERE ordinal = ?',
      account,
    )?.currency ?? ''
  );
}
