import { isUtf8 } from 'node:buffer';

import { DeskFault } from '../../../../shared/errors.ts';
import { limits } from '../../../../shared/limits.ts';
import { mediaTypeLabel } from '../../../../shared/media-types.ts';

/** Types that run as programs when a saved copy is opened. No voucher has such a type. */
const programs: ReadonlySet<string> = new Set([
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/java-vm',
  'application/wasm',
  'application/vnd.android.package-archive',
  'application/x-ms-shortcut',
]);
const programNames =
  /\.(app|bat|cmd|com|cpl|desktop|exe|hta|jar|jse?|lnk|msi|ps1|reg|scr|sh|url|vbe?|vbs|wsf)$/i;

/** How many bytes of a file are examined for its type. */
const sniffedBytes = 65_536;

/**
 * Detects the media type of a file by its content, never by its name. Throws `file.empty`, `file.too-large` or
 * `file.type-unsupported`, each naming the file.
 */
export async function mediaTypeOf(name: string, bytes: Uint8Array): Promise<string> {
  if (bytes.length === 0) throw new DeskFault('file.empty', `${name} has 0 bytes.`);
  if (bytes.length > limits.attachmentBytesMax)
    throw new DeskFault(
      'file.too-large',
      `${name} has ${megabytes(bytes.length)}; up to ${megabytes(limits.attachmentBytesMax)} can be attached.`,
    );
  const { fileTypeFromBuffer } = await import('file-type');
  const head = bytes.subarray(0, sniffedBytes);
  const found = (await fileTypeFromBuffer(head))?.mime;
  const mediaType = found ?? (isText(head) ? 'text/plain' : 'application/octet-stream');
  if (programs.has(mediaType))
    throw new DeskFault(
      'file.type-unsupported',
      `The content of ${name} is ${mediaTypeLabel(mediaType)}; programs are not attached.`,
    );
  if (programNames.test(name))
    throw new DeskFault(
      'file.type-unsupported',
      `${name} would run as a program by its name; programs are not attached.`,
    );
  return mediaType;
}

/** Is the head UTF-8 text? It may be cut in the middle of a character. */
const isText = (head: Uint8Array): boolean =>
  !head.includes(0) && [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, head.length - cut)));

/** Rounds up, so an oversized file never shows the size of the limit. */
const megabytes = (bytes: number): string => `${(Math.ceil(bytes / 104_857.6) / 10).toFixed(1)} MB`;
