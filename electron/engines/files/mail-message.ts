import type { Attachment } from 'postal-mime';

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
import { openArchive } from './zip-archive.ts';

/** Every message has at least one of these headers. */
const knownHeader = /^(from|date|subject|mime-version|content-type|received|message-id)$/;

/**
 * Reads the files attached to a message (RFC 5322, MIME), and those in an attached archive. Pictures within its text do not count, and an
 * attached message is refused by name.
 */
export async function openMessage(
  name: string,
  bytes: Uint8Array,
  limits: OpeningLimits,
): Promise<Opened> {
  const { default: PostalMime } = await import('postal-mime');
  const parsed = await PostalMime.parse(bytes, {
    forceRfc822Attachments: true,
    maxNestingDepth: 32,
  }).catch(() => null);
  if (parsed === null || !parsed.headers.some(({ key }) => knownHeader.test(key)))
    return nothingOf(
      name,
      'is no message that can be read. Nothing of it was taken: save it again.',
    );
  const attached = parsed.attachments.filter(isMeant);
  if (attached.length === 0) return nothingOf(name, 'has no files attached.');
  if (attached.length > limits.filesMax)
    return nothingOf(
      name,
      `has more than ${String(limits.filesMax)} files attached. Nothing of it was taken.`,
    );
  let left = limits.bytesMax;
  const files: OpenedFile[] = [];
  const refused: Opened['refused'][number][] = [];
  for (const attachment of attached) {
    const opened = await openAttached(attachment, { ...limits, bytesMax: left });
    files.push(...opened.files);
    refused.push(...opened.refused);
    left -= opened.files.reduce((sum, file) => sum + file.bytes.length, 0);
  }
  return { files, refused };
}

/** A picture that the text shows, such as a logo under a name, is no document. */
const isMeant = ({ related, mimeType, disposition }: Attachment): boolean =>
  disposition === 'attachment' || !(related === true && mimeType.startsWith('image/'));

async function openAttached(attachment: Attachment, limits: OpeningLimits): Promise<Opened> {
  const name = nameOf(attachment);
  const bytes = bytesOf(attachment);
  if (isMessageName(name) || attachment.mimeType === 'message/rfc822')
    return nothingOf(name, 'is a message within a message. Save it by itself, and drop it.');
  if (isArchiveName(name)) return openArchive(name, bytes, limits);
  if (bytes.length > limits.fileBytesMax)
    return nothingOf(
      name,
      `has ${megabytes(bytes.length)}; the bank takes up to ${megabytes(limits.fileBytesMax)}.`,
    );
  return { files: [{ name, bytes }], refused: [] };
}

/** The last part of the file name: a message must not choose the folder. */
function nameOf({ filename, mimeType }: Attachment): string {
  const name = filename ?? '';
  return cleanFileName(name === '' ? `attachment.${mimeType.split('/')[1] ?? 'bin'}` : name);
}

function bytesOf({ content }: Attachment): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content);
  return new Uint8Array(content);
}
