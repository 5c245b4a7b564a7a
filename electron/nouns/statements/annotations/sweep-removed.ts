import { rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Journal } from '../../../engines/store/database.ts';
import { clearRemoved } from './attachment-table.ts';

/** Deletes the bytes of removed files. A removal cannot be undone after this. `folder` has the encrypted bytes. */
export function sweepRemoved({
  journal,
  folder,
}: {
  readonly journal: Journal;
  readonly folder: string;
}): void {
  for (const blob of clearRemoved(journal)) rmSync(join(folder, blob), { force: true });
}
