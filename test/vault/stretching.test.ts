import crypto, { createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

import { expect, onTestFinished, test } from 'vitest';

import { sealed } from '../../electron/connections/local-copy/backup/envelope.ts';
import { checkOf, wrapKey } from '../../electron/engines/vault/wrapping.ts';
import { stretchAsItIs } from '../support/setup/quick-stretch.ts';

/** The other tests stretch in no time; here it costs what it costs. */
function stretchedAsItIs(): void {
  const quick = crypto.scrypt;
  onTestFinished(() => {
    Object.assign(crypto, { scrypt: quick });
    syncBuiltinESMExports();
  });
  Object.assign(crypto, { scrypt: stretchAsItIs });
  syncBuiltinESMExports();
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');

test('a key is locked with the credentials by scrypt with N=32768, r=8 and p=3', async () => {
  stretchedAsItIs();
  const key = randomBytes(32);
  const credentials = { username: 'ada', password: 'canary-password' };
  const lock = await wrapKey(key, credentials, 'a label');
  expect(lock.kdf).toBe('scrypt N=32768 r=8 p=3');
  // Opened from what was published, not by its own code.
  const text = JSON.stringify(Object.entries(credentials).toSorted());
  const cost = { N: 32_768, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
  const stretched = scryptSync(text, bytesOf(lock.salt), 32, cost);
  const wrapped = bytesOf(lock.wrapped);
  const opened = createDecipheriv('aes-256-gcm', stretched, wrapped.subarray(0, 12));
  opened.setAAD(Buffer.from('a label'));
  opened.setAuthTag(wrapped.subarray(12, 28));
  expect(Buffer.concat([opened.update(wrapped.subarray(28)), opened.final()])).toEqual(key);
});

test('a backup is locked with the passphrase by scrypt with N=131072, r=8 and p=1', async () => {
  stretchedAsItIs();
  const passphrase = 'seven quiet herons';
  const parts: Uint8Array[] = [];
  for await (const part of sealed([Buffer.from('a journal')], passphrase)) parts.push(part);
  const [header = ''] = /\{.*?\}\s*.*?\}/s.exec(Buffer.concat(parts).toString('latin1')) ?? [];
  const { salt, check, cost } = JSON.parse(header) as Record<'salt' | 'check', string> & {
    cost: object;
  };
  expect(cost).toEqual({ N: 131_072, r: 8, p: 1 });
  const stretched = scryptSync(passphrase, bytesOf(salt), 32, {
    ...cost,
    maxmem: 256 * 1024 * 1024,
  });
  expect(checkOf(stretched)).toBe(check);
});
