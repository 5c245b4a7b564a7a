import { readerMethods } from '../../../electron/desk/open-bank/reader-methods.ts';
import { writerMethods } from '../../../electron/desk/open-bank/writer-methods.ts';
import { closeDatabase, type AnyDatabase } from '../../../electron/engines/store/database.ts';
import { openCacheConnection } from '../../../electron/engines/store/opening/cache-connection.ts';
import { openCacheReader } from '../../../electron/engines/store/opening/cache-reader.ts';
import { serveInvoices } from '../../../electron/engines/invoice-files/invoice-thread.ts';
import { isInvoiceThread } from '../../../electron/engines/invoice-files/is-invoice-thread.ts';
import {
  isReaderThread,
  serveReader,
} from '../../../electron/engines/store/threads/serve-reader.ts';
import { serveWriter } from '../../../electron/engines/store/threads/writer-thread.ts';
import {
  isReadingThread,
  serveReadings,
} from '../../../electron/nouns/statements/reading/reading-thread.ts';
import type { InPlace } from '../setup/in-place.ts';

/** What electron/desk/worker.ts does in a thread of its own. */
export const storeInPlace: InPlace = (port, data) => {
  let opened: AnyDatabase | undefined;
  if (isReadingThread(data)) {
    serveReadings(port, data);
    return () => {
      data.store.close();
    };
  }
  if (isInvoiceThread(data)) {
    serveInvoices(port);
    return () => port.close();
  }
  if (isReaderThread(data))
    serveReader(port, (file, key) => readerMethods((opened = openCacheReader(file, key))));
  else serveWriter(port, (file, key) => writerMethods((opened = openCacheConnection(file, key))));
  return () => {
    if (opened?.connection.open) closeDatabase(opened);
  };
};
