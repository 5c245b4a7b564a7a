import { randomBytes } from 'node:crypto';

import type { FilePart } from '../../shared/bank/operation.ts';

/** A body of multipart/form-data whose length is known before it is sent. */
type MultipartBody = {
  readonly contentType: string;
  readonly contentLength: number;
  /** The body from its start; `onSent` hears how many bytes of the file were handed to the connection. */
  stream(onSent: (bytes: number) => void): Generator<Uint8Array>;
};

const pieceBytes = 64 * 1024;
const nameLengthMax = 100;
const nameScanMax = 1_000;
const utf8 = new TextEncoder();

/** The document upload's body, section 4.4: text fields first, then the part `file`. */
export function multipartBody(
  fields: Readonly<Record<string, string>>,
  file: FilePart,
): MultipartBody {
  const boundary = `nostro-${randomBytes(16).toString('hex')}`;
  const head = utf8.encode(
    Object.entries(fields)
      .map(([name, value]) => textPart(boundary, name, value))
      .join('') + fileHead(boundary, file),
  );
  const tail = utf8.encode(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    contentLength: head.byteLength + file.bytes.byteLength + tail.byteLength,
    *stream(onSent) {
      yield head;
      for (let at = 0; at < file.bytes.byteLength; at += pieceBytes) {
        const piece = file.bytes.subarray(at, at + pieceBytes);
        // Resumes when the connection took the piece and wants the next.
        yield piece;
        onSent(at + piece.byteLength);
      }
      yield tail;
    },
  };
}

const textPart = (boundary: string, name: string, value: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`;

function fileHead(boundary: string, { name, mimeType }: FilePart): string {
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(mimeType) ? mimeType : 'application/octet-stream';
  return `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted(cleanFileName(name))}"\r\nContent-Type: ${type}\r\n\r\n`;
}

/** As browsers write it: these three characters would end the header's text. */
const quoted = (text: string): string =>
  text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

/** A file's bare name, fit for a header and for any disk: at most 100 characters, its ending kept. */
export function cleanFileName(name: string): string {
  const bare = name
    // From the end, where name and ending are; and not more than can be looked at quickly.
    .slice(-nameScanMax)
    .toWellFormed()
    .normalize('NFC')
    .replace(/^.*[/\\]/su, '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/["*:<>?|]/g, '_')
    .replace(/^[\s.]+|[\s.]+$/gu, '');
  const safe = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(bare) ? `_${bare}` : bare;
  return shortened(safe === '' ? 'document' : safe);
}

function shortened(name: string): string {
  // By code points, so that none is cut in two.
  const letters = Array.from(name);
  if (letters.length <= nameLengthMax) return name;
  const ending = /\.[^.]{1,10}$/u.exec(name)?.[0] ?? '';
  return `${letters.slice(0, nameLengthMax - ending.length).join('')}${ending}`;
}
