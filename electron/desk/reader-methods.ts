import { beneficiaryReads } from '../beneficiaries/reads.ts';
import { closeReads } from '../closes/reads.ts';
import { booksReads } from '../books/reads.ts';
import { tradeReads } from '../conversions/find.ts';
import { exceptionReads } from '../exceptions/reads.ts';
import { lineReads } from '../payments/file/line-reads.ts';
import { outlookReads } from '../outlook/reads.ts';
import { paymentReads } from '../payments/reads.ts';
import { flowReads } from '../statements/flows.ts';
import { handOverReads } from '../statements/hand-over/reads.ts';
import { reviewReads } from '../review/reads.ts';
import { ruleReads } from '../rules/reads.ts';
import { statementReads } from '../statements/reads.ts';
import { closeDatabase, type CacheReader } from '../store/database.ts';
import { subClientReads } from '../sub-clients/find.ts';

/** Everything that the thread which only reads answers, over one connection. */
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
