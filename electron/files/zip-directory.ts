import { inflateRaw } from 'node:zlib';

import { ok, type Result } from '../../shared/result.ts';
import { refuse, type FileProblem } from './table.ts';

type ZipPart = {
  readonly method: number;
  readonly packedBytes: number;
  /** Where its local header begins. */
  readonly offset: number;
  readonly isEncrypted: boolean;
};

/** The parts of an archive by their names. */
export type ZipDirectory = ReadonlyMap<string, ZipPart>;

/** What the sheet or the texts may unpack to: far more than the largest payment file has, far less than the memory. */
export const contentBytesMax = 48 * 1024 * 1024;
/** The same for the parts that only say where things are. */
export const directoryBytesMax = 256 * 1024;

const partsMax = 2_000;
const endSignature = 0x06054b50;
const partSignature = 0x02014b50;
const localSignature = 0x04034b50;
const endBytes = 22;
const partBytes = 46;
const localBytes = 30;

const damaged = (): ReturnType<typeof refuse> =>
  refuse('file.unreadable', 'the workbook is damaged or was cut off.');

/** Reads the list at the end of an archive. Nothing is unpacked, and no size it tells is believed. */
export function readZipDirectory(bytes: Uint8Array): Result<ZipDirectory, FileProblem> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  if (end === null) return damaged();
  const count = view.getUint16(end + 10, true);
  if (count > partsMax) return damaged();
  const parts = new Map<string, ZipPart>();
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index += 1) {
    if (at + partBytes > bytes.length || view.getUint32(at, true) !== partSignature)
      return damaged();
    const nameBytes = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(
      bytes.subarray(at + partBytes, at + partBytes + nameBytes),
    );
    parts.set(name.replaceAll('\\', '/'), {
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
    });
    at += partBytes + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return ok(parts);
}

/** Unpacks one part outside the main thread, up to `bytesMax`; empty when there is none of that name. */
export async function unpackPart(
  bytes: Uint8Array,
  parts: ZipDirectory,
  name: string,
  bytesMax: number,
): Promise<Result<string, FileProblem>> {
  const part = parts.get(name);
  if (!part) return ok('');
  if (part.isEncrypted)
    return refuse('file.type-unsupported', 'it is protected by a password: save it without one.');
  const packed = packedOf(bytes, part);
  if (packed === null || (part.method !== 0 && part.method !== 8)) return damaged();
  const unpacked = part.method === 0 ? ok(packed) : await inflated(packed, bytesMax);
  if (!unpacked.ok) return unpacked;
  return ok(new TextDecoder().decode(unpacked.value));
}

function inflated(packed: Uint8Array, bytesMax: number): Promise<Result<Uint8Array, FileProblem>> {
  return new Promise((resolve) => {
    inflateRaw(packed, { maxOutputLength: bytesMax }, (error, unpacked) => {
      if (error === null) resolve(ok(unpacked));
      else if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
        resolve(refuse('file.too-large', 'the workbook unpacks to far more than a payment file.'));
      else resolve(damaged());
    });
  });
}

function packedOf(bytes: Uint8Array, { offset, packedBytes }: ZipPart): Uint8Array | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (offset + localBytes > bytes.length || view.getUint32(offset, true) !== localSignature)
    return null;
  const names = view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  const from = offset + localBytes + names;
  return from + packedBytes > bytes.length ? null : bytes.subarray(from, from + packedBytes);
}

/** The end record stands last, before a comment of at most 64 KiB. */
function endOf(view: DataView): number | null {
  const last = view.byteLength - endBytes;
  for (let at = last; at >= Math.max(0, last - 0xffff); at -= 1)
    if (view.getUint32(at, true) === endSignature) return at;
  return null;
}
