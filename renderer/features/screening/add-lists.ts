import type { Outcome } from '../../../shared/errors.ts';
import type { AddedLists } from '../../../shared/ipc/review/screening.ts';
import { limits } from '../../../shared/limits.ts';
import { ok } from '../../../shared/result.ts';
import { windowFail } from '../../../shared/window-error.ts';
import { request } from '../../state/desk.ts';

/** Reads files and stores the lists that they are; a file that cannot be read is refused by its name. */
export async function addLists(files: readonly File[]): Promise<Outcome<AddedLists>> {
  const tooLarge = files.find(({ size }) => size > limits.screeningListBytesMax);
  if (tooLarge || files.length > limits.screeningFilesMax)
    return windowFail('input.invalid', 'screening', {
      message: tooLarge
        ? `${tooLarge.name} is larger than any list.`
        : `Add up to ${String(limits.screeningFilesMax)} files at once.`,
    });
  const read = await Promise.all(files.map(readFile));
  const readable = read.flatMap(({ name, bytes }) => (bytes === null ? [] : [{ name, bytes }]));
  const refused = read.flatMap(({ name, bytes }) =>
    bytes === null ? [{ name, reason: 'it cannot be read: it may be gone.' }] : [],
  );
  if (readable.length === 0) return ok({ added: [], refused });
  const added = await request('screening.add', { files: readable });
  return added.ok
    ? ok({ added: added.value.added, refused: [...refused, ...added.value.refused] })
    : added;
}

const readFile = async (
  file: File,
): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> | null }> => ({
  name: file.name,
  bytes: await file.arrayBuffer().then(
    (buffer) => new Uint8Array(buffer),
    () => null,
  ),
});
