import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { Appearance, plainAppearance } from '../../shared/ipc/appearance.ts';
import { readSmallJson, writeSmallFile } from '../machine/small-file.ts';

const fileOf = (dataDir: string): string => join(dataDir, 'appearance.json');

/** How the window looks: plain where nobody said otherwise, or where the file is damaged. */
export function readAppearance(dataDir: string): Appearance {
  const saved = Appearance.safeParse(readSmallJson(fileOf(dataDir)));
  return saved.success ? saved.data : plainAppearance;
}

/** Throws `store.full` or `store.readonly`; what was chosen before stays then. */
export function writeAppearance(dataDir: string, appearance: Appearance): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeSmallFile(fileOf(dataDir), JSON.stringify(appearance));
}
