import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { inTransaction, row, run, type AnyDatabase, type CacheConnection } from './database.ts';
import type { Remote } from './threads/remote-methods.ts';

/** The end of the chain of sends: their number, the digest over all of them, and the time of the last. */
export type JournalHead = {
  readonly count: number;
  /** SHA-256, hex; 64 zeros for a journal without sends. */
  readonly digest: string;
  readonly at: Timestamp | null;
};

/** The journal's head as the cache remembers it. */
export type CachedHead = JournalHead & {
  /** Increases whenever a person opens sending again. */
  readonly epoch: number;
};

function keepJournalHead(
  database: CacheConnection,
  { count, digest, at, epoch }: CachedHead,
): void {
  inTransaction(database, () => {
    run(
      database,
      'INSERT OR REPLACE INTO journal_head (only_one, count, digest, at, epoch) VALUES (1, ?, ?, ?, ?)',
      count,
      digest,
      at,
      epoch,
    );
  });
}

/** Null where the cache was rebuilt, or written by a version without a journal head. */
export const cachedJournalHead = (database: AnyDatabase): CachedHead | null =>
  row<CachedHead>(database, 'SELECT count, digest, at, epoch FROM journal_head');

/** The writes of the journal's head in the thread of the local copy. */
export const journalHeadWrites = (database: CacheConnection) => ({
  /** Saves the journal's head, durably. */
  keepJournalHead: (head: CachedHead): void => {
    keepJournalHead(database, head);
  },
});

export type JournalHeadWrites = Remote<ReturnType<typeof journalHeadWrites>>;
