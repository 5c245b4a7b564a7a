import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { readSmallJson, writeSmallFile } from '../machine/small-file.ts';

const fileOf = (dataDir: string): string => join(dataDir, 'keys.json');

/** Does the window hear single keys? It does where nobody said otherwise, or where the file is damaged. */
export function readSingleKeys(dataDir: string): boolean {
  const saved = readSmallJson(fileOf(dataDir)) as { single?: unknown } | null;
  return saved?.single !== false;
}

/** Throws `store.full` or `store.readonly`. */
export function writeSingleKeys(dataDir: string, single: boolean): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeSmallFile(fileOf(dataDir), JSON.stringify({ single }));
}
