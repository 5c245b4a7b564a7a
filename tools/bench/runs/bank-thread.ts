import { parentPort } from 'node:worker_threads';

/**
 * Takes the place of the sandbox, as a thread that posts the address of the bench’s bank: so the whole desk syncs from it, and the built
 * app opens the same local copy afterwards.
 */

parentPort?.on('message', () => {
  parentPort?.close();
});
parentPort?.postMessage({ baseUrl: process.env['NOSTRO_BENCH_BANK'] });
