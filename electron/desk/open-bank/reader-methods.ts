import type { MessagePort } from 'node:worker_threads';

import { openCacheReader } from '../../engines/store/opening/cache-reader.ts';
import { serveReader } from '../../engines/store/threads/serve-reader.ts';
import { beneficiaryReads } from '../../nouns/beneficiaries/reads.ts';
import { closeReads } from '../../nouns/closes/reads.ts';
import { booksReads } from '../../nouns/books/reads.ts';
import { tradeReads } from '../../nouns/conversions/find.ts';
import { exceptionReads } from '../../nouns/exceptions/sources/reads.ts';
import { lineReads } from '../../nouns/payments/file/tables/line-reads.ts';
import { outlookReads } from '../../nouns/outlook/reads.ts';
import { paymentReads } from '../../nouns/payments/reads.ts';
import { flowReads } from '../../nouns/statements/aggregates/flows.ts';
import { handOverReads } from '../../nouns/statements/hand-over/reads.ts';
import { reviewReads } from '../../nouns/review/reads.ts';
import { ruleReads } from '../../nouns/rules/reads.ts';
import { statementReads } from '../../nouns/statements/reads.ts';
import { closeDatabase, type CacheReader } from '../../engines/store/database.ts';
import { subClientReads } from '../../nouns/sub-clients/onboarding-file/find.ts';

/** Serves the reads of a given file, in the thread that only reads. */
export function serveCopyReader(port: MessagePort): void {
  serveReader(port, (file, key) => readerMethods(openCacheReader(file, key)));
}

/** All reads of the reading thread, over one connection. */
export const readerMethods = (reader: CacheReader) => ({
  reads: {
    ...statementReads(reader),
    ...flowReads(reader),
    ...handOverReads(reader),
    ...paymentReads(reader),
    ...lineReads(),
    ...outlookReads(reader),
    ...reviewReads(reader),
    ...ruleReads(reader),
    ...closeReads(reader),
    ...booksReads(reader),
    ...beneficiaryReads(reader),
    ...tradeReads(reader),
    ...subClientReads(reader),
    ...exceptionReads(reader),
  },
  close: (): void => {
    closeDatabase(reader);
  },
});

export type CacheReads = ReturnType<typeof readerMethods>['reads'];
