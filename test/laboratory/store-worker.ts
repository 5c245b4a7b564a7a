import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';

import { build } from 'vite';

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * The thread of the local copy in one file, for the tests of that name: a desk of the laboratory starts many times, and
 * this halves what that takes.
 */
export async function bundledWorker(name: string): Promise<URL> {
  const outDir = at(`node_modules/.cache/laboratory/${name}`);
  await build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, external: ['better-sqlite3'] },
    build: {
      ssr: at('electron/store/worker.ts'),
      outDir,
      rolldownOptions: { output: { format: 'es', entryFileNames: 'worker.js' } },
    },
  });
  return pathToFileURL(join(outDir, 'worker.js'));
}
