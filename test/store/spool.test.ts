import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { readSpooled, removeSpooled, spoolFile } from '../../electron/engines/store/spool.ts';
import { temporaryFolder } from '../support/stores/store.ts';

const folder = () => join(temporaryFolder(), 'spool');
const chunkBytes = 64 * 1024;

async function readAll(spool: string, name: string, key: Uint8Array): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readSpooled(spool, name, key)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('a spooled file', () => {
  test.each([0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 3 * chunkBytes, 200_000])(
    'of %i bytes comes back as it was',
    async (size) => {
      const spool = folder();
      const bytes = randomBytes(size);
      const parts = [bytes.subarray(0, size >> 1), bytes.subarray(size >> 1)];
      const { name, key, sizeBytes } = await spoolFile(spool, parts);
      expect(sizeBytes).toBe(size);
      expect((await readAll(spool, name, key)).equals(bytes)).toBe(true);
    },
  );

  test('cannot be read on disk, not even with its folder', async () => {
    const spool = folder();
    const { name } = await spoolFile(spool, [Buffer.from('CANARY passport')]);
    expect(readFileSync(join(spool, name)).includes('CANARY')).toBe(false);
    expect([statSync(join(spool, name)).mode & 0o777, statSync(spool).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
  });

  test('that was changed, cut or moved about is refused', async () => {
    const spool = folder();
    const { name, key } = await spoolFile(spool, [randomBytes(3 * chunkBytes + 5)]);
    const path = join(spool, name);
    const whole = readFileSync(path);
    const sealed = chunkBytes + 16;
    const harmed = [
      Buffer.concat([
        whole.subarray(0, 100),
        Buffer.from([(whole[100] ?? 0) ^ 1]),
        whole.subarray(101),
      ]),
      whole.subarray(0, sealed),
      whole.subarray(0, 2 * sealed),
      whole.subarray(0, -1),
      Buffer.alloc(0),
      Buffer.concat([
        whole.subarray(sealed, 2 * sealed),
        whole.subarray(0, sealed),
        whole.subarray(2 * sealed),
      ]),
    ];
    for (const bytes of harmed) {
      writeFileSync(path, bytes);
      await expect(readAll(spool, name, key)).rejects.toMatchObject({ code: 'file.unreadable' });
    }
  });

  test('needs its own key', async () => {
    const spool = folder();
    const [a, b] = [
      await spoolFile(spool, [Buffer.from('a')]),
      await spoolFile(spool, [Buffer.from('b')]),
    ];
    await expect(readAll(spool, a.name, b.key)).rejects.toMatchObject({ code: 'file.unreadable' });
  });

  test('is gone after removal, and removing it again is no failure', async () => {
    const spool = folder();
    const { name, key } = await spoolFile(spool, [Buffer.from('a')]);
    await removeSpooled(spool, name);
    await removeSpooled(spool, name);
    expect(existsSync(join(spool, name))).toBe(false);
    await expect(readAll(spool, name, key)).rejects.toMatchObject({ code: 'file.unreadable' });
  });

  test('whose source fails leaves nothing behind', async () => {
    const spool = folder();
    async function* broken() {
      yield await Promise.resolve(randomBytes(chunkBytes * 2));
      throw new Error('the source broke');
    }
    await expect(spoolFile(spool, broken())).rejects.toThrow('the source broke');
    expect(readdirSync(spool)).toEqual([]);
  });
});
