import { expect, test } from 'vitest';

import { readZipDirectory, unpackPart } from '../../electron/engines/files/zip-directory.ts';
import { archive } from '../support/stores/table-files.ts';

/** An archive's list of so many empty parts, true in every field, and nothing else. */
function listOf(count: number): Uint8Array {
  const parts = Array.from({ length: count }, (_, index) => {
    const name = Buffer.from(`part-${String(index)}`);
    const part = Buffer.alloc(46);
    part.writeUInt32LE(0x02014b50, 0);
    part.writeUInt16LE(name.length, 28);
    return Buffer.concat([part, name]);
  });
  const list = Buffer.concat(parts);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(list.length, 12);
  return Buffer.concat([list, end]);
}

test('an archive of two thousand parts is read, one of more is refused before they are listed', async () => {
  const read = await readZipDirectory(listOf(2_000));
  expect(read.ok && read.value.size).toBe(2_000);
  expect(await readZipDirectory(listOf(2_001))).toMatchObject({
    ok: false,
    error: { code: 'file.unreadable' },
  });
});

/** An archive of one part whose entry in the list is written over; offsets as the format has them. */
async function unpackedWith(
  spoil: (entry: DataView) => void,
  text = 'x'.repeat(1_000),
): Promise<unknown> {
  const bytes = archive({ part: text });
  const at = Buffer.from(bytes).indexOf('PK\u0001\u0002', 0, 'latin1');
  spoil(new DataView(bytes.buffer, at));
  const read = await readZipDirectory(bytes);
  return read.ok ? unpackPart(read.value, 'part', 1_000) : read;
}

test('a part is unpacked whole', async () => {
  const whole = await unpackedWith(() => undefined);
  expect(whole).toEqual({ ok: true, value: 'x'.repeat(1_000) });
});

test.each<[string, string, (entry: DataView) => void]>([
  ['another checksum', 'file.unreadable', (entry) => entry.setUint32(16, 7, true)],
  ['less than it unpacks to', 'file.unreadable', (entry) => entry.setUint32(24, 999, true)],
  ['more than it unpacks to', 'file.too-large', (entry) => entry.setUint32(24, 1_001, true)],
  [
    'more packed bytes than there are',
    'file.unreadable',
    (entry) => entry.setUint32(20, 9e8, true),
  ],
  [
    'a compression method that no one uses',
    'file.unreadable',
    (entry) => entry.setUint16(10, 99, true),
  ],
  ['a place outside the archive', 'file.unreadable', (entry) => entry.setUint32(42, 9e8, true)],
  ['a password', 'file.type-unsupported', (entry) => entry.setUint16(8, 1, true)],
  ['a strong cipher', 'file.type-unsupported', (entry) => entry.setUint16(8, 0x41, true)],
])('a part that states %s is refused: %s', async (_words, code, spoil) => {
  expect(await unpackedWith(spoil)).toMatchObject({ ok: false, error: { code } });
});

test('a part of more than is allowed is refused before it is unpacked', async () => {
  const tooLarge = { ok: false, error: { code: 'file.too-large' } };
  expect(await unpackedWith(() => undefined, 'x'.repeat(1_001))).toMatchObject(tooLarge);
});
