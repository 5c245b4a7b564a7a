import { parentPort } from 'node:worker_threads';

import '../../electron/desk/worker.ts';

/** The store's own thread, which ends silently at its second question, as one that ran out of memory does. */
let questions = 0;
parentPort?.on('message', () => {
  questions += 1;
  if (questions === 2) process.exit(1);
});
