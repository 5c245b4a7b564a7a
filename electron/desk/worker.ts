import { parentPort, workerData } from 'node:worker_threads';

import { openCacheConnection } from '../engines/store/opening/cache-connection.ts';
import { openCacheReader } from '../engines/store/opening/cache-reader.ts';
import { isReaderThread, serveReader } from '../engines/store/threads/serve-reader.ts';
import { serveWriter } from '../engines/store/threads/writer-thread.ts';
import { isReadingThread, serveReadings } from '../nouns/statements/reading/reading-thread.ts';
import { readerMethods } from './open-bank/reader-methods.ts';
import { writerMethods } from './open-bank/writer-methods.ts';

/** The threads of cache.db: the one that writes it, the one that only reads it, and the one that reads what the first one stores. */

if (parentPort !== null) {
  if (isReadingThread(workerData)) serveReadings(parentPort, workerData);
  else if (isReaderThread(workerData))
    serveReader(parentPort, (file, key) => readerMethods(openCacheReader(file, key)));
  else serveWriter(parentPort, (file, key) => writerMethods(openCacheConnection(file, key)));
}
