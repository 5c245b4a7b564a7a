import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { openChunks, sealChunks } from '../../electron/engines/machine/sealed-chunks.ts';
import { tempFolder } from '../support/setup/temp-folder.ts';

const key = Buffer.alloc(32, 7);
const plain = Buffer.alloc(2 * 65_536 + 5, 'nostro');
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function whole(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

test.each([
  [undefined, '0532fb54f499a3480b384f576e9385584dfef082d90f6ea3d92c2f6dc985c078'],
  ['head', '9098c5c14c4ce01bbb1ab4df1ad5fa6141f7b70fa8a15c64d498d89ea447d37a'],
])(
  'files of earlier versions, bound to the head %s, are written and opened alike',
  async (text, digest) => {
    const head = text === undefined ? {} : { head: Buffer.from(text) };
    const sealed = await whole(
      sealChunks([plain.subarray(0, 9), plain.subarray(9)], { key, ...head }),
    );
    expect(sha256(sealed)).toBe(digest);
    const path = join(tempFolder(), 'sealed');
    writeFileSync(path, sealed);
    const file = await open(path);
    const opened = await whole(openChunks(file, { key, ...head }, (cause) => cause as Error));
    await file.close();
    expect(opened.equals(plain)).toBe(true);
  },
);
