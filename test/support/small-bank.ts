import { workerData } from 'node:worker_threads';

/** The sandbox's thread with a tenth of its entries: who opens a desk to pay or to onboard need not wait for a year of them. */
Object.assign(workerData as object, { entries: 600 });

await import('../../sandbox/main.ts');
