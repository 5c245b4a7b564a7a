import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';

import type { Entry, ZipFile } from 'yauzl';

import { cleanFileName } from '../../../shared/file-name.ts';
import {
  isArchiveName,
  isMessageName,
  megabytes,
  nothingOf,
  type Opened,
  type OpenedFile,
  type OpeningLimits,
} from './opened.ts';

const damaged = 'is damaged or was cut off. Nothing of it was taken: ask for it again.';

/**
 * The files of a ZIP archive, read as hostile input. Declared sizes are checked against the limits before anything is
 * unpacked, no file is read beyond its declared size, and a wrong checksum is refused. A refused file does not stop the others.
 */
export async function openArchive(
  name: string,
  bytes: Uint8Array,
  limits: OpeningLimits,
): Promise<Opened> {
  const { fromBufferPromise } = await import('yauzl');
  const memory = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const files: OpenedFile[] = [];
  const refused: { name: string; reason: string }[] = [];
  const broken = await fromBufferPromise(memory, { decodeStrings: false })
    .then((zip) => unpackAll(zip, limits, { files, refused }))
    .catch((cause: unknown) => (String(cause).includes('encrypt') ? locked : damaged));
  if (broken !== null) refused.push({ name, reason: broken });
  if (files.length + refused.length === 0) return nothingOf(name, 'holds no files.');
  return { files, refused };
}

type Taking = {
  readonly files: OpenedFile[];
  readonly refused: { name: string; reason: string }[];
};

/** Unpacks one file after the other; returns why the whole archive is refused, or null. */
async function unpackAll(
  zip: ZipFile,
  limits: OpeningLimits,
  { files, refused }: Taking,
): Promise<string | null> {
  const { getFileNameLowLevel } = await import('yauzl');
  if (zip.entryCount > limits.filesMax)
    return `holds more than ${limits.filesMax.toLocaleString('en')} files. Nothing of it was taken: drop it in parts.`;
  let left = limits.bytesMax;
  for await (const entry of zip.eachEntry()) {
    const path = getFileNameLowLevel(
      entry.generalPurposeBitFlag,
      entry.fileNameRaw,
      entry.extraFields,
      false,
    ).replaceAll('\\', '/');
    if (path.endsWith('/') || isOfSystem(path)) continue;
    const name = cleanFileName(path);
    const reason = whyNot({ path, name }, entry, limits, left);
    const bytes = reason === null ? await unpack(zip, entry) : null;
    if (bytes === null) refused.push({ name, reason: reason ?? damaged });
    else files.push({ name, bytes });
    left -= bytes?.length ?? 0;
  }
  return null;
}

const locked = 'is locked by a password. Unpack it with the password, and drop its files.';

/** Why a file of an archive is refused, by its entry in the archive. */
function whyNot(
  { path, name }: { readonly path: string; readonly name: string },
  entry: Entry,
  limits: OpeningLimits,
  left: number,
): string | null {
  if (path.startsWith('/') || /^[a-z]:/i.test(path) || path.split('/').includes('..'))
    return 'names a place outside its archive, which no archive of documents does. It was not used.';
  if (entry.isEncrypted()) return locked;
  if (isArchiveName(name)) return 'is an archive within an archive. Unpack it, and drop its files.';
  if (isMessageName(name))
    return 'is a message within an archive. Unpack it, and drop it by itself.';
  if (entry.uncompressedSize > limits.fileBytesMax)
    return `unpacks to ${megabytes(entry.uncompressedSize)}; the bank takes up to ${megabytes(limits.fileBytesMax)}.`;
  if (entry.uncompressedSize > left)
    return `was not unpacked: the archive holds more than ${megabytes(limits.bytesMax)}. Drop it in parts.`;
  return null;
}

/** Is it a file that an operating system adds to archives? */
const isOfSystem = (path: string): boolean =>
  path
    .split('/')
    .some((part) => /^(__macosx|\..+|thumbs\.db|desktop\.ini)$/i.test(part) && part !== '..');

/** Unpacks one entry; null where size or checksum differ from the archive's entry. */
const unpack = (zip: ZipFile, entry: Entry): Promise<Uint8Array | null> =>
  zip
    .openReadStreamPromise(entry)
    .then(buffer)
    .then((unpacked) => (crc32(unpacked) === entry.crc32 ? new Uint8Array(unpacked) : null))
    .catch(() => null);
