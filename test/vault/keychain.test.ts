import { readFile } from 'node:fs/promises';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  forgetCredentials,
  keepCredentials,
  readCredentials,
} from '../../electron/engines/vault/credentials.ts';
import { createKeychain } from '../../electron/engines/vault/keychain.ts';
import { seal, unseal } from '../../electron/engines/vault/seal.ts';
import { DeskFault } from '../../shared/errors.ts';
import { fakeKeytar, type FakeKeytar } from './support/fake-keytar.ts';

const open = (keytar: FakeKeytar, timeoutMs = 2_000) =>
  createKeychain({ timeoutMs, load: () => Promise.resolve(keytar.module) });

describe('the keychain', () => {
  test('keeps a value, gives it back, and forgets it', async () => {
    const keytar = fakeKeytar();
    const keychain = open(keytar);
    expect(await keychain.write('a', 'secret')).toEqual({ ok: true, value: 'secret' });
    expect(await keychain.read('a')).toEqual({ ok: true, value: 'secret' });
    expect(await keychain.remove('a')).toEqual({ ok: true, value: '' });
    expect(await keychain.read('a')).toEqual({ ok: false, state: 'absent' });
    expect(await keychain.probe()).toBe('ready');
    expect([...keytar.entries.keys()]).toEqual([]);
  });

  test('lists its entries under the desk’s name, or the one it is given', async () => {
    const keytar = fakeKeytar();
    await open(keytar).write('a', '1');
    await createKeychain({ service: 'lab', load: () => Promise.resolve(keytar.module) }).write(
      'a',
      '1',
    );
    expect([...keytar.entries.keys()]).toEqual(['nostro/a', 'lab/a']);
  });

  test('keeps one line of plain letters, with its checksum', async () => {
    const keytar = fakeKeytar();
    await open(keytar).write('a', 'a\0b\nc 🔑');
    expect(keytar.entries.get('nostro/a')).toMatch(/^v1\.[A-Za-z0-9_-]+\.[0-9a-f]{8}$/);
    expect(await open(keytar).read('a')).toEqual({ ok: true, value: 'a\0b\nc 🔑' });
  });

  test('refuses what is too long, or no whole text, before it is asked [K8]', async () => {
    const keytar = fakeKeytar();
    const keychain = open(keytar);
    for (const value of ['x'.repeat(2_001), '\ud800'])
      await expect(keychain.write('a', value)).rejects.toBeInstanceOf(DeskFault);
    expect(keytar.calls).toEqual([]);
    expect((await keychain.write('a', 'x'.repeat(1_480))).ok).toBe(true);
  });

  test.each(['locked', 'unavailable'] as const)(
    'that is %s is not taken for empty',
    async (mood) => {
      const keytar = fakeKeytar();
      const keychain = open(keytar);
      await keychain.write('a', 'secret');
      keytar.mood = mood;
      const failed = { ok: false, state: mood };
      expect(await keychain.read('a')).toEqual(failed);
      expect(await keychain.read('never-kept')).toEqual(failed);
      expect(await keychain.write('a', 'other')).toEqual(failed);
      expect(await keychain.remove('a')).toEqual(failed);
      expect(await keychain.probe()).toBe(mood);
      keytar.mood = 'well';
      expect(await keychain.read('a')).toEqual({ ok: true, value: 'secret' });
    },
  );

  test('that cannot even be loaded is unavailable, not a crash', async () => {
    const keychain = createKeychain({
      load: () => Promise.reject(new Error('libsecret-1.so.0: cannot open')),
    });
    expect([await keychain.read('a'), await keychain.probe()]).toEqual([
      { ok: false, state: 'unavailable' },
      'unavailable',
    ]);
  });

  test('that hangs is given up in time, is asked one thing at a time, and works again later [K5]', async () => {
    const keytar = fakeKeytar();
    const keychain = open(keytar, 50);
    keytar.mood = 'hangs';
    const failed = { ok: false, state: 'timeout' };
    expect(await keychain.read('a')).toEqual(failed);
    expect(await Promise.all([keychain.read('b'), keychain.write('c', 'x')])).toEqual([
      failed,
      failed,
    ]);
    expect(await keychain.probe()).toBe('timeout');
    expect(keytar.calls).toEqual(['get']);
    keytar.mood = 'well';
    keytar.release();
    expect(await keychain.write('d', 'x')).toEqual({ ok: true, value: 'x' });
    // What was given up was not carried out behind our back.
    expect([...keytar.entries.keys()]).toEqual(['nostro/d']);
  });

  test('that dies in between recovers with its daemon [K6]', async () => {
    const keytar = fakeKeytar();
    const keychain = open(keytar);
    await keychain.write('a', 'secret');
    keytar.mood = 'unavailable';
    expect(await keychain.read('a')).toEqual({ ok: false, state: 'unavailable' });
    keytar.mood = 'well';
    expect(await keychain.read('a')).toEqual({ ok: true, value: 'secret' });
  });

  test.each([
    'v1.c2VjcmV0.00000000',
    'secret',
    '',
    'v2.c2VjcmV0.2bb80d53',
    'v1.c2VjcmV0.2bb80d53x',
  ])('with a damaged entry %j says so [K7]', async (damaged) => {
    const keytar = fakeKeytar();
    keytar.entries.set('nostro/a', damaged);
    expect(await open(keytar).read('a')).toEqual({ ok: false, state: 'corrupt' });
  });

  test.each([
    ['puts the old value back', 'old'],
    ['leaves nothing behind', null],
  ])('that gives back something else than was written %s [K9]', async (_what, before) => {
    const keytar = fakeKeytar();
    const real = keytar.module.getPassword.bind(keytar.module);
    if (before !== null) await open(keytar).write('a', before);
    const stored = keytar.entries.get('nostro/a');
    let reads = 0;
    const module = {
      ...keytar.module,
      getPassword: async (service: string, account: string) => {
        const found = await real(service, account);
        return (reads += 1) === 2 && found !== null ? found.slice(0, 5) : found;
      },
    };
    const keychain = createKeychain({ load: () => Promise.resolve(module) });
    expect(await keychain.write('a', 'new')).toEqual({ ok: false, state: 'corrupt' });
    expect(keytar.entries.get('nostro/a')).toBe(stored);
  });

  test('never searches: only get, set and delete are used', async () => {
    const source = await readFile(
      new URL('../../electron/engines/vault/keychain.ts', import.meta.url),
      'utf8',
    );
    expect(source).not.toMatch(/findPassword|findCredentials/);
  });
});

