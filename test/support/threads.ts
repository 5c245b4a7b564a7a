import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build } from 'vite';
import type { TestProject } from 'vitest/node';

const root = resolve(import.meta.dirname, '../..');

/** The two threads that most tests start, and where their addresses stand in the environment: see programs.ts. */
const threads = [
  { name: 'worker', source: 'electron/desk/worker.ts', variable: 'NOSTRO_TEST_WORKER' },
  { name: 'sandbox', source: 'sandbox/main.ts', variable: 'NOSTRO_TEST_SANDBOX' },
] as const;

/**
 * Puts the local copy's thread and the sandbox's into one file each, once for all tests: from the sources they take longer to
 * start than what is tested of them. What processes of their own compile is kept as long as the run.
 */
export async function setup(project: TestProject): Promise<() => void> {
  if (process.env[threads[0].variable] !== undefined) return () => undefined; // made for another project of this run
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  // Inside the project, so that they find its packages; of its own, for two runs at once.
  const folder = mkdtempSync(join(cache, 'threads-'));
  const bundle = (): Promise<unknown> => bundleInto(folder);
  await bundle();
  project.onTestsRerun(async () => void (await bundle()));
  process.env['NODE_COMPILE_CACHE'] ??= join(folder, 'compiled');
  for (const { name, variable } of threads)
    process.env[variable] = pathToFileURL(join(folder, `${name}.js`)).href;
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
      ssr: true,
      outDir,
      rolldownOptions: {
        input: Object.fromEntries(threads.map(({ name, source }) => [name, join(root, source)])),
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  });
