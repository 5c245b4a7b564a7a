import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  chmodSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import {
  forgetDatabaseKey,
  openDatabaseKey,
  type DatabaseKeyOptions,
} from '../../electron/engines/vault/database-key.ts';
import { createKeychain } from '../../electron/engines/vault/keychain.ts';
import { seal } from '../../electron/engines/vault/seal.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import { fakeKeytar, type FakeKeytar, type Mood } from './support/fake-keytar.ts';

const typed = { username: 'ada', password: 'canary-password' };
let profileDir = '';
let keytar: FakeKeytar;

beforeEach(() => {
  profileDir = mkdtempSync(join(tmpdir(), 'nostro-vault-'));
  keytar = fakeKeytar();
});
afterEach(() => {
  rmSync(profileDir, { recursive: true, force: true });
});

const file = (): string => join(profileDir, 'keyinfo.json');
const info = (): Record<string, string> =>
  JSON.parse(readFileSync(file(), 'utf8')) as Record<string, string>;

const open = (options: Partial<DatabaseKeyOptions> = {}) =>
  openDatabaseKey({
    profileDir,
    profileId: '0123456789ab',
    keychain: createKeychain({ timeoutMs: 200, load: () => Promise.resolve(keytar.module) }),
    credentials: null,
    hasData: false,
    appVersion: '0.1.0',
    backend: 'linux GNOME',
    ...options,
  });

async function openedKey(options: Partial<DatabaseKeyOptions> = {}) {
  const opened = await open(options);
  if (!opened.ok) throw new Error(opened.error.message);
  return {
    key: Buffer.from(opened.value.key).toString('hex'),
    protection: opened.value.protection,
  };
}

const codeOf = async (options: Partial<DatabaseKeyOptions> = {}): Promise<ErrorCode | 'ok'> => {
  const opened = await open(options);
  return opened.ok ? 'ok' : opened.error.code;
};

