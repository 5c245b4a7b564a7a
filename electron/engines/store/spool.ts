import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { DeskFault } from '../../../shared/errors.ts';
import { syncPath } from '../machine/durable.ts';
import { openChunks, sealChunks, type ByteSource } from '../machine/sealed-chunks.ts';
import { faultOf } from './faults.ts';

/** An encrypted file of the upload queue. */
export type SpooledFile = {
  readonly name: string;
  /** Random, for this file only. */
  readonly key: Uint8Array;
  readonly sizeBytes: number;
  /** The digest of the plain bytes, hex. */
  readonly sha256: string;
};

/** Encrypts into `<folder>/<name>` (0600, in a folder of 0700). Durable when it resolves; a failure leaves no partial file. */
export async function spoolFile(folder: string, source: ByteSource): Promise<SpooledFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const name = `${randomUUID()}.spool`;
  const path = join(folder, name);
  const key = randomBytes(32);
  try {
    const written = await writeChunks(`${path}.part`, key, source);
    await rename(`${path}.part`, path);
    syncPath(folder);
    return { name, key, ...written };
  } catch (cause) {
    await rm(`${path}.part`, { force: true });
    throw faultOf(cause, { role: 'journal', file: path });
  }
}

/** Yields the plain bytes, chunk by chunk. Throws `file.unreadable` when a byte was changed or the file is gone. */
export async function* readSpooled(
  folder: string,
  name: string,
  key: Uint8Array,
): AsyncGenerator<Uint8Array> {
  const handle = await open(join(folder, name), 'r').catch((cause: unknown) => {
    throw unreadable(cause);
  });
  try {
    yield* openChunks(handle, { key }, unreadable);
  } finally {
    await handle.close();
  }
}

/** Removes the file. A missing file is not an error. */
export async function removeSpooled(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true });
}

type Written = { readonly sizeBytes: number; readonly sha256: string };

/** Writes a file that must not exist yet. */
async function writeChunks(path: string, key: Uint8Array, source: ByteSource): Promise<Written> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const bytes of source) {
      hash.update(bytes);
      sizeBytes += bytes.byteLength;
      yield bytes;
    }
  }
  const handle = await open(path, 'wx', 0o600);
  try {
    // `write` may write only a part without an error; this writes all or throws.
    for await (const chunk of sealChunks(counted(), { key })) await handle.writeFile(chunk);
    await handle.sync();
    return { sizeBytes, sha256: hash.digest('hex') };
  } finally {
    await handle.close();
  }
}

function unreadable(cause: unknown): DeskFault {
  return new DeskFault(
    'file.unreadable',
    'The queued file was damaged or removed here: add it again.',
    { cause },
  );
}
