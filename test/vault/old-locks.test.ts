import crypto, {
  argon2Sync,
  createCipheriv,
  createHmac,
  randomBytes,
  type Argon2Parameters,
} from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { memoryKeychain } from '../support/setup/memory-keychain.ts';

const before = { username: 'ada', password: 'canary-before' };
const after = { username: 'ada', password: 'canary-after' };
const keyId = '0123456789abcdef';
const profileId = '0123456789ab';
const key = randomBytes(32);
const { argon2 } = crypto;

/** What argon2 makes of the same question again is known: it takes long on purpose. */
const known = new Map<string, Buffer>();
const argon2Once: typeof crypto.argon2 = (algorithm, cost, done) => {
  const question = JSON.stringify([algorithm, cost]);
  const answer = known.get(question);
  if (answer) setImmediate(done, null, Buffer.from(answer));
  else
    argon2(algorithm, cost, (error, stretched) => {
      if (!error) known.set(question, Buffer.from(stretched));
      done(error, stretched);
    });
};

let profileDir = '';
const place = () => ({ profileDir, profileId });
const file = () => join(profileDir, 'keyinfo.json');
const storedInfo = () => JSON.parse(readFileSync(file(), 'utf8')) as Record<string, unknown>;

beforeEach(() => {
  profileDir = mkdtempSync(join(tmpdir(), 'nostro-vault-'));
});
afterEach(() => {
  crypto.argon2 = argon2;
  vi.resetModules();
  rmSync(profileDir, { recursive: true });
});

/** Made once for the same credentials. */
function oldLock(credentials: Record<string, string>): OldLock {
  const text = JSON.stringify(credentials);
  const made = oldLocks.get(text) ?? madeOldLock(credentials);
  oldLocks.set(text, made);
  return made;
}

type OldLock = { readonly salt: string; readonly wrapped: string };
const oldLocks = new Map<string, OldLock>();

/** A lock as Nostro made it before it used scrypt: written here from what was published, not by its own code. */
function madeOldLock(credentials: Record<string, string>): OldLock {
  const salt = randomBytes(16);
  const cost: Argon2Parameters = {
    message: JSON.stringify(Object.entries(credentials).toSorted()),
    nonce: salt,
    parallelism: 1,
    tagLength: 32,
    memory: 65_536,
    passes: 3,
  };
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', argon2Sync('argon2id', cost), iv);
  cipher.setAAD(Buffer.from(`nostro ${profileId} ${keyId}`));
  const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
  const wrapped = Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  return { salt: salt.toString('base64url'), wrapped: wrapped.toString('base64url') };
}

function writeInfo(locks: object): void {
  const check = createHmac('sha256', key).update('nostro key check v1').digest('hex').slice(0, 16);
  const rest = { createdAt: '2026-01-01T00:00:00.000Z', appVersion: '0.1.0', backend: 'linux' };
  const info = { version: 1, keyId, protectedBy: 'credentials', check, ...rest, ...locks };
  writeFileSync(file(), JSON.stringify(info));
}

/** What the vault answers: the key, as hex, or the code; in a program that has argon2 or has not, as Electron. */
async function open(
  credentials: Record<string, string>,
  { hasArgon2 = true } = {},
): Promise<string> {
  vi.resetModules();
  Object.assign(crypto, { argon2: hasArgon2 ? argon2Once : undefined });
  const { openDatabaseKey } = await import('../../electron/engines/vault/database-key.ts');
  const keychain = memoryKeychain('unavailable');
  const options = { keychain, credentials, hasData: true, appVersion: '0.2.0' };
  const opened = await openDatabaseKey({ ...place(), ...options });
  return opened.ok ? Buffer.from(opened.value.key).toString('hex') : opened.error.code;
}

const hex = key.toString('hex');

test('a copy that argon2 locked opens, is locked anew by scrypt, and opens where there is no argon2', async () => {
  writeInfo(oldLock(before));
  const old = storedInfo();
  expect(await open(after)).toBe('vault.wrong-credentials');
  expect(storedInfo()).toEqual(old);
  expect(await open(before)).toBe(hex);
  expect(storedInfo()).toEqual({
    ...old,
    salt: expect.any(String) as string,
    wrapped: expect.any(String) as string,
    kdf: 'scrypt N=32768 r=8 p=3',
  });
  expect(storedInfo()).not.toMatchObject({ salt: old['salt'] });
  expect(await open(before, { hasArgon2: false })).toBe(hex);
  expect(await open(after, { hasArgon2: false })).toBe('vault.wrong-credentials');
});

test('where there is no argon2 it says so, not that the credentials are wrong, and changes nothing', async () => {
  writeInfo(oldLock(before));
  const old = storedInfo();
  expect(await open(before, { hasArgon2: false })).toBe('vault.old-lock');
  expect(storedInfo()).toEqual(old);
});

test('of two locks the old one is tried last where it cannot be tried', async () => {
  writeInfo(oldLock(after));
  await open(after);
  const { salt, wrapped, kdf } = storedInfo();
  writeInfo({ ...oldLock(before), pending: { salt, wrapped, kdf } });
  expect(await open(after, { hasArgon2: false })).toBe(hex);
  expect(await open(before, { hasArgon2: false })).toBe('vault.old-lock');
  expect(await open(before)).toBe(hex);
  expect(await open(before, { hasArgon2: false })).toBe(hex);
  expect(await open(after, { hasArgon2: false })).toBe(hex);
});

test('an old lock that was the second takes the first one’s place with its own way of opening', async () => {
  writeInfo(oldLock(before));
  await open(before);
  writeInfo({ ...storedInfo(), pending: oldLock(after) });
  const { keepWrappingOf } = await import('../../electron/engines/vault/rewrapping.ts');
  await keepWrappingOf(place(), after);
  expect(storedInfo()).not.toHaveProperty('pending');
  expect(await open(after)).toBe(hex);
  expect(await open(before)).toBe('vault.wrong-credentials');
});

test('an old second lock is locked anew in its own place', async () => {
  writeInfo({ ...oldLock(before), pending: oldLock(after) });
  const old = storedInfo();
  expect(await open(after)).toBe(hex);
  expect(storedInfo()).toMatchObject({
    salt: old['salt'],
    pending: { kdf: 'scrypt N=32768 r=8 p=3' },
  });
  expect([await open(after), await open(before)]).toEqual([hex, hex]);
});

test('a lock of a kind that a newer Nostro made is not touched', async () => {
  writeInfo({ ...oldLock(before), kdf: 'scrypt N=1048576 r=8 p=2' });
  const old = storedInfo();
  expect(await open(before)).toBe('store.newer-than-app');
  expect(storedInfo()).toEqual(old);
  writeInfo({ ...oldLock(before), kdf: 5 });
  expect(await open(before)).toBe('vault.corrupt');
});
