import type { Journal } from './database.ts';
import { durabilities, type Durability, type JournalTable } from './durability.ts';
import { deferSync, durably } from './opening/deferred-sync.ts';

/** The durability of a journal's write in progress. */
const current = new WeakMap<Journal, Durability>();

/**
 * Runs `work` as one transaction that writes these tables. It is synced if one of them is ({@link durabilities}). A nested write
 * joins the outer one. Throws `store.gone` when the journal's file is no longer there, and a RangeError when a synced table is
 * written within a write that is not synced.
 */
export function writeJournal<T>(
  journal: Journal,
  tables: JournalTable | readonly JournalTable[],
  work: () => T,
): T {
  const isSynced = [tables].flat().some((table) => durabilities[table] === 'synced');
  return write(journal, isSynced ? 'synced' : 'next', work);
}

/**
 * Writes without a sync. The only exception to the durability of tables: in a bulk run the outcome of a line is synced with the intent
 * of the next line (decision 38). If a power cut loses it, the line is still `sending` and is looked up at the next opening.
 */
export const deferOutcome = <T>(journal: Journal, work: () => T): T => write(journal, 'next', work);

function write<T>(journal: Journal, durability: Durability, work: () => T): T {
  const outer = current.get(journal);
  if (outer !== undefined) {
    if (outer === 'next' && durability === 'synced')
      throw new RangeError('a synced table is written within a write that is not synced');
    return work();
  }
  current.set(journal, durability);
  try {
    return durability === 'synced' ? durably(journal, work) : deferSync(journal, work);
  } finally {
    current.delete(journal);
  }
}
