import crypto, { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { sealed, unsealed } from '../../electron/connections/local-copy/backup/envelope.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';

const passphrase = 'seven quiet herons';
const plain = Buffer.from('a line of the journal\n'.repeat(8_000));

async function written(source: Buffer = plain): Promise<{ path: string; bytes: Buffer }> {
  const path = join(tempFolder(), 'desk.nostro');
  const parts: Uint8Array[] = [];
  for await (const part of sealed([source], passphrase)) parts.push(part);
  const bytes = Buffer.concat(parts);
  writeFileSync(path, bytes);
  return { path, bytes };
}

async function read(path: string, phrase = passphrase): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of unsealed(path, phrase)) parts.push(part);
  return Buffer.concat(parts);
}

const codeOf = (path: string, phrase?: string): Promise<string> =>
  read(path, phrase).then(
    () => 'read',
    (cause: unknown) => (cause as { code: string }).code,
  );

test('what was sealed is read again to the last byte, also where it ends with a whole chunk, and none of it is readable without', async () => {
  for (const source of [
    plain,
    Buffer.alloc(65_536, 7),
    Buffer.alloc(131_072, 7),
    Buffer.alloc(0),
  ]) {
    const { path, bytes } = await written(source);
    expect((await read(path)).equals(source)).toBe(true);
    expect(bytes.includes('a line of the journal')).toBe(false);
  }
});

test('the passphrase is the same however its letters are composed, and no other opens it', async () => {
  const { path } = await written();
  expect(await codeOf(path, 'seven quiet heron')).toBe('backup.wrong-passphrase');
  expect(await codeOf(path, passphrase.normalize('NFD'))).toBe('read');
});

test('one flipped bit is damage wherever it is, and a name that is not ours is no backup', async () => {
  const { path, bytes } = await written();
  const head = bytes.indexOf('}') + 1;
  const places: [number, string][] = [
    [3, 'backup.not-one'],
    [14, 'backup.newer'],
    [16, 'backup.damaged'],
    [17, 'backup.damaged'],
    [40, 'backup.damaged'],
    [head + 20, 'backup.damaged'],
    [head + 90, 'backup.damaged'],
    [head + 32 + 65_536 + 5, 'backup.damaged'],
    [bytes.length - 1, 'backup.damaged'],
  ];
  for (const [at, code] of places) {
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] ?? 0) ^ 1;
    writeFileSync(path, flipped);
    expect([at, await codeOf(path)]).toEqual([at, code]);
  }
});

test('a file that was cut, or from which a chunk was taken, is damaged; an empty one or a text is no backup', async () => {
  const { path, bytes } = await written();
  const body = bytes.indexOf('}') + 1 + 32;
  const chunk = 65_552;
  const cuts: [string, Buffer, string][] = [
    ['empty', Buffer.alloc(0), 'backup.not-one'],
    ['a text', Buffer.from('{"name":"a bank file"}'), 'backup.not-one'],
    ['its name alone', bytes.subarray(0, 14), 'backup.damaged'],
    ['half the head', bytes.subarray(0, 60), 'backup.damaged'],
    ['the head alone', bytes.subarray(0, body), 'backup.damaged'],
    ['one chunk', bytes.subarray(0, body + chunk), 'backup.damaged'],
    ['all but a byte', bytes.subarray(0, -1), 'backup.damaged'],
    [
      'without its second chunk',
      Buffer.concat([bytes.subarray(0, body + chunk), bytes.subarray(body + 2 * chunk)]),
      'backup.damaged',
    ],
    ['with more behind it', Buffer.concat([bytes, Buffer.from('x')]), 'backup.damaged'],
  ];
  for (const [what, cut, code] of cuts) {
    writeFileSync(path, cut);
    expect([what, await codeOf(path)]).toEqual([what, code]);
  }
  expect(readFileSync(path).length).toBe(bytes.length + 1);
});

/** The header with another cost, and its digest made anew: everybody can do that without the passphrase. */
function forged(bytes: Buffer, cost: Readonly<Record<string, unknown>>): Buffer {
  const text = 18;
  const end = text + bytes.readUInt16BE(16);
  const header = JSON.parse(bytes.subarray(text, end).toString()) as object;
  const altered = Buffer.from(JSON.stringify({ ...header, cost }));
  const begin = Buffer.from(bytes.subarray(0, text));
  begin.writeUInt16BE(altered.length, 16);
  const head = Buffer.concat([begin, altered]);
  const digest = createHash('sha256').update(head).digest();
  return Buffer.concat([head, digest, bytes.subarray(end + 32)]);
}

/** Counts how often a passphrase is stretched from here on. */
function countStretches(): () => number {
  let count = 0;
  const { scrypt } = crypto;
  const set = (as: typeof scrypt) => {
    Object.assign(crypto, { scrypt: as });
    syncBuiltinESMExports();
  };
  onTestFinished(() => {
    set(scrypt);
  });
  set(((...args: Parameters<typeof scrypt>) => {
    count += 1;
    scrypt(...args);
  }) as typeof scrypt);
  return () => count;
}

test('a header with another cost than ours is refused by name before anything is stretched', async () => {
  const { path, bytes } = await written();
  const stretches = countStretches();
  for (const cost of [
    { N: 1_048_576, r: 16, p: 4 },
    { N: 262_144, r: 8, p: 1 },
    { N: 131_072, r: 8, p: 2 },
    { N: 2, r: 1, p: 1 },
  ]) {
    writeFileSync(path, forged(bytes, cost));
    const cause = await read(path).catch((thrown: unknown) => thrown);
    expect(cause).toMatchObject({ code: 'backup.not-one' });
    expect(String(cause)).toContain('not written by Nostro');
  }
  expect(stretches()).toBe(0);
  writeFileSync(path, forged(bytes, { N: 131_072, r: 8, p: 1 }));
  expect((await read(path)).equals(plain)).toBe(true);
  expect(stretches()).toBe(1);
});
