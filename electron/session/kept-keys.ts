import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { OwnKeys } from '../../shared/ipc/settings.ts';
import { readSmallJson, writeSmallFile } from '../machine/small-file.ts';

const fileOf = (dataDir: string): string => join(dataDir, 'keys.json');

/** What the window hears: single keys or not, and which keys were chosen for acts in the place of ours. */
export type KeptKeys = { readonly single: boolean; readonly own: OwnKeys };

/** Single keys are heard, and ours, where nobody said otherwise, or where the file is damaged. */
export function readKeys(dataDir: string): KeptKeys {
  const saved = readSmallJson(fileOf(dataDir)) as { single?: unknown; own?: unknown } | null;
  const own = OwnKeys.safeParse(saved?.own);
  return { single: saved?.single !== false, own: own.success ? own.data : {} };
}

/** Throws `store.full` or `store.readonly`; what was chosen before stays then. */
export function writeKeys(dataDir: string, keys: KeptKeys): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeSmallFile(fileOf(dataDir), JSON.stringify(keys));
}
