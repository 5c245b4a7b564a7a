import type { DeskPrograms } from '../../electron/desk/desk.ts';

/** The threads' programs: the local copy's as it was bundled for this run, if it was; else as they lie in the sources. */
export const programs: DeskPrograms = {
  storeWorker: new URL(
    process.env['NOSTRO_TEST_WORKER'] ?? '../../electron/desk/worker.ts',
    import.meta.url,
  ),
  sandbox: new URL('../../sandbox/main.ts', import.meta.url),
};
