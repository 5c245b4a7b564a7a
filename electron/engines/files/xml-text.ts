import { isUtf8 } from 'node:buffer';

import { ok, type Result } from '../../../shared/result.ts';
import { refuse, type FileProblem } from './table.ts';

/** The declared encodings that are accepted, and their decoders; any other is refused by its name. */
const readers: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'utf-16': 'utf-16le',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  'iso-8859-1': 'windows-1252',
  'iso-8859-15': 'iso-8859-15',
  'windows-1252': 'windows-1252',
};

/** Decodes an XML file by its byte order mark or its declared encoding. Refuses bytes outside the encoding, and names their line. */
export function xmlText(bytes: Uint8Array): Result<string, FileProblem> {
  const marked = markOf(bytes);
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/.exec(
    new TextDecoder(marked ?? 'windows-1252').decode(bytes.subarray(0, 1_000)),
  )?.[1];
  const reader = marked ?? readers[(declared ?? 'utf-8').toLowerCase()];
  if (reader === undefined)
    return refuse(
      'file.type-unsupported',
      `it says that it is written in ${declared ?? ''}: save it as UTF-8.`,
    );
  if (reader === 'utf-8' && !isUtf8(bytes))
    return refuse(
      'file.unreadable',
      `its line ${lineNotUtf8(bytes)} is not written in ${declared ?? 'UTF-8'}: it was damaged, or saved in another encoding than it says.`,
    );
  return ok(new TextDecoder(reader).decode(bytes));
}

function markOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0x3c && second === 0) return 'utf-16le';
  return first === 0 && second === 0x3c ? 'utf-16be' : null;
}

function lineNotUtf8(bytes: Uint8Array): number {
  let line = 1;
  for (let from = 0; from < bytes.length; line += 1) {
    const found = bytes.indexOf(0x0a, from);
    const to = found === -1 ? bytes.length : found + 1;
    if (!isUtf8(bytes.subarray(from, to))) break;
    from = to;
  }
  return line;
}
