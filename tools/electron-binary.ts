import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../node_modules/electron');

/** The script with which Electron's package fetches its binary. */
export const electronInstaller = join(folder, 'install.js');

/** Electron's binary, if it was fetched; its package alone has none. */
export function electronBinary(): string | undefined {
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const dist = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist');
  const binary = join(dist, readFileSync(pathFile, 'utf8'));
  return existsSync(binary) ? binary : undefined;
}
