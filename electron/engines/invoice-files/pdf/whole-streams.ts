import { inflateSync } from 'node:zlib';

import { attemptSync } from '../../store/local-faults.ts';

/** The number of characters before the data of a stream that are searched for its dictionary. */
const dictionaryMax = 4_000;
/** The most bytes of a stream that are unpacked for its checksum; a larger stream counts as intact. */
const unpackedMax = 64 * 1024 * 1024;

/** The first filter of a stream must be Deflate: its checksum is then at the end of the data. */
const isDeflated = /\/(?:Filter|F)\s*\[?\s*\/(?:FlateDecode|Fl)\b/;

/**
 * Does every compressed stream of a PDF match its checksum? pdf.js unpacks damaged streams as far as it can, so that an amount in their
 * words or data may be wrong. An encrypted PDF is not checked.
 */
export function areStreamsWhole(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.includes('/Encrypt')) return true;
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    const start = dataStart(file, at);
    if (start === null || !isDeflated.test(dictionaryBefore(file, at))) continue;
    if (!isWhole(file.subarray(start))) return false;
  }
  return true;
}

/** The offset of a stream's data; null where the word `stream` does not begin a stream. */
function dataStart(file: Buffer, at: number): number | null {
  if (file.subarray(Math.max(0, at - 3), at).toString('latin1') === 'end') return null;
  const behind = at + 'stream'.length;
  if (file[behind] === 0x0a) return behind + 1;
  if (file[behind] !== 0x0d) return null;
  return file[behind + 1] === 0x0a ? behind + 2 : behind + 1;
}

function dictionaryBefore(file: Buffer, at: number): string {
  const text = file.subarray(Math.max(0, at - dictionaryMax), at).toString('latin1');
  const object = text.lastIndexOf(' obj');
  return object < 0 ? text : text.slice(object);
}

/** Is a stream intact? Bytes after its end are ignored. */
function isWhole(data: Buffer): boolean {
  const unpacked = attemptSync(() => inflateSync(data, { maxOutputLength: unpackedMax }));
  if (unpacked.ok) return true;
  const { cause } = unpacked.error;
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
}
