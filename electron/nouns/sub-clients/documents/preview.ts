import { DeskFault } from '../../../../shared/errors.ts';
import type { FilePreview } from '../../../../shared/ipc/changes/documents.ts';
import { limits } from '../../../../shared/limits.ts';
import { isPicture } from '../../../../shared/media-types.ts';
import type { StoredUpload } from '../records/upload-table.ts';
import type { UploadParts } from './parts.ts';
import { bytesOf, known } from './uploads.ts';

/** The characters of a text that are shown. */
const textCharactersMax = 2_000;

/** Returns the bytes of a queued file. Throws `input.invalid` where they are not stored, `file.unreadable` where they were changed. */
export async function storedBytes(
  parts: Pick<UploadParts, 'journal' | 'spoolFolder'>,
  itemId: string,
): Promise<{ readonly stored: StoredUpload; readonly bytes: Uint8Array }> {
  const stored = known(parts.journal, itemId);
  const { item, spoolFile, spoolKey } = stored;
  if (spoolFile === null || spoolKey === null || item.state === 'sent')
    throw new DeskFault('input.invalid', `${item.fileName} is not kept here any more.`);
  return { stored, bytes: await bytesOf(parts, spoolFile, spoolKey) };
}

/** Previews a queued file: a picture as a `data:` address, the beginning of a text, or the page count and lock of a PDF. */
export async function previewOf(parts: UploadParts, itemId: string): Promise<FilePreview> {
  const { stored, bytes } = await storedBytes(parts, itemId);
  const { mimeType } = stored.item;
  const nothing: FilePreview = { image: null, text: null, pages: null, isLocked: false };
  if (isPicture(mimeType) && bytes.length <= limits.shownImageBytesMax)
    return {
      ...nothing,
      image: `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`,
    };
  if (mimeType === 'application/pdf') return { ...nothing, ...ofPdf(bytes) };
  return mimeType.startsWith('text/') ? { ...nothing, text: beginningOf(bytes) } : nothing;
}

/**
 * Returns the page count of a PDF, and whether a password locks it, from its plain objects; null pages where these are packed. A PDF is
 * never drawn here (decision 44).
 */
function ofPdf(bytes: Uint8Array): Pick<FilePreview, 'pages' | 'isLocked'> {
  const letters = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const pages = letters.match(/\/Type\s*\/Page(?![A-Za-z])/g)?.length ?? null;
  return { pages, isLocked: /\/Encrypt\s+\d+\s+\d+\s+R/.test(letters) };
}

function beginningOf(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, 4 * textCharactersMax));
  return text.length > textCharactersMax ? `${text.slice(0, textCharactersMax)}…` : text;
}
