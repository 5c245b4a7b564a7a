import { err, ok, type Result } from '../../../shared/result.ts';
import type { FileProblem } from './table.ts';
import type { ZipDirectory } from './zip-directory.ts';

/** The kind of a file. It is detected by the first bytes, never by the name. */
export type FileKind = 'zip' | 'xml' | 'text';

const ole = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const zip = [0x50, 0x4b, 0x03, 0x04];

const binaries: readonly (readonly [bytes: readonly number[], words: string])[] = [
  [[0x25, 0x50, 0x44, 0x46], 'is a PDF'],
  [[0x4d, 0x5a], 'is a program'],
  [[0x7f, 0x45, 0x4c, 0x46], 'is a program'],
  [[0x89, 0x50, 0x4e, 0x47], 'is a picture'],
  [[0xff, 0xd8, 0xff], 'is a picture'],
  [[0x1f, 0x8b], 'is packed with gzip'],
  [[0x50, 0x4b], 'is an empty or divided archive'],
];

/** Detects the kind of a dropped file by its content. Refuses any but a workbook, XML or plain text, and names its type. */
export function kindOf(bytes: Uint8Array): Result<FileKind, FileProblem> {
  if (startsWith(bytes, zip)) return ok('zip');
  if (startsWith(bytes, ole)) return wrong(oleWords(bytes));
  const known = binaries.find(([magic]) => startsWith(bytes, magic));
  if (known) return wrong(known[1]);
  const beginning = new TextDecoder('latin1')
    .decode(bytes.subarray(0, 1_000))
    .replaceAll('\0', '')
    .replace(/^(ï»¿|ÿþ|þÿ)?\s*/, '')
    .toLowerCase();
  if (/^<(!doctype html|html|head|body|table|meta|script)/.test(beginning))
    return wrong('is a web page');
  if (/^<(\?xml|[a-z]+[\s:>])/.test(beginning)) return ok('xml');
  return ok('text');
}

/** Adds the accepted types to the error for a file of another type. */
export const withAcceptedTypes = <T>(
  read: Result<T, FileProblem>,
  accepted: string,
): Result<T, FileProblem> =>
  read.ok || read.error.code !== 'file.type-unsupported'
    ? read
    : err({ ...read.error, message: `${read.error.message} ${accepted}` });

/** Why an archive is no workbook; null when it is one. */
export function notAWorkbook(parts: ZipDirectory): FileProblem | null {
  const has = (pattern: RegExp): boolean => [...parts.keys()].some((name) => pattern.test(name));
  if (has(/^xl\/workbook\.xml$/i)) return null;
  if (has(/^xl\/workbook\.bin$/i)) return problem('is a binary workbook (XLSB)');
  if (has(/^word\//i)) return problem('is a Word document');
  if (has(/^ppt\//i)) return problem('is a presentation');
  if (has(/^content\.xml$/i)) return problem('is an OpenDocument file');
  return problem('is an archive without a workbook inside');
}

/** Excel puts a password-protected workbook into the container format that its files had before 2007. */
function oleWords(bytes: Uint8Array): string {
  const name = Buffer.from('EncryptedPackage', 'utf16le');
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(name)
    ? 'is protected by a password: save it without one'
    : 'is a workbook of the old kind (XLS)';
}

const startsWith = (bytes: Uint8Array, magic: readonly number[]): boolean =>
  bytes.length >= magic.length && magic.every((byte, at) => bytes[at] === byte);

const problem = (words: string): FileProblem => ({
  code: 'file.type-unsupported',
  message: `it ${words}.`,
});

const wrong = (words: string): Result<FileKind, FileProblem> => err(problem(words));
