import { expect, test } from 'vitest';

import { readZipDirectory } from '../../electron/files/zip-directory.ts';

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

test('an archive of two thousand parts is read, one of more is refused before they are listed', () => {
  const read = readZipDirectory(listOf(2_000));
  expect(read.ok && read.value.size).toBe(2_000);
  expect(readZipDirectory(listOf(2_001))).toMatchObject({
    ok: false,
    error: { code: 'file.unreadable' },
  });
});
