import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

import { DeskFault } from '../../../shared/errors.ts';
import { syncPath } from '../machine/durable.ts';
import { faultOf } from './faults.ts';

/** An encrypted file of the upload queue. */
export type SpooledFile = {
  readonly name: string;
  /** Random, of this file only. */
  readonly key: Uint8Array;
  readonly sizeBytes: number;
  /** Of the plain bytes, hex. */
  readonly sha256: string;
};

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const chunkBytes = 64 * 1024;
const tagBytes = 16;

/**
 * Encrypts into `<folder>/<name>` (0600, in a folder of 0700), durable when it resolves; no half file is left on failure.
 * AES-256-GCM chunk by chunk; the nonce is the chunk's number and whether it is the last, so that chunks can neither be
 * changed nor left out, moved or cut off.
 */
export async function spoolFile(folder: string, source: Bytes): Promise<SpooledFile> {
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

/** The plain bytes, chunk by chunk. Throws `file.unreadable` when a byte was changed or the file is gone. */
export async function* readSpooled(
  folder: string,
  name: string,
  key: Uint8Array,
): AsyncGenerator<Uint8Array> {
  const handle = await open(join(folder, name), 'r').catch((cause: unknown) => {
    throw unreadable(cause);
  });
  try {
    let held = await readChunk(handle);
    for (let index = 0; ; index++) {
      const next =
        held.length < chunkBytes + tagBytes ? held.subarray(0, 0) : await readChunk(handle);
      const isLast = next.length === 0;
      yield openChunk(held, key, nonceOf(index, isLast));
      if (isLast) return;
      held = next;
    }
  } finally {
    await handle.close();
  }
}

/** Removing what is not there is no failure. */
export async function removeSpooled(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true });
}

type Written = { readonly sizeBytes: number; readonly sha256: string };

/** Into a file that is not there yet. */
async function writeChunks(path: string, key: Uint8Array, source: Bytes): Promise<Written> {
  const handle = await open(path, 'wx', 0o600);
  try {
    return await writeInto(handle, key, source);
  } finally {
    await handle.close();
  }
}

async function writeInto(handle: FileHandle, key: Uint8Array, source: Bytes): Promise<Written> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let index = 0;
  let held = Buffer.alloc(0);
  for await (const bytes of source) {
    hash.update(bytes);
    sizeBytes += bytes.byteLength;
    held = Buffer.concat([held, bytes]);
    while (held.length > chunkBytes) {
      await handle.writeFile(sealChunk(held.subarray(0, chunkBytes), key, nonceOf(index++, false)));
      held = held.subarray(chunkBytes);
    }
  }
  // `write` may write only a part without an error; this writes all or throws.
  await handle.writeFile(sealChunk(held, key, nonceOf(index, true)));
  await handle.sync();
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** A chunk is full unless it is the last; the last one may be empty. */
async function readChunk(handle: FileHandle): Promise<Buffer> {
  const buffer = Buffer.alloc(chunkBytes + tagBytes);
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

function sealChunk(plain: Uint8Array, key: Uint8Array, nonce: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function openChunk(sealed: Buffer, key: Uint8Array, nonce: Uint8Array): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce);
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
  } catch (cause) {
    throw unreadable(cause);
  }
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 4);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}

function unreadable(cause: unknown): DeskFault {
  return new DeskFault(
    'file.unreadable',
    'The queued file was damaged or removed here: add it again.',
    { cause },
  );
}
