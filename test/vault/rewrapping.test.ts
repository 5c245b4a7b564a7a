import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openDatabaseKey } from '../../electron/vault/database-key.ts';
import { keepWrappingOf, wrapAlsoFor } from '../../electron/vault/rewrapping.ts';
import { memoryKeychain } from '../support/memory-keychain.ts';

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
  expect(await wrapAlsoFor(place, { ...before, password: 'guess' }, after)).toBe(false);
  expect(await wrapAlsoFor(place, null, after)).toBe(false);
  expect(await opensWith(after)).toBe(false);
  expect(await wrapAlsoFor(place, before, after)).toBe(true);
  expect([await opensWith(before), await opensWith(after)]).toEqual([true, true]);
  const between = readFileSync(file, 'utf8');
  expect(between).not.toMatch(/canary/);
  await keepWrappingOf(place, { ...before, password: 'guess' });
  expect(readFileSync(file, 'utf8')).toBe(between);
  await keepWrappingOf(place, after);
  expect([await opensWith(before), await opensWith(after)]).toEqual([false, true]);
  await keepWrappingOf(place, after);
  expect(JSON.parse(readFileSync(file, 'utf8'))).not.toHaveProperty('also');
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(between) as object), also: { salt: 5 } }));
  expect(await open(before)).toMatchObject({ error: { code: 'vault.corrupt' } });
}, 60_000);
