import { parentPort, workerData } from 'node:worker_threads';

import { isInvoiceThread } from '../engines/invoice-files/is-invoice-thread.ts';
import { isReaderThread } from '../engines/store/threads/serve-reader.ts';
import { isReadingThread, serveReadings } from '../nouns/statements/reading/reading-thread.ts';

/**
 * The threads of cache.db: the one that writes it, the one that only reads it, and the one that reads what the first one stores; and the one
 * that reads invoices. Each loads its own part alone: the first view waits for the one that writes.
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
