import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openDatabaseKey } from '../../electron/engines/vault/database-key.ts';
import { readKeyInfo } from '../../electron/engines/vault/key-info.ts';
import { keepWrappingOf, addWrapping } from '../../electron/engines/vault/rewrapping.ts';
import { memoryKeychain } from '../support/setup/memory-keychain.ts';
import { pause, randoms, runSeed } from '../support/randoms.ts';

const kills = Number(process.env['REWRAP_KILLS'] ?? 10);
const before = { username: 'ada', password: 'canary-before' };
const after = { username: 'ada', password: 'canary-after' };
const profileDir = mkdtempSync(join(tmpdir(), 'nostro-vault-'));
const place = { profileDir, profileId: '0123456789ab' };
const file = join(profileDir, 'keyinfo.json');

const open = (credentials: Record<string, string>, keychain = memoryKeychain('unavailable')) =>
  openDatabaseKey({ ...place, keychain, credentials, hasData: true, appVersion: '0.1.0' });

let key = '';
async function opensWith(credentials: Record<string, string>): Promise<boolean> {
  const opened = await open(credentials);
  if (opened.ok) expect(Buffer.from(opened.value.key).toString('hex')).toBe(key);
  return opened.ok;
}

beforeAll(async () => {
  const keychain = memoryKeychain('unavailable');
  const made = await openDatabaseKey({
    ...place,
    keychain,
    credentials: before,
    hasData: false,
    appVersion: '0.1.0',
  });
  key = made.ok ? Buffer.from(made.value.key).toString('hex') : '';
});
afterAll(() => {
  rmSync(profileDir, { recursive: true });
});

test('the same key opens by the old and the new credentials while they are being changed, then by one', async () => {
  expect(await addWrapping(place, { ...before, password: 'guess' }, after)).toBe(false);
  expect(await addWrapping(place, null, after)).toBe(false);
  expect(await opensWith(after)).toBe(false);
  expect(await addWrapping(place, before, after)).toBe(true);
  expect([await opensWith(before), await opensWith(after)]).toEqual([true, true]);
  const between = readFileSync(file, 'utf8');
  expect(between).not.toMatch(/canary/);
  await keepWrappingOf(place, { ...before, password: 'guess' });
  expect(readFileSync(file, 'utf8')).toBe(between);
  await keepWrappingOf(place, after);
  expect([await opensWith(before), await opensWith(after)]).toEqual([false, true]);
  await keepWrappingOf(place, after);
  expect(JSON.parse(readFileSync(file, 'utf8'))).not.toHaveProperty('pending');
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(between) as object), pending: { salt: 5 } }));
  expect(await open(before)).toMatchObject({ error: { code: 'vault.corrupt' } });
}, 60_000);

test(
  `killed ${kills} times while it is written anew, it is always whole, in the old form or in the new one [K10]`,
  async () => {
    const random = randoms(runSeed());
    writeFileSync(file, JSON.stringify(await alone()));
    const one = await readKeyInfo(profileDir);
    expect(await addWrapping(place, before, after)).toBe(true);
    const two = await readKeyInfo(profileDir);
    const child = fileURLToPath(new URL('./support/rewrapping-child.ts', import.meta.url));
    for (let count = 0; count < kills; count += 1) {
      const writing = spawn(process.execPath, [child, profileDir, JSON.stringify([one, two])], {
        env: { PATH: process.env['PATH'] ?? '' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(writing.stdout, 'data');
      await pause(random() * 20);
      writing.kill('SIGKILL');
      await once(writing, 'exit');
      expect([one, two]).toContainEqual(await readKeyInfo(profileDir));
    }
    expect(await opensWith(before)).toBe(true);
  },
  kills * 6_000,
);

/** The file as it is while only the first credentials hold. */
async function alone(): Promise<unknown> {
  const made = await openDatabaseKey({
    profileDir: join(profileDir, 'second'),
    profileId: place.profileId,
    keychain: memoryKeychain('unavailable'),
    credentials: before,
    hasData: false,
    appVersion: '0.1.0',
  });
  key = made.ok ? Buffer.from(made.value.key).toString('hex') : '';
  return readKeyInfo(join(profileDir, 'second'));
}
