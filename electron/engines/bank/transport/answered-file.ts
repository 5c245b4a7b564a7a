import { isRecord, readPointer } from '../json/pointer.ts';

/** A file in an answer: its bytes as base64, with the bank's name and type. */
export type AnsweredFile = {
  readonly message: string;
  readonly file: { readonly fileName: string; readonly mimeType: string; readonly content: string };
};

type Answered = {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** The header Content-Disposition. */
  readonly disposition: string | null;
};

/** False for an HTML page: something else answered, such as a sign-in page. */
export const isFileType = (contentType: string): boolean =>
  contentType !== '' && !/^(text\/html|application\/xhtml)/i.test(contentType);

/** Returns the unchanged body as a file. */
export const fileOfBody = ({ bytes, contentType, disposition }: Answered): AnsweredFile => ({
  message: '',
  file: {
    fileName: nameIn(disposition ?? ''),
    mimeType: contentType.split(';')[0]?.trim().toLowerCase() ?? '',
    content: Buffer.from(bytes).toString('base64'),
  },
});

/** True for JSON that contains a list instead of a file: it is the file itself. */
export const isItselfTheFile = (mapped: unknown): boolean =>
  typeof readPointer(mapped, '/file/content') !== 'string' && holdsList(mapped);

const holdsList = (value: unknown): boolean =>
  Array.isArray(value) ||
  (isRecord(value) &&
    Object.values(value).some(
      (part) => Array.isArray(part) || (isRecord(part) && Object.values(part).some(Array.isArray)),
    ));

/** Returns the bank's file name, reduced to a plain name; never a path. */
function nameIn(disposition: string): string {
  const [, quoted, bare] = /filename="([^"]*)"|filename=([^;\s]+)/i.exec(disposition) ?? [];
  return (quoted ?? bare ?? '')
    .replace(/^.*[/\\]/, '')
    .replace(/[^\w. -]/g, '')
    .slice(0, 100);
}
