import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that the files of one run share; its path is in the environment. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'nostro-e2e-shared-'));
  process.env['NOSTRO_TEST_SHARED'] = folder;
  // The app is started a hundred times: what it compiles is stored as long as the run.
  process.env['NODE_COMPILE_CACHE'] ??= join(folder, 'compiled');
  return () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
