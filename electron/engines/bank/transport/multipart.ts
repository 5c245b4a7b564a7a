import { randomBytes } from 'node:crypto';

import type { FilePart } from '../../../../shared/bank/operation.ts';
import { cleanFileName } from '../../../../shared/file-name.ts';

/** A body of multipart/form-data whose length is known before it is sent. */
type MultipartBody = {
  readonly contentType: string;
  readonly contentLength: number;
  /** The body from its start; `onSent` receives the number of file bytes passed to the connection. */
  stream(onSent: (bytes: number) => void): Generator<Uint8Array>;
};

const pieceBytes = 64 * 1024;
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
        // Resumes when the connection has taken the piece and wants the next.
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

/** Escapes three characters that would end the header's text, as browsers do. */
const quoted = (text: string): string =>
  text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
