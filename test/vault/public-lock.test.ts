import crypto, { createCipheriv, randomBytes, type ScryptOptions } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { openDatabaseKey } from '../../electron/engines/vault/database-key.ts';
import type { KeyInfo } from '../../electron/engines/vault/key-info.ts';
import { keepWrappingOf, addWrapping } from '../../electron/engines/vault/rewrapping.ts';
import { wrappingLabel } from '../../electron/engines/vault/wrapping.ts';
import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';
import { memoryKeychain } from '../support/setup/memory-keychain.ts';

const scrypt = { calls: 0 };
const uncounted = crypto.scrypt;

function counted(...input: Parameters<typeof crypto.scrypt>): void {
  scrypt.calls += 1;
  uncounted(...input);
}

/** For whoever imported it by its name, too. */
function putInPlace(stretch: typeof crypto.scrypt | typeof counted): void {
  Object.assign(crypto, { scrypt: stretch });
  syncBuiltinESMExports();
}

const stretchedKdf = 'scrypt N=32768 r=8 p=3';
const publicKdf = 'hkdf-sha256 of a public sign-in';
const secret = { username: 'ada', password: 'canary-secret' };
const profileId = 'sandbox';

let profileDir = '';
const place = () => ({ profileDir, profileId });
const file = () => join(profileDir, 'keyinfo.json');
const storedInfo = () => JSON.parse(readFileSync(file(), 'utf8')) as KeyInfo;

beforeEach(() => {
  profileDir = mkdtempSync(join(tmpdir(), 'nostro-vault-'));
  scrypt.calls = 0;
  putInPlace(counted);
});
afterEach(() => {
  putInPlace(uncounted);
  rmSync(profileDir, { recursive: true });
});

/** The key, as hex, or the code. */
async function open(credentials: Readonly<Record<string, string>>): Promise<string> {
  const keychain = memoryKeychain('unavailable');
  const options = { keychain, credentials, hasData: false, appVersion: '0.2.0' };
  const opened = await openDatabaseKey({ ...place(), ...options });
  return opened.ok ? Buffer.from(opened.value.key).toString('hex') : opened.error.code;
}

test('the sandbox’s copy is locked and opened without stretching its public sign-in', async () => {
  const made = await open(sandboxSignIn);
  expect(made).toMatch(/^[0-9a-f]{64}$/);
  expect(storedInfo().kdf).toBe(publicKdf);
  expect(await open({ password: sandboxSignIn.password, username: sandboxSignIn.username })).toBe(
    made,
  );
  expect(scrypt.calls).toBe(0);
});

test.each([
  ['another password', { ...sandboxSignIn, password: 'Sandbox' }],
  ['one more field', { ...sandboxSignIn, pin: '1' }],
  ['a field less', { username: sandboxSignIn.username }],
  ['another person', secret],
])('a sign-in with %s is stretched', async (_, credentials) => {
  await open(credentials);
  expect([storedInfo().kdf, scrypt.calls]).toEqual([stretchedKdf, 1]);
});

test('a copy of the sandbox from before opens, and is locked anew for its sign-in', async () => {
  const key = await open(secret);
  await addWrapping(place(), secret, sandboxSignIn);
  await keepWrappingOf(place(), sandboxSignIn);
  const before = { ...storedInfo(), ...(await stretchedLockOf(key)) };
  writeFileSync(file(), JSON.stringify(before));
  expect(await open(sandboxSignIn)).toBe(key);
  expect(storedInfo()).toMatchObject({ kdf: publicKdf, check: before.check, keyId: before.keyId });
  scrypt.calls = 0;
  expect(await open(sandboxSignIn)).toBe(key);
  expect([await open(secret), scrypt.calls]).toEqual(['vault.wrong-credentials', 0]);
});

test('a lock that claims the public way opens with no other credentials, and a real one never turns into it', async () => {
  const key = await open(secret);
  const stretched = storedInfo();
  writeFileSync(file(), JSON.stringify({ ...stretched, kdf: publicKdf }));
  scrypt.calls = 0;
  expect([await open(secret), await open(sandboxSignIn)]).toEqual([
    'vault.wrong-credentials',
    'vault.wrong-credentials',
  ]);
  expect(scrypt.calls).toBe(0);
  writeFileSync(file(), JSON.stringify(stretched));
  expect([await open(secret), storedInfo()]).toEqual([key, stretched]);
});

test('a changed password of the sandbox is stretched like any other', async () => {
  const key = await open(sandboxSignIn);
  expect(await addWrapping(place(), sandboxSignIn, secret)).toBe(true);
  expect([storedInfo().kdf, storedInfo().pending?.kdf]).toEqual([publicKdf, stretchedKdf]);
  expect([await open(sandboxSignIn), await open(secret)]).toEqual([key, key]);
  await keepWrappingOf(place(), secret);
  expect([storedInfo().kdf, await open(sandboxSignIn)]).toEqual([
    stretchedKdf,
    'vault.wrong-credentials',
  ]);
});

/** As Nostro locked the sandbox's copy before: by scrypt. */
async function stretchedLockOf(hex: string) {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const text = JSON.stringify(
    Object.entries(sandboxSignIn).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  const stretch = promisify<string, Buffer, number, ScryptOptions, Buffer>(uncounted);
  const lock = await stretch(text, salt, 32, { N: 32_768, r: 8, p: 3 });
  const cipher = createCipheriv('aes-256-gcm', lock, iv);
  cipher.setAAD(Buffer.from(wrappingLabel(profileId, storedInfo().keyId)));
  const sealed = Buffer.concat([cipher.update(Buffer.from(hex, 'hex')), cipher.final()]);
  const wrapped = Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  return { salt: salt.toString('base64url'), wrapped, kdf: stretchedKdf };
}
