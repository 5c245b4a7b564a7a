import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that the files of one run share; its path is in the environment. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'nostro-e2e-shared-'));
  process.env['NOSTRO_TEST_SHARED'] = folder;
  return () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
