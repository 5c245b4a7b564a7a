import { dayNumber } from '../../../../shared/calendar/calendar.ts';
import type { Proof } from '../../../../shared/ipc/accounts/statements.ts';
import { accountKeyAt, ordinalOf } from '../../accounts/ordinals.ts';
import { coveredDays, type CoveredDay } from '../../accounts/days.ts';
import { unreadableOn } from './unreadable-entries.ts';
import type { Break } from '../chain/chain-parts.ts';
import { coveredRange } from './coverage.ts';
import {
  atOneMoment,
  inTransaction,
  type AnyDatabase,
  type CacheConnection,
} from '../../../engines/store/database.ts';
import { meanings, type ChainOfDay, type Meaning } from '../chain/day-chains.ts';
import { deleteChains, cacheChains, cachedChains, type Days } from '../aggregates/chain-cache.ts';
import { recountSums } from '../aggregates/recount-sums.ts';
import { effectsOf } from '../entries/entry-rows.ts';
import type { CachedPeriod } from '../entries/incoming.ts';
import { nothingKnown, verdict, type Chain } from './proof-verdict.ts';

/**
 * Proves a period from the local copy alone: opening + entries = closing, every running balance follows, every day was
 * fetched and has as many entries as the bank listed. Entries are read again only for days that changed since their last proof;
 * `anew` reads all entries and rebuilds the stored aggregates.
 */
export function proveCached(
  database: CacheConnection,
  accountNumber: string,
  { anew = false, ...period }: CachedPeriod & { anew?: boolean },
): Proof {
  return inTransaction(database, () => {
    const account = ordinalOf(database, accountNumber);
    const requested = requestedDays(database, accountNumber, period);
    if (requested === null) return nothingKnown;
    if (anew) {
      recountSums(database);
      deleteChains(database, account);
    }
    cacheChains(database, account, requested);
    return proveFromCache(database, accountNumber, period) ?? nothingKnown;
  });
}

/** Proves a period from cached chains only; null if one is missing and `cacheDays` must run first. */
export const proveFromCache = (
  database: AnyDatabase,
  accountNumber: string,
  period: CachedPeriod,
): Proof | null => atOneMoment(database, () => proven(database, accountNumber, period));

function proven(database: AnyDatabase, accountNumber: string, period: CachedPeriod): Proof | null {
  const account = ordinalOf(database, accountNumber);
  const requested = requestedDays(database, accountNumber, period);
  const days = requested === null ? [] : coveredDays(database, accountNumber, requested);
  if (requested === null || days.length === 0) return nothingKnown;
  const chains = cachedChains(database, account, requested);
  if (chains === null) return null;
  const found = {
    ...requested,
    days,
    chain: followDays(chains, days),
    unreadable: unreadableOn(database, accountNumber, requested),
  };
  return verdict(found, accountKeyAt(database, account)?.currency ?? '');
}

/** Caches missing chains of the period, up to about `entriesMax` entries. Returns true once none is missing. */
export function cacheDays(
  database: CacheConnection,
  accountNumber: string,
  { entriesMax, ...period }: CachedPeriod & { entriesMax: number },
): boolean {
  return inTransaction(database, () => {
    const requested = requestedDays(database, accountNumber, period);
    const account = ordinalOf(database, accountNumber);
    return requested === null || cacheChains(database, account, { ...requested, entriesMax });
  });
}

function requestedDays(
  database: AnyDatabase,
  accountNumber: string,
  { from, to }: CachedPeriod,
): Days | null {
  const covered = coveredRange(database, accountNumber);
  return covered && { from: dayNumber(from ?? covered.from), to: dayNumber(to ?? covered.to) };
}

/** Joins the chains of the days: checks the first entry of each day against the balance before it, and adds the breaks within the day. */
function followDays(chains: readonly ChainOfDay[], days: readonly CoveredDay[]): Chain {
  const fetched = new Set(days.map(({ day }) => day));
  let openingE4 = days[0]?.openingE4 ?? null;
  let balanceE4 = openingE4;
  let previousDay = days[0]?.day ?? 0;
  let entries = 0;
  const broken: Record<Meaning, Break | null> = { unsigned: null, signed: null };
  const reach = { unsigned: 0, signed: 0 };
  for (const chain of chains) {
    const { day, first } = chain;
    const effects = effectsOf(first.amountE4, first.direction);
    openingE4 ??= first.balanceE4 - effects.unsigned;
    const base = isContinuous(fetched, previousDay, day) ? balanceE4 : null;
    for (const meaning of meanings) {
      if (broken[meaning] !== null) continue;
      const expectedE4 = (base ?? first.balanceE4 - effects[meaning]) + effects[meaning];
      // No balance can be expected within a day that was not fetched.
      const within = fetched.has(day) ? chain.breaks[meaning] : null;
      if (expectedE4 !== first.balanceE4)
        broken[meaning] = { entryId: first.id, day, expectedE4, foundE4: first.balanceE4 };
      else {
        reach[meaning] += 1 + (within?.followed ?? chain.entries - 1);
        broken[meaning] = within;
      }
    }
    entries += chain.entries;
    balanceE4 = chain.closingE4;
    previousDay = day;
  }
  const meaning = reach.signed > reach.unsigned ? 'signed' : 'unsigned';
  const countOfDay = new Map(chains.map((chain) => [chain.day, chain.entries]));
  return { entries, openingE4, closingE4: balanceE4, broken: broken[meaning], countOfDay };
}

/** Is every day from `before` to `day` fetched? Across a gap no balance can be expected. */
function isContinuous(fetched: ReadonlySet<number>, before: number, day: number): boolean {
  for (let between = before; between <= day; between++) if (!fetched.has(between)) return false;
  return true;
}
