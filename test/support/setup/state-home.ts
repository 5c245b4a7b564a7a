import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll } from 'vitest';

// The system's state directory is one of the tests' own: what a desk under test remembers there is neither the
// developer's nor another test file's. Processes that a test starts inherit it.
const folder = mkdtempSync(join(tmpdir(), 'nostro-state-'));
chmodSync(folder, 0o777);
process.env['XDG_STATE_HOME'] = folder;
afterAll(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
