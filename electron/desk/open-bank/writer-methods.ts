import type { MessagePort } from 'node:worker_threads';

import { accountWrites } from '../../nouns/accounts/tables.ts';
import { beneficiaryWrites } from '../../nouns/beneficiaries/tables.ts';
import { tradeWrites } from '../../nouns/conversions/tables.ts';
import { transferWrites } from '../../nouns/payments/tables.ts';
import { Labelling, ruleWrites } from '../../nouns/rules/labelling.ts';
import { secondSourceWrites } from '../../nouns/statements/second-source/compare/tables.ts';
import { ownOrderWrites } from '../../nouns/statements/counterparty/own-orders.ts';
import { statementWrites } from '../../nouns/statements/writes.ts';
import { eventWrites } from '../../engines/store/records/bank-events.ts';
import { comparisonWrites } from '../../nouns/unclaimed/uncompared.ts';
import type { CacheConnection } from '../../engines/store/database.ts';
import { journalHeadWrites } from '../../engines/store/journal-head.ts';
import {
  checkpoint,
  closeCacheConnection,
  openCacheConnection,
} from '../../engines/store/opening/cache-connection.ts';
import type { Remote } from '../../engines/store/threads/remote-methods.ts';
import { serveWriter } from '../../engines/store/threads/writer-thread.ts';
import { subClientWrites } from '../../nouns/sub-clients/records/writes.ts';
import { configurationWrites } from '../../nouns/webhooks/tables.ts';

/** Serves the writes of a given file, in the thread that writes. */
export function serveCopyWriter(port: MessagePort): void {
  serveWriter(port, (file, key) => writerMethods(openCacheConnection(file, key)));
}

/** All methods of the writing thread, over one connection: the writes of every noun. */
export const writerMethods = (database: CacheConnection, labelling = new Labelling(database)) => ({
  ...accountWrites(database),
  ...statementWrites(database, labelling),
  ...ownOrderWrites(database),
  ...ruleWrites(labelling),
  ...secondSourceWrites(database),
  ...beneficiaryWrites(database),
  ...subClientWrites(database),
  ...transferWrites(database),
  ...tradeWrites(database),
  ...comparisonWrites(database),
  ...configurationWrites(database),
  ...eventWrites(database),
  ...journalHeadWrites(database),
  /** Writes the WAL back into cache.db (a checkpoint). */
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
