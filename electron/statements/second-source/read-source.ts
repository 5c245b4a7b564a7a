import type { SecondSourceKind } from '../../../shared/ipc/second-sources.ts';
import { err, type Result } from '../../../shared/result.ts';
import { readCamtSource } from './read-camt.ts';
import { readCsvSource } from './read-csv.ts';
import { readJsonSource, readPagesSource } from './read-json.ts';
import { readMt940Source } from './read-mt940.ts';
import type { ReadSource } from './source.ts';

/** What a file is, by its first bytes; never by what it is called. */
export type SourceFormat = 'csv' | 'json' | 'pdf' | 'xml' | 'mt940' | 'other';

const binaries: readonly (readonly number[])[] = [
  [0x50, 0x4b],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x1f, 0x8b],
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
];

export function formatOf(bytes: Uint8Array): SourceFormat {
  const startsWith = (magic: readonly number[]): boolean =>
    magic.every((byte, at) => bytes[at] === byte);
  if (startsWith([0x25, 0x50, 0x44, 0x46])) return 'pdf';
  if (binaries.some(startsWith)) return 'other';
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 512)).replace(/^ï»¿/, '');
  // An envelope of SWIFT begins with a brace, as JSON does.
  // Some banks write lines of their own before the first statement.
  if (/^\s*(?:\{\d:|:20:)|^:20:[^\n]*\n(?::21:[^\n]*\n)?:25/m.test(beginning)) return 'mt940';
  if (/^\s*</.test(beginning)) return 'xml';
  return /^\s*[[{]/.test(beginning) ? 'json' : 'csv';
}

/** Reads what was kept, as far as its kind can be read; says in one sentence why not. */
export async function readSource(
  kind: SecondSourceKind,
  bytes: Uint8Array,
): Promise<Result<ReadSource, string>> {
  if (kind === 'getStatementV2') return readPagesSource(bytes);
  const format = formatOf(bytes);
  if (format === 'pdf')
    return err('A PDF is kept as it came; its entries cannot be read from it. Fetch CSV or JSON.');
  if (format === 'other')
    return err('The file is neither plain text nor JSON: it is kept as it came, and not compared.');
  return readers[format](bytes);
}

const readers = {
  csv: readCsvSource,
  json: readJsonSource,
  xml: readCamtSource,
  mt940: readMt940Source,
} as const;
