import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const at = (...path: string[]): string => join(root, ...path);
const built = ['out/main/main.js', 'out/preload/preload.cjs', 'out/renderer/index.html'];
const sources = ['electron', 'renderer', 'sandbox', 'shared'];
const settings = ['electron.vite.config.ts', 'svelte.config.js', 'package-lock.json'];
const changedAt = (path: string): number => (existsSync(path) ? statSync(path).mtimeMs : 0);

/** Is a bundle missing, or older than what it is made from? */
function isBuildNeeded(): boolean {
  const files = sources.flatMap((folder) =>
    readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:ts|svelte|css|html)$/.test(name))
      .map((name) => at(folder, name)),
  );
  const newestSource = Math.max(...[...files, ...settings.map((file) => at(file))].map(changedAt));
  return Math.min(...built.map((file) => changedAt(at(file)))) < newestSource;
}

/** Makes the bundles of the product where one of them is missing or older than its sources. Throws where they cannot be made. */
export function buildWhereStale(log: (line: string) => void): void {
  if (!isBuildNeeded()) return;
  log('Building Nostro…');
  const builder = at('node_modules/electron-vite/bin/electron-vite.js');
  const { status } = spawnSync(process.execPath, [builder, 'build', '--logLevel', 'error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`the build failed (${status})`);
}
