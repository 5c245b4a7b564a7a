import type { SeenEntry } from '../../../../shared/ipc/accounts/statements.ts';
import type { Skipped } from '../../../../shared/ipc/route.ts';
import type { CacheReader } from '../../../engines/store/database.ts';
import { findOrdinal } from '../../accounts/ordinals.ts';
import { entriesByKey, type KeyedEntry } from './entries-by-key.ts';
import { findKey } from './places.ts';

/** A requested entry that is unchanged since it was seen; `at` is its index in the request. */
export type StandingEntry = {
  readonly at: number;
  readonly key: number;
  readonly entry: KeyedEntry;
};

/** Splits the entries of an act into unchanged ones and ones that changed or are gone since they were seen. Drops duplicates. */
export function standingEntries(
  reader: CacheReader,
  seen: readonly SeenEntry[],
): { readonly standing: readonly StandingEntry[]; readonly skipped: readonly Skipped[] } {
  const keys = new Map<number, number>();
  const skipped: Skipped[] = [];
  for (const [at, { accountNumber, id }] of seen.entries()) {
    const account = findOrdinal(reader, accountNumber);
    const key = account === null ? null : findKey(reader, account, id);
    if (key === null) skipped.push({ at, reason: 'missing' });
    else if (!keys.has(key)) keys.set(key, at);
  }
  const entries = new Map(
    entriesByKey(reader, [...keys.keys()]).map((entry) => [entryKey(entry), entry]),
  );
  const standing: StandingEntry[] = [];
  for (const [key, at] of keys) {
    const was = seen[at];
    const entry = was && entries.get(entryKey(was));
    if (entry?.version === was?.version && entry) standing.push({ at, key, entry });
    else skipped.push({ at, reason: entry ? 'changed' : 'missing' });
  }
  return { standing, skipped };
}

/** Returns a map key for an entry of any account. */
export const entryKey = ({ accountNumber, id }: Omit<SeenEntry, 'version'>): string =>
  JSON.stringify([accountNumber, id]);
