import type { DeskPrograms } from '../../electron/desk/desk.ts';

/** The threads' programs: as they were bundled for this run, if they were (threads.ts); else as they lie in the sources. */
export const programs: DeskPrograms = {
  storeWorker: new URL(
    process.env['NOSTRO_TEST_WORKER'] ?? '../../electron/desk/worker.ts',
    import.meta.url,
  ),
  sandbox: new URL(process.env['NOSTRO_TEST_SANDBOX'] ?? '../../sandbox/main.ts', import.meta.url),
};
