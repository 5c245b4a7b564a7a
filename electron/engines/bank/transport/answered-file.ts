import { isRecord, readPointer } from '../json/pointer.ts';

/** A file as an answer brings it: its bytes as base64, the name and type that the bank gives them. */
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

/** An HTML page is no file: something else answered, such as a sign-in page. */
export const isFileType = (contentType: string): boolean =>
  contentType !== '' && !/^(text\/html|application\/xhtml)/i.test(contentType);

/** The body as it came. */
export const fileOfBody = ({ bytes, contentType, disposition }: Answered): AnsweredFile => ({
  message: '',
  file: {
    fileName: nameIn(disposition ?? ''),
    mimeType: contentType.split(';')[0]?.trim().toLowerCase() ?? '',
    content: Buffer.from(bytes).toString('base64'),
  },
});

/** JSON that does not hold a file but a list is the file itself. */
export const isItselfTheFile = (mapped: unknown): boolean =>
  typeof readPointer(mapped, '/file/content') !== 'string' && holdsList(mapped);

const holdsList = (value: unknown): boolean =>
  Array.isArray(value) ||
  (isRecord(value) &&
    Object.values(value).some(
      (part) => Array.isArray(part) || (isRecord(part) && Object.values(part).some(Array.isArray)),
    ));

/** What the bank calls it, as far as it is a plain name; never a path. */
function nameIn(disposition: string): string {
  const [, quoted, bare] = /filename="([^"]*)"|filename=([^;\s]+)/i.exec(disposition) ?? [];
  return (quoted ?? bare ?? '')
    .replace(/^.*[/\\]/, '')
    .replace(/[^\w. -]/g, '')
    .slice(0, 100);
}
