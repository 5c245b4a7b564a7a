import { basename } from 'node:path';

import { DeskFault } from '../../../shared/errors.ts';
import type { Requirement } from '../../../shared/ipc/changes/sub-clients.ts';
import { requestLetter } from '../../../shared/request-letter.ts';
import { cleanFileName } from '../../../shared/file-name.ts';
import { writeWholeFile, type SaveAs } from '../../engines/exports/whole-file.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import { subClientById } from './records/tables.ts';

export type Letter = {
  readonly subClientId: string;
  readonly name: string;
  /** The sub-client's address; empty where the bank gives none. */
  readonly email: string;
  readonly text: string;
};

/** Writes a letter for each sub-client that has to provide something. */
export const lettersOf = (reader: CacheReader, requirements: readonly Requirement[]): Letter[] =>
  [...Map.groupBy(requirements, ({ subClientId }) => subClientId)].flatMap(([subClientId, own]) => {
    const name = own[0]?.subClientName ?? subClientId;
    const text = requestLetter(name, own);
    const email = subClientById(reader, subClientId)?.subClient.businessContactEmail ?? '';
    return text === null ? [] : [{ subClientId, name, email, text }];
  });

/** Writes a message that a mail program opens as unsent (RFC 5322; the text in base64, for any characters). */
export function draftMessage({ name, email, text }: Letter): string {
  const body = Buffer.from(text.replaceAll('\n', '\r\n'), 'utf8').toString('base64');
  return [
    ...(isAddress(email) ? [`To: ${email}`] : []),
    ...subjectLines(`Documents for ${name}`),
    'X-Unsent: 1',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    ...(body.match(/.{1,76}/g) ?? []),
    '',
  ].join('\r\n');
}

/** Only one plain address of a record may enter a header. */
const isAddress = (text: string): boolean => /^[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+$/.test(text);

/** Encodes the subject as encoded words (RFC 2047) of at most 75 characters each; none splits a character. */
function subjectLines(subject: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const letter of subject.replace(/\p{C}/gu, ' ')) {
    if (Buffer.byteLength(line + letter) > 42) {
      lines.push(line);
      line = '';
    }
    line += letter;
  }
  return [...lines, line].map((part, index) => {
    const encoded = `=?utf-8?B?${Buffer.from(part).toString('base64')}?=`;
    return index === 0 ? `Subject: ${encoded}` : ` ${encoded}`;
  });
}

type Saved =
  | { readonly saved: true; readonly fileName: string; readonly letters: number }
  | { readonly saved: false };

/**
 * Asks where to save, then writes one letter, as a message where the name ends in .eml and else as text, or all of them, each as both, in a
 * ZIP archive. Throws `input.invalid` where there is no letter, or `file.unwritable`.
 */
export async function saveLetters(
  letters: readonly Letter[],
  isOne: boolean,
  saveAs: SaveAs,
): Promise<Saved> {
  const [first] = letters;
  if (!first)
    throw new DeskFault('input.invalid', 'Nothing is asked of anybody: there is no letter.');
  const path = await saveAs(isOne ? `${fileNameOf(first)}.eml` : 'nostro-letters.zip');
  if (path === undefined) return { saved: false };
  const bytes = isOne ? oneFile(first, path) : await archiveOf(letters);
  await writeWholeFile(path, [bytes]);
  return { saved: true, fileName: basename(path), letters: letters.length };
}

const oneFile = (letter: Letter, path: string): string =>
  /\.eml$/i.test(path) ? draftMessage(letter) : letter.text;

async function archiveOf(letters: readonly Letter[]): Promise<Uint8Array> {
  const { zipOf } = await import('../../engines/formats/zip-files.ts');
  const files: Record<string, string> = {};
  for (const letter of letters) {
    const plain = fileNameOf(letter);
    // Two of one name are distinguished by their ids.
    const name =
      `${plain}.eml`.toLowerCase() in lowered(files)
        ? cleanFileName(`${plain} ${letter.subClientId}`)
        : plain;
    files[`${name}.eml`] = draftMessage(letter);
    files[`${name}.txt`] = letter.text;
  }
  return zipOf(files);
}

const lowered = (files: Readonly<Record<string, unknown>>): Record<string, true> =>
  Object.fromEntries(Object.keys(files).map((name) => [name.toLowerCase(), true]));

const fileNameOf = ({ name }: Letter): string => cleanFileName(`Letter to ${name}`);