describe('the key of the local copy', () => {
  test('is made once, stored in the keychain, and found again', async () => {
    const first = await openedKey();
    expect(first).toMatchObject({
      protection: 'keychain',
      key: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    expect(await openedKey({ hasData: true })).toEqual(first);
    expect([...keytar.entries.keys()]).toEqual([
      `nostro/0123456789ab:key:${info()['keyId'] ?? ''}`,
    ]);
  });

  test('leaves a file that reveals no secret, readable by its owner only', async () => {
    const { key } = await openedKey();
    expect(info()).toMatchObject({
      version: 1,
      protectedBy: 'keychain',
      appVersion: '0.1.0',
      backend: 'linux GNOME',
    });
    expect(info()['check']).toMatch(/^[0-9a-f]{16}$/);
    const text = readFileSync(file(), 'utf8');
    expect(text).not.toContain(key);
    expect(text).not.toContain(Buffer.from(key, 'hex').toString('base64url'));
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readdirSync(profileDir)).toEqual(['keyinfo.json']);
  });

  test.each<[Mood, ErrorCode]>([
    ['locked', 'vault.locked'],
    ['unavailable', 'vault.unavailable'],
    ['hangs', 'vault.timeout'],
    ['garbles', 'vault.corrupt'],
  ])(
    'in a keychain that is now %s is reported as such: nothing is made anew, nothing is changed [K2]',
    async (mood, code) => {
      const first = await openedKey();
      const before = [readFileSync(file(), 'utf8'), [...keytar.entries].join()];
      keytar.mood = mood;
      // Credentials are no second way in.
      expect(await codeOf({ hasData: true, credentials: typed })).toBe(code);
      expect([readFileSync(file(), 'utf8'), [...keytar.entries].join()]).toEqual(before);
      keytar.mood = 'well';
      keytar.release();
      expect(await openedKey({ hasData: true })).toEqual(first);
    },
  );

  test('whose entry was removed is lost, not replaced, even when the data is gone as well [K3]', async () => {
    await openedKey();
    keytar.entries.clear();
    for (const hasData of [true, false]) expect(await codeOf({ hasData })).toBe('vault.key-lost');
    expect(keytar.entries.size).toBe(0);
  });

  test('of a folder copied from another machine names the key and both machines [K11 K12]', async () => {
    await openedKey();
    keytar = fakeKeytar();
    const opened = await open({ hasData: true, backend: 'linux KDE' });
    expect(opened).toMatchObject({ error: { code: 'vault.key-lost' } });
    const { message } = opened.ok ? { message: '' } : opened.error;
    expect(message).toContain('another machine or user');
    for (const word of [info()['keyId'] ?? '', 'linux GNOME', 'linux KDE'])
      expect(message).toContain(word);
  });

  test.each([
    ['another key', seal(Buffer.alloc(32, 1).toString('base64url'))],
    ['a key too short', seal('AAAA')],
    ['a damaged entry', 'v1.AAAA.00000000'],
  ])('that is %s in the keychain is corrupt', async (_what, entry) => {
    await openedKey();
    for (const account of keytar.entries.keys()) keytar.entries.set(account, entry);
    expect(await codeOf({ hasData: true })).toBe('vault.corrupt');
  });

  test('is never made beside data whose keyinfo.json is missing', async () => {
    expect(await codeOf({ hasData: true, credentials: typed })).toBe('vault.key-lost');
    expect([readdirSync(profileDir), keytar.entries.size]).toEqual([[], 0]);
  });

  test.each(['', 'null', '{"version":2}', '{"version":1,"keyId":"../../x"}', '\0\0\0'])(
    'with keyinfo.json %j is corrupt, and the file stays',
    async (text) => {
      writeFileSync(file(), text);
      expect(await codeOf()).toBe('vault.corrupt');
      expect(readFileSync(file(), 'utf8')).toBe(text);
    },
  );

  test('is not made in a keychain that is only locked or slow', async () => {
    keytar.mood = 'locked';
    expect(await codeOf({ credentials: typed })).toBe('vault.locked');
    keytar.mood = 'hangs';
    expect(await codeOf({ credentials: typed })).toBe('vault.timeout');
    expect(readdirSync(profileDir)).toEqual([]);
  });

  test('opened by two at once is one key', async () => {
    const keys = await Promise.all([openedKey(), openedKey(), openedKey()]);
    expect([new Set(keys.map(({ key }) => key)).size, keytar.entries.size]).toEqual([1, 1]);
  });

  test('cannot be made where nothing can be written', async () => {
    const inFile = join(profileDir, 'plain');
    writeFileSync(inFile, '');
    chmodSync(inFile, 0o400);
    expect(await codeOf({ profileDir: join(inFile, 'bank') })).toBe('store.readonly');
  });
});

describe('on a machine without a keychain', () => {
  beforeEach(() => {
    keytar.mood = 'unavailable';
  });

  test('the key waits for a sign-in', async () => {
    expect(await codeOf()).toBe('session.required');
    expect(readdirSync(profileDir)).toEqual([]);
  });

  test('the credentials protect it: the same ones open it, in any order, others do not', async () => {
    const first = await openedKey({ credentials: typed });
    expect(first.protection).toBe('credentials');
    expect(
      await openedKey({
        hasData: true,
        credentials: { password: typed.password, username: 'ada', otp: '123456' },
      }),
    ).toEqual(first);
    expect(await codeOf({ hasData: true, credentials: { ...typed, password: 'other' } })).toBe(
      'vault.wrong-credentials',
    );
    expect(await codeOf({ hasData: true })).toBe('session.required');
    expect(await codeOf({ hasData: true, profileId: 'another', credentials: typed })).toBe(
      'vault.wrong-credentials',
    );
  });

  test.each(['passcode', 'pass_code', 'PinCode', 'accessCode', 'clientCode'])(
    'a credential named %s lasts: another one does not open it',
    async (name) => {
      const credentials = { phone: '+254700000001', [name]: 'acacia-2211' };
      await openedKey({ credentials });
      const other = { ...credentials, [name]: 'another' };
      expect(await codeOf({ hasData: true, credentials: other })).toBe('vault.wrong-credentials');
    },
  );

  test('nothing secret is written, and a changed file does not open', async () => {
    const { key } = await openedKey({ credentials: typed });
    const text = readFileSync(file(), 'utf8');
    for (const secret of [key, Buffer.from(key, 'hex').toString('base64url'), typed.password])
      expect(text).not.toContain(secret);
    const { wrapped = '' } = info();
    writeFileSync(file(), text.replace(wrapped, `${wrapped.slice(0, -4)}AAAA`));
    expect(await codeOf({ hasData: true, credentials: typed })).toBe('vault.wrong-credentials');
    writeFileSync(file(), text.replace(/"check": "[0-9a-f]+"/, '"check": "0000000000000000"'));
    expect(await codeOf({ hasData: true, credentials: typed })).toBe('vault.corrupt');
  });

  test('the key stays under the credentials when a keychain appears later', async () => {
    const first = await openedKey({ credentials: typed });
    keytar.mood = 'well';
    expect(await openedKey({ hasData: true, credentials: typed })).toEqual(first);
    expect(keytar.entries.size).toBe(0);
  });
});

describe('letting go of a key', () => {
  const place = () => ({
    profileDir,
    profileId: '0123456789ab',
    keychain: createKeychain({ load: () => Promise.resolve(keytar.module) }),
  });

  test('for good removes it from the keychain and from the folder', async () => {
    await openedKey();
    expect((await forgetDatabaseKey(place())).ok).toBe(true);
    expect([readdirSync(profileDir), keytar.entries.size]).toEqual([[], 0]);
    expect((await forgetDatabaseKey(place())).ok).toBe(true);
  });

  test('in a locked keychain does nothing by half', async () => {
    await openedKey();
    keytar.mood = 'locked';
    expect(await forgetDatabaseKey(place())).toEqual({ ok: false, state: 'locked' });
    expect(readdirSync(profileDir)).toEqual(['keyinfo.json']);
  });

  test('aside removes nothing: the old key stays under its id, and a fresh one stands beside it', async () => {
    await openedKey();
    rmSync(file());
    await openedKey();
    expect(keytar.entries.size).toBe(2);
  });
});
