import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build } from 'vite';
import type { TestProject } from 'vitest/node';

const root = resolve(import.meta.dirname, '../..');

/**
 * Puts the thread of the local copy into one file, once for all tests: most of them start it, and from the sources that takes
 * longer than what they test. Its address is in the environment: see programs.ts.
 */
export async function setup(project: TestProject): Promise<() => void> {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  // Inside the project, so that it finds its packages; of its own, for two runs at once.
  const folder = mkdtempSync(join(cache, 'store-worker-'));
  const bundle = (): Promise<unknown> => bundleInto(folder);
  await bundle();
  project.onTestsRerun(async () => void (await bundle()));
  process.env['NOSTRO_TEST_WORKER'] = pathToFileURL(join(folder, 'worker.js')).href;
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
}

const bundleInto = (outDir: string): Promise<unknown> =>
  build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: join(root, 'electron/desk/worker.ts'),
      outDir,
      rolldownOptions: { output: { format: 'es', entryFileNames: 'worker.js' } },
    },
  });
