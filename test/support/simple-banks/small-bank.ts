import { workerData } from 'node:worker_threads';

import { smallBankEntries } from './small-bank-entries.ts';

/** The sandbox's thread with few entries. */
Object.assign(workerData as object, { entries: smallBankEntries });

await import('../../../sandbox/main.ts');
