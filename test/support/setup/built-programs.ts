import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build } from 'vite';
import type { TestProject } from 'vitest/node';

import { sources } from '../programs/programs.ts';

const root = resolve(import.meta.dirname, '../../..');

/**
 * Puts the threads and processes that many tests start into one file each, once for all tests: from the sources they take longer
 * to start than what is tested of them. What they compile stays as long as the run.
 */
export async function setup(project: TestProject): Promise<() => void> {
  if (process.env['NOSTRO_TEST_PROGRAMS'] !== undefined) return () => undefined; // made for another project of this run
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  // Inside the project, so that they find its packages; of its own, for two runs at once.
  const folder = mkdtempSync(join(cache, 'programs-'));
  chmodSync(folder, 0o755); // some run as another user
  const bundle = (): Promise<unknown> => bundleInto(folder);
  await bundle();
  project.onTestsRerun(async () => void (await bundle()));
  process.env['NODE_COMPILE_CACHE'] ??= join(folder, 'compiled');
  process.env['NOSTRO_TEST_PROGRAMS'] = pathToFileURL(folder).href;
  const memory = memoryFolder();
  process.env['NOSTRO_TEST_MEMORY'] = memory;
  return () => {
    rmSync(folder, { recursive: true, force: true });
    if (memory !== '') rmSync(memory, { recursive: true, force: true });
  };
}

/** Where Linux keeps files in memory. */
const memoryDisk = '/dev/shm';
const memoryBytesMin = 2 ** 30;

/** A folder in memory for what tests write, which waits for no disk; empty where there is none, or it is small. */
function memoryFolder(): string {
  if (!existsSync(memoryDisk)) return '';
  const { bavail, bsize } = statfsSync(memoryDisk);
  if (bavail * bsize < memoryBytesMin) return '';
  const folder = mkdtempSync(join(memoryDisk, 'nostro-tests-'));
  chmodSync(folder, 0o755);
  return folder;
}

const bundleInto = (outDir: string): Promise<unknown> =>
  build({
    configFile: false,
    logLevel: 'silent',
    ssr: { noExternal: true, external: ['better-sqlite3', 'keytar'] },
    build: {
      ssr: true,
      outDir,
      rolldownOptions: {
        input: Object.fromEntries(
          Object.entries(sources).map(([name, source]) => [name, join(root, source)]),
        ),
        output: { format: 'es', entryFileNames: '[name].js' },
      },
    },
  });
