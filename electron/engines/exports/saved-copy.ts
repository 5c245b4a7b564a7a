import { basename } from 'node:path';

import { DeskFault } from '../../../shared/errors.ts';
import type { SavedCopy } from '../../../shared/ipc/route.ts';
import { writeWholeFile, type OpenSaved, type SaveAs } from './whole-file.ts';

const pdf = 'application/pdf';
/** The name, not the content, decides which program opens a file: a web page that begins with a PDF opens in a browser. */
const isPdfByName = (name: string): boolean => /\.pdf$/i.test(name);

/**
 * Asks where to save a copy of a stored file, and writes it. With `open`, a PDF is then opened in the system's viewer (decision 44);
 * without it, `isOpened` is null. Throws `input.invalid` where another kind of file is to be opened, or `file.unwritable`.
 */
export async function saveCopy(
  file: { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array },
  open: boolean,
  { saveAs, openSaved }: { readonly saveAs: SaveAs; readonly openSaved: OpenSaved },
): Promise<SavedCopy> {
  const { name, mediaType, bytes } = file;
  if (open && mediaType !== pdf)
    throw new DeskFault('input.invalid', `${name} is not a PDF. Save a copy of it.`);
  const path = await saveAs(open && !isPdfByName(name) ? `${name}.pdf` : name);
  if (path === undefined) return { saved: false };
  await writeWholeFile(path, [bytes]);
  const isOpened = open ? isPdfByName(path) && (await openSaved(path)) : null;
  return { saved: true, fileName: basename(path), isOpened };
}
