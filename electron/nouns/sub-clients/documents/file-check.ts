import type { ErrorCode } from '../../../../shared/errors.ts';
import { mediaTypeLabel } from '../../../../shared/media-types.ts';
import { textProblem, textTypeOf } from './text-file.ts';

/** The files that a bank accepts, by its bank file. */
export type FileRules = { readonly sizeBytesMax: number; readonly mimeTypes: readonly string[] };

export type FileVerdict =
  | { readonly ok: true; readonly mimeType: string }
  | { readonly ok: false; readonly code: ErrorCode; readonly message: string };

const extensions: Readonly<Record<string, readonly string[]>> = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/tiff': ['tif', 'tiff'],
  'image/heic': ['heic', 'heif'],
  'application/xml': ['xml'],
};

/** Formats with a signature that are text throughout. Any other signature in a text is a coincidence, as in `GIFT,100`. */
const isWrittenInText = (mimeType: string): boolean =>
  /^(text|model)\/|^application\/(pdf|postscript|eps|rtf|pgp)|^image\/svg/.test(mimeType);

/**
 * Checks a file by its bytes, not by its name; refuses it too where the name disagrees. Where the bank accepts a text type, a file with a
 * name of that type passes if its bytes are text.
 */
export async function checkFile(
  fileName: string,
  bytes: Uint8Array,
  rules: FileRules,
): Promise<FileVerdict> {
  if (bytes.length === 0) return refused('file.empty', `${fileName} has 0 bytes.`);
  if (bytes.length > rules.sizeBytesMax)
    return refused(
      'file.too-large',
      `${fileName} has ${megabytes(bytes.length)}; the bank takes up to ${megabytes(rules.sizeBytesMax)}.`,
    );
  const { fileTypeFromBuffer } = await import('file-type');
  const mimeType = (await fileTypeFromBuffer(bytes.subarray(0, 65_536)))?.mime;
  const textType = textTypeOf(extensionOf(fileName), rules.mimeTypes);
  if (textType !== null && !isWrittenInText(mimeType ?? '')) {
    const problem = textProblem(bytes, textType);
    if (problem === null) return { ok: true, mimeType: textType };
    if (mimeType === undefined) return refused('file.type-unsupported', `${fileName} ${problem}.`);
  }
  if (mimeType === undefined || !rules.mimeTypes.includes(mimeType))
    return refused('file.type-unsupported', unsupported(fileName, mimeType, rules));
  if (!(extensions[mimeType] ?? [extensionOf(fileName)]).includes(extensionOf(fileName)))
    return refused(
      'file.type-unsupported',
      `${fileName} is ${mediaTypeLabel(mimeType)} by its content, but its name says otherwise.`,
    );
  if (mimeType === 'application/pdf' && !hasPdfEnd(bytes))
    return refused('file.unreadable', `${fileName} looks cut: the end of the PDF is missing.`);
  return { ok: true, mimeType };
}

const refused = (code: ErrorCode, message: string): FileVerdict => ({ ok: false, code, message });

function unsupported(fileName: string, mimeType: string | undefined, rules: FileRules): string {
  const type = mimeType === undefined ? 'of an unknown type' : mediaTypeLabel(mimeType);
  return `The content of ${fileName} is ${type}; the bank accepts ${rules.mimeTypes.map(mediaTypeLabel).join(', ')}.`;
}

const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;

const extensionOf = (fileName: string): string =>
  /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';

function hasPdfEnd(bytes: Uint8Array): boolean {
  const tail = bytes.subarray(Math.max(0, bytes.length - 2_048));
  return Buffer.from(tail).includes('%%EOF');
}
