import { limits } from '../../../shared/limits.ts';
import type { ExportedEntry } from '../statements/entries/incoming.ts';
import { readBatch } from '../statements/search/long-reads.ts';
import type { Places } from '../statements/entries/meanings.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import type { Sliced } from '../../engines/store/threads/turns.ts';
import type { LedgerHead } from './tables.ts';

const entriesPerBatch = 2_000;

/** The entries of a ledger's days, with the meanings of the bank file. */
type Beside = {
  readonly entries: readonly ExportedEntry[];
  /** False where there are more entries than are matched at once: the rest was not read. */
  readonly isWhole: boolean;
};

/** Reads the entries that a ledger is compared with, one batch per slice. */
export function* entriesBeside(
  reader: CacheReader,
  { accountNumber, from, to }: Pick<LedgerHead, 'accountNumber' | 'from' | 'to'>,
  places: Places,
): Sliced<Beside> {
  const entries: ExportedEntry[] = [];
  let afterKey: number | null = null;
  do {
    const question = { accountNumber, filter: { from, to }, afterKey, limit: entriesPerBatch };
    const batch = readBatch(reader, question, places);
    entries.push(...batch.rows);
    if (entries.length > limits.booksEntriesMax) return { entries, isWhole: false };
    afterKey = batch.nextKey;
    yield;
  } while (afterKey !== null);
  return { entries, isWhole: true };
}
