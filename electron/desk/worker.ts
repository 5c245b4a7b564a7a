import { parentPort, workerData } from 'node:worker_threads';

import { isInvoiceThread } from '../engines/invoice-files/is-invoice-thread.ts';
import { isReaderThread } from '../engines/store/threads/serve-reader.ts';
import { isReadingThread, serveReadings } from '../nouns/statements/reading/reading-thread.ts';

/**
 * The entry of all threads: one writes cache.db, one only reads it, one parses what the first one stores, and one reads invoices. Each
 * loads its own part only, because the first view waits for the writing thread.
 */

if (parentPort !== null) {
  if (isReadingThread(workerData)) serveReadings(parentPort, workerData);
  else if (isInvoiceThread(workerData)) {
    const { serveInvoices } = await import('../engines/invoice-files/invoice-thread.ts');
    serveInvoices(parentPort);
  } else if (isReaderThread(workerData)) {
    const { serveCopyReader } = await import('./open-bank/reader-methods.ts');
    serveCopyReader(parentPort);
  } else {
    const { serveCopyWriter } = await import('./open-bank/writer-methods.ts');
    serveCopyWriter(parentPort);
  }
}
