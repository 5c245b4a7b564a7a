import { accountWrites } from '../accounts/tables.ts';
import { beneficiaryWrites } from '../beneficiaries/tables.ts';
import { tradeWrites } from '../conversions/tables.ts';
import { transferWrites } from '../payments/tables.ts';
import { Labelling, ruleWrites } from '../rules/labelling.ts';
import { secondSourceWrites } from '../statements/second-source/tables.ts';
import { statementWrites } from '../statements/writes.ts';
import { eventWrites } from '../store/bank-events.ts';
import type { CacheConnection } from '../store/database.ts';
import { journalHeadWrites } from '../store/kept-head.ts';
import { checkpoint, closeCacheConnection } from '../store/opening/cache-connection.ts';
import type { Remote } from '../store/writer-thread.ts';
import { subClientWrites } from '../sub-clients/writes.ts';
import { configurationWrites } from '../webhooks/tables.ts';

/** Everything that the thread of the local copy answers, over one connection: what every noun writes. */
export const writerMethods = (database: CacheConnection, labelling = new Labelling(database)) => ({
  ...accountWrites(database),
  ...statementWrites(database, labelling.written),
  ...ruleWrites(labelling),
  ...secondSourceWrites(database),
  ...beneficiaryWrites(database),
  ...subClientWrites(database),
  ...transferWrites(database),
  ...tradeWrites(database),
  ...configurationWrites(database),
  ...eventWrites(database),
  ...journalHeadWrites(database),
  /** Moves what is in the -wal into cache.db itself. */
  checkpoint: (): void => {
    checkpoint(database);
  },
  close: (): void => {
    closeCacheConnection(database);
  },
});

export type WriterMethods = ReturnType<typeof writerMethods>;

/** The writing side of cache.db, in a thread of its own. */
export type CacheWriter = Remote<WriterMethods>;
