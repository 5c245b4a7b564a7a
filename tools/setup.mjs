// Installs what package-lock.json names when that was not done yet, or is out of date. Runs before every other command,
// so it is plain Node 20 without a dependency, and it is silent on stdout: what follows may be read by a program.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const lockFile = join(root, 'package-lock.json');
/** npm writes it at the end of every install. */
const marker = join(root, 'node_modules', '.package-lock.json');

const changedAt = (path) => (existsSync(path) ? statSync(path).mtimeMs : -1);
const log = (line) => process.stderr.write(`${line}\n`);

function install() {
  log('Installing what package-lock.json names (once, about half a minute)…');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const [program, ...words] = npm ? [process.execPath, npm, ...args] : ['npm', ...args];
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd: root,
    encoding: 'utf8',
    shell: !npm && process.platform === 'win32',
  });
  if (status === 0) return 0;
  log(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim());
  log('The installation failed. Its own words are above; "npm ci" tries it again.');
  return status ?? 1;
}

if (changedAt(marker) < changedAt(lockFile)) process.exitCode = install();