test('any text survives sealing, and no changed letter goes unnoticed [K8]', () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 300 }),
      fc.nat(),
      fc.constantFrom('A', 'z', '0', '_', '.'),
      (value, at, letter) => {
        const sealed = seal(value);
        expect(unseal(sealed)).toBe(value);
        const place = at % sealed.length;
        const changed = `${sealed.slice(0, place)}${letter}${sealed.slice(place + 1)}`;
        // The last letter of base64url may carry unused bits: then the value is the same.
        expect([null, value]).toContain(unseal(changed));
      },
    ),
  );
});

describe('remembered credentials', () => {
  const place = (keytar: FakeKeytar, door = 'front') => ({
    keychain: open(keytar),
    profileId: '0123456789ab',
    door,
  });
  const typed = { username: 'ada', password: 'pä"ss\n' };

  test('are stored per profile, read back and forgotten', async () => {
    const keytar = fakeKeytar();
    expect((await keepCredentials(place(keytar), typed)).ok).toBe(true);
    expect([...keytar.entries.keys()]).toEqual(['nostro/0123456789ab:credentials']);
    expect(await readCredentials(place(keytar))).toEqual({ ok: true, credentials: typed });
    expect((await forgetCredentials(place(keytar))).ok).toBe(true);
    expect(await readCredentials(place(keytar))).toEqual({ ok: false, state: 'absent' });
  });

  test('that were typed for one door are none at another', async () => {
    const keytar = fakeKeytar();
    await keepCredentials(place(keytar), typed);
    expect(await readCredentials(place(keytar, 'back'))).toEqual({ ok: false, state: 'absent' });
    expect(await readCredentials(place(keytar))).toEqual({ ok: true, credentials: typed });
  });

  test.each([
    '[]',
    '{"a":1}',
    'null',
    '{',
    '{"username":"ada"}',
    '{"door":"front","fields":{"username":1}}',
    '{"door":1,"fields":{}}',
  ])('that say %s are corrupt', async (text) => {
    const keytar = fakeKeytar();
    keytar.entries.set('nostro/0123456789ab:credentials', seal(text));
    expect(await readCredentials(place(keytar))).toEqual({ ok: false, state: 'corrupt' });
  });

  test('in a locked keychain are not absent', async () => {
    const keytar = fakeKeytar();
    keytar.mood = 'locked';
    expect(await readCredentials(place(keytar))).toEqual({ ok: false, state: 'locked' });
  });
});
