import { closeSync, openSync, readSync } from 'node:fs';

import { err, ok, type Result } from '../../../shared/result.ts';

type Unread = 'unreadable' | 'too-large' | 'not-text';

const chunkBytes = 65_536;
/**
 * Reads a text file whole. A pipe is read to its end, and never more than allowed is taken into memory. Text that is not UTF-8 is refused:
 * in another encoding it would be another text.
 */
export function readTextFile(path: string | number, bytesMax: number): Result<string, Unread> {
  let bytes: Buffer;
  try {
    bytes = firstBytes(path, bytesMax + 1);
  } catch {
    return err('unreadable');
  }
  if (bytes.byteLength > bytesMax) return err('too-large');
  try {
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return err('not-text');
  }
}

/** Reads at most `count` bytes. Throws the error of the system. */
function firstBytes(path: string | number, count: number): Buffer {
  const descriptor = typeof path === 'number' ? path : openSync(path, 'r');
  const chunks: Buffer[] = [];
  try {
    for (let left = count; left > 0;) {
      const chunk = Buffer.alloc(Math.min(left, chunkBytes));
      const read = readSync(descriptor, chunk);
      if (read === 0) break;
      chunks.push(chunk.subarray(0, read));
      left -= read;
    }
  } finally {
    if (typeof path === 'string') closeSync(descriptor);
  }
  return Buffer.concat(chunks);
}
