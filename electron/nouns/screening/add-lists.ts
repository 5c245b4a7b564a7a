import { createHash } from 'node:crypto';

import type { Stamp } from '../../../shared/actor.ts';
import { createTurns } from '../../engines/files/turns.ts';
import { isOfacPart, readList, type ListFile } from '../../engines/sanctions/lists/read-list.ts';
import type { Journal } from '../../engines/store/database.ts';
import { storedLists, storeList } from './list-tables.ts';

type Refused = { readonly name: string; readonly reason: string };

/** The result of adding the files of one list. */
export type AddedList = { readonly listId: string } | { readonly refused: Refused };

/** Reads and stores lists one after the other; a file that is refused does not stop the others. */
export async function addLists(
  journal: Journal,
  files: readonly ListFile[],
  stamp: Stamp,
): Promise<AddedList[]> {
  const added: AddedList[] = [];
  for (const group of listsAmong(files)) added.push(await addList(journal, group, stamp));
  return added;
}

/** Groups the CSV files of OFAC by the list that their names give; any other file is a list of its own. */
function listsAmong(files: readonly ListFile[]): readonly (readonly ListFile[])[] {
  const groups = new Map<string, ListFile[]>();
  for (const [index, file] of files.entries()) {
    const isPart = isOfacPart(file.bytes);
    const name = isPart ? (/cons/i.test(file.name) ? 'consolidated' : 'sdn') : String(index);
    groups.set(name, [...(groups.get(name) ?? []), file]);
  }
  return [...groups.values()];
}

async function addList(
  journal: Journal,
  files: readonly ListFile[],
  stamp: Stamp,
): Promise<AddedList> {
  const name = files.map((file) => file.name).join(', ');
  const refused = (reason: string): AddedList => ({ refused: { name, reason } });
  const content = await readList(files, createTurns());
  if (!content.ok) return refused(content.error.message);
  const sha256 = digestOf(files);
  const before = storedLists(journal).find(({ key }) => key === content.value.key);
  const { edition, entries, title } = content.value;
  if (before?.sha256 === sha256) return refused('it is stored already.');
  const stored = before?.edition ?? null;
  if (stored !== null && edition !== null && edition < stored)
    return refused(`it is the edition of ${edition}, and ${title} of ${stored} is stored already.`);
  if (before && entries.length < before.entries * leastShare)
    return refused(
      `it has ${String(entries.length)} entries, and the stored edition has ${String(before.entries)}: it may have been cut off. If it is meant, remove the stored one first.`,
    );
  const fileNames = files.map((file) => file.name);
  const listId = await storeList(journal, { content: content.value, fileNames, sha256 }, stamp);
  return { listId };
}

/** The least share of the previous edition's entries that a new edition must have. */
const leastShare = 0.5;

function digestOf(files: readonly ListFile[]): string {
  const hash = createHash('sha256');
  for (const { bytes } of files) hash.update(bytes);
  return hash.digest('hex');
}
