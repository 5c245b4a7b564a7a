import { parentPort } from 'node:worker_threads';

import { openCacheConnection } from '../store/opening/cache-connection.ts';
import { serveWriter } from '../store/writer-thread.ts';
import { writerMethods } from './writer-methods.ts';

/** The thread that writes cache.db. */

if (parentPort !== null)
  serveWriter(parentPort, (file, key) => writerMethods(openCacheConnection(file, key)));
