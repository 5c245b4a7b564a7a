import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

/**
 * Encrypts bytes of any length in chunks of 64 KiB, AES-256-GCM, each with its tag. The nonce is the chunk's number and whether it is
 * the last, so that chunks cannot be changed, omitted, moved or cut off. A key must be used for one such sequence only.
 */

export type ByteSource = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const chunkBytes = 64 * 1024;
const tagBytes = 16;
const sealedBytes = chunkBytes + tagBytes;

type Sealing = {
  readonly key: Uint8Array;
  /** Bytes before the chunks, to which the first chunk is bound. */
  readonly head?: Uint8Array;
};

/** Encrypts the source. Every chunk except the last is full; the last one may be empty. */
export async function* sealChunks(source: ByteSource, sealing: Sealing): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  let index = 0;
  for await (const bytes of source) {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length > chunkBytes) {
      yield sealChunk(rest.subarray(0, chunkBytes), sealing, { index, isLast: false });
      rest = rest.subarray(chunkBytes);
      index += 1;
    }
  }
  yield sealChunk(rest, sealing, { index, isLast: true });
}

/** Yields the plain bytes from the file's position to its end. Throws the error of `damaged` where a byte was changed or cut off. */
export async function* openChunks(
  file: FileHandle,
  sealing: Sealing,
  damaged: (cause: unknown) => Error,
): AsyncGenerator<Buffer> {
  let chunk = await readBytes(file, sealedBytes);
  for (let index = 0; ; index += 1) {
    const next =
      chunk.length < sealedBytes ? chunk.subarray(0, 0) : await readBytes(file, sealedBytes);
    const isLast = next.length === 0;
    let plain: Buffer;
    try {
      plain = openChunk(chunk, sealing, { index, isLast });
    } catch (cause) {
      throw damaged(cause);
    }
    yield plain;
    if (isLast) return;
    chunk = next;
  }
}

/** Reads `count` bytes, or fewer at the end of the file. */
export async function readBytes(file: FileHandle, count: number): Promise<Buffer> {
  const buffer = Buffer.alloc(count);
  let filled = 0;
  while (filled < count) {
    const { bytesRead } = await file.read(buffer, filled, count - filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

type Place = { readonly index: number; readonly isLast: boolean };

function sealChunk(plain: Uint8Array, { key, head }: Sealing, place: Place): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(place));
  if (place.index === 0 && head) cipher.setAAD(head);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function openChunk(chunk: Buffer, { key, head }: Sealing, place: Place): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(place));
  if (place.index === 0 && head) decipher.setAAD(head);
  decipher.setAuthTag(chunk.subarray(-tagBytes));
  return Buffer.concat([decipher.update(chunk.subarray(0, -tagBytes)), decipher.final()]);
}

function nonceOf({ index, isLast }: Place): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(index, 4);
  nonce.writeUInt8(isLast ? 1 : 0, 11);
  return nonce;
}
