/** A message with one text and one file, to be opened, addressed and sent by a person's own mail program. */
export type MailFile = {
  readonly subject: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  /** Makes the MIME boundary unique; letters, digits and `-`. */
  readonly id: string;
  readonly attachment: {
    readonly name: string;
    readonly mediaType: string;
    readonly bytes: Uint8Array;
  };
};

const lineEnd = '\r\n';
/** Characters of a line of base64, and bytes of an encoded word (RFC 2045 and 2047). */
const base64Line = 76;
const encodedBytes = 42;

/**
 * Returns the message as a file (RFC 5322, MIME) in plain ASCII; names and texts of other letters are encoded. It has no sender and no
 * recipient: `X-Unsent` makes mail programs open it as a draft. Control characters of a text never reach a header.
 */
export function mailFile({ subject, text, atMs, id, attachment }: MailFile): string {
  const boundary = `=_nostro-${id.replace(/[^A-Za-z0-9-]/g, '')}`;
  const { name, mediaType, bytes } = attachment;
  return [
    'X-Unsent: 1',
    `Date: ${new Date(atMs).toUTCString().replace('GMT', '+0000')}`,
    `Subject: ${headerText(subject)}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...base64Lines(Buffer.from(text.replace(/\r?\n/g, lineEnd), 'utf8')),
    `--${boundary}`,
    `Content-Type: ${mediaType}`,
    `Content-Disposition: attachment; ${fileNameParameter(name)}`,
    'Content-Transfer-Encoding: base64',
    '',
    ...base64Lines(bytes),
    `--${boundary}--`,
    '',
  ].join(lineEnd);
}

/** Makes one line: characters that could end a header or change the writing direction become a blank. */
const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();

/** Writes encoded words, one a line, without splitting a letter; plain text where it is short ASCII without the mark of an encoded word. */
function headerText(text: string): string {
  const line = oneLine(text);
  if (/^[\x20-\x7e]{0,60}$/.test(line) && !line.includes('=?')) return line;
  const words: string[] = [];
  let part = '';
  for (const letter of line) {
    if (Buffer.byteLength(part + letter, 'utf8') > encodedBytes) {
      words.push(part);
      part = '';
    }
    part += letter;
  }
  return [...words, part]
    .map((word) => `=?utf-8?B?${Buffer.from(word, 'utf8').toString('base64')}?=`)
    .join(`${lineEnd} `);
}

/** Encodes by RFC 2231, so that a name of any letters and any length is one value. */
function fileNameParameter(name: string): string {
  const plain = oneLine(name).replace(/[^A-Za-z0-9._-]/g, '_');
  const encoded = encodeURIComponent(oneLine(name)).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${plain}";${lineEnd} filename*=utf-8''${encoded}`;
}

function base64Lines(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('base64');
  const lines: string[] = [];
  for (let at = 0; at < text.length; at += base64Line) lines.push(text.slice(at, at + base64Line));
  return lines;
}
