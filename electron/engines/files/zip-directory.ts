import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';

import type { Entry, ZipFile } from 'yauzl';

import { ok, type Result } from '../../../shared/result.ts';
import { refuse, type FileProblem } from './table.ts';

/** One part of an archive, not yet unpacked. */
type ZipPart = { readonly zip: ZipFile; readonly entry: Entry };

/** The parts of an archive by their names. */
export type ZipDirectory = ReadonlyMap<string, ZipPart>;

/** The most unpacked bytes of the sheet or the texts: far more than the largest payment file has, far less than the memory. */
export const contentBytesMax = 48 * 1024 * 1024;
/** The same limit for the parts that only hold locations. */
export const directoryBytesMax = 256 * 1024;

const partsMax = 2_000;

const damaged = (): ReturnType<typeof refuse> =>
  refuse('file.unreadable', 'the workbook is damaged or was cut off.');

const locked = (): ReturnType<typeof refuse> =>
  refuse('file.type-unsupported', 'it is protected by a password: save it without one.');

/** Reads the list at the end of an archive. Nothing is unpacked. */
export function readZipDirectory(bytes: Uint8Array): Promise<Result<ZipDirectory, FileProblem>> {
  const { buffer: memory, byteOffset, byteLength } = bytes;
  return import('yauzl')
    .then((yauzl) => yauzl.fromBufferPromise(Buffer.from(memory, byteOffset, byteLength)))
    .then((zip) => (zip.entryCount > partsMax ? damaged() : partsOf(zip)))
    .catch((cause: unknown) => (String(cause).includes('encrypt') ? locked() : damaged()));
}

async function partsOf(zip: ZipFile): Promise<Result<ZipDirectory, FileProblem>> {
  const parts = new Map<string, ZipPart>();
  for await (const entry of zip.eachEntry()) parts.set(entry.fileName, { zip, entry });
  return ok(parts);
}

/**
 * Unpacks one part outside the main thread; empty when there is none of that name. The declared size is checked against
 * `bytesMax`, nothing is read beyond it, and a wrong checksum means damaged.
 */
export async function unpackPart(
  parts: ZipDirectory,
  name: string,
  bytesMax: number,
): Promise<Result<string, FileProblem>> {
  const part = parts.get(name);
  if (!part) return ok('');
  const { zip, entry } = part;
  if (entry.isEncrypted()) return locked();
  if (entry.uncompressedSize > bytesMax)
    return refuse('file.too-large', 'the workbook unpacks to far more than a payment file.');
  return zip
    .openReadStreamPromise(entry)
    .then(buffer)
    .then((unpacked) =>
      crc32(unpacked) === entry.crc32 ? ok(new TextDecoder().decode(unpacked)) : damaged(),
    )
    .catch(() => damaged());
}
