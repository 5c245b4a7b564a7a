import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, describe, expect, test } from 'vitest';

const programs = ['dbus-run-session', 'gnome-keyring-daemon'];
const missing = programs.filter((name) => spawnSync('which', [name]).status !== 0);
const reason = missing.length > 0 ? ` (SKIPPED: ${missing.join(' and ')} not installed)` : '';
if (reason !== '') process.stderr.write(`The real keyring was not tried${reason}\n`);

const home = mkdtempSync(join(tmpdir(), 'nostro-keyring-'));
afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

const child = fileURLToPath(new URL('./support/keyring-child.ts', import.meta.url));
const daemons = {
  // The password of the lab's own keyring; the daemon makes the keyring when there is none.
  unlocked: 'printf lab | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1;',
  locked: 'gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1;',
};

/** Runs tasks of the child under a session bus of its own, with a home of its own. */
function inLab(daemon: keyof typeof daemons | 'none', tasks: string): Record<string, unknown> {
  const run = `"${process.execPath}" "${child}" ${tasks}`;
  const environment = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_RUNTIME_DIR: home,
  };
  const ran =
    daemon === 'none'
      ? spawnSync('sh', ['-c', run], {
          env: { ...environment, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
        })
      : spawnSync('dbus-run-session', ['--', 'sh', '-c', `${daemons[daemon]} ${run}`], {
          env: environment,
        });
  expect(ran.stderr.toString()).not.toContain('canary');
  return JSON.parse(ran.stdout.toString()) as Record<string, unknown>;
}

describe.skipIf(reason !== '')(`a real keyring${reason}`, () => {
  test('unlocked keeps a value with a NUL, a newline and a key in it [K8]', () => {
    expect(inLab('unlocked', 'probe,write,read,absent')).toEqual({
      probe: 'ready',
      write: { ok: true, value: 'canary \0\n🔑' },
      read: { ok: true, value: 'canary \0\n🔑' },
      absent: { ok: false, state: 'absent' },
    });
  });

  test('locked says so instead of “not there”, and survives it [K2]', () => {
    const locked = { ok: false, state: 'locked' };
    expect(inLab('locked', 'read,absent,write,remove,probe')).toEqual({
      read: locked,
      absent: locked,
      write: locked,
      remove: locked,
      probe: 'locked',
    });
  });

  test('unlocked again still has what was stored, and forgets it on request', () => {
    expect(inLab('unlocked', 'read,remove,read')).toMatchObject({
      read: { ok: false, state: 'absent' },
      remove: { ok: true, value: '' },
    });
  });

  test('whose file was cut gives nothing back, and does not pass for one that has the key [K4]', () => {
    expect(inLab('unlocked', 'write,read')).toMatchObject({ read: { ok: true } });
    const files = globSync(join(home, 'data/keyrings/*.keyring'));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) truncateSync(file, Math.floor(statSync(file).size / 2));
    expect(inLab('unlocked', 'read')).toMatchObject({ read: { ok: false } });
  });

  test('that is none is unavailable [K1]', () => {
    expect(inLab('none', 'probe,read')).toEqual({
      probe: 'unavailable',
      read: { ok: false, state: 'unavailable' },
    });
  });
});
