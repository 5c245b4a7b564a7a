import { randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';

import { actorIn, actorText, type Stamp } from '../../../shared/actor.ts';
import {
  dayNumber,
  dayOf,
  type IsoDate,
  type Timestamp,
} from '../../../shared/calendar/calendar.ts';
import { DeskFault } from '../../../shared/errors.ts';
import type { ScreeningList } from '../../../shared/ipc/review/screening.ts';
import { limits } from '../../../shared/limits.ts';
import { inTurns } from '../../engines/files/turns.ts';
import type { ListContent, ListedEntry } from '../../engines/sanctions/lists/list.ts';
import type { IndexedEntry } from '../../engines/sanctions/names/name-index.ts';
import { rows, run, type Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';

type Counts = Pick<ScreeningList, 'entries' | 'people' | 'names'>;

/** A list that is in force. */
export type StoredList = Omit<ScreeningList, 'ageDays' | 'isOld'> & { readonly sha256: string };

type Stored = {
  readonly list_id: string;
  readonly key: string;
  readonly publisher: ScreeningList['publisher'];
  readonly title: string;
  readonly edition: IsoDate | null;
  readonly file_names: string;
  readonly sha256: string;
  readonly counts: string;
  readonly gaps: string;
  readonly added_at: Timestamp;
  readonly actor: string;
};

const columns =
  'list_id, key, publisher, title, edition, file_names, sha256, counts, gaps, added_at, actor';

const isInForce = 'is_whole = 1 AND ended_at IS NULL';

/** The lists in force, by publisher and title. */
export const storedLists = (journal: Journal): StoredList[] =>
  rows<Stored>(
    journal,
    `SELECT ${columns} FROM screening_list WHERE ${isInForce} ORDER BY publisher, title`,
  ).map(listOf);

const listOf = (stored: Stored): StoredList => ({
  listId: stored.list_id,
  key: stored.key,
  publisher: stored.publisher,
  title: stored.title,
  edition: stored.edition,
  fileNames: JSON.parse(stored.file_names) as string[],
  addedAt: stored.added_at,
  addedBy: actorIn(stored.actor).name,
  ...(JSON.parse(stored.counts) as Counts),
  gaps: JSON.parse(stored.gaps) as string[],
  sha256: stored.sha256,
});

/** A list with its age on a day. */
export function agedList({ sha256: _, ...list }: StoredList, today: IsoDate): ScreeningList {
  const since = list.edition ?? dayOf(list.addedAt);
  const ageDays = Math.max(0, dayNumber(today) - dayNumber(since));
  return { ...list, ageDays, isOld: ageDays > limits.screeningListDays };
}

/** Entries stored in one part. */
const entriesPerPart = 400;

type NewList = {
  readonly content: ListContent;
  readonly fileNames: readonly string[];
  readonly sha256: string;
};

/** Stores an edition part by part; it replaces the list's other edition once all parts are on the disk. */
export async function storeList(
  journal: Journal,
  { content, fileNames, sha256 }: NewList,
  { actor, at }: Stamp,
): Promise<string> {
  const listId = randomUUID();
  const { key, publisher, title, edition, entries, gaps } = content;
  const counts: Counts = {
    entries: entries.length,
    people: entries.filter(({ kind }) => kind === 'person').length,
    names: entries.reduce((sum, { names }) => sum + names.length, 0),
  };
  writeJournal(journal, ['screening_list', 'screening_list_part'], () => {
    // The unfinished edition of an earlier process.
    run(journal, 'DELETE FROM screening_list WHERE is_whole = 0');
    run(
      journal,
      `INSERT INTO screening_list (${columns}, is_whole) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
      ...[listId, key, publisher, title, edition, JSON.stringify(fileNames), sha256],
      ...[JSON.stringify(counts), JSON.stringify(gaps), at, actorText(actor)],
    );
  });
  const parts = Array.from(
    { length: Math.ceil(entries.length / entriesPerPart) },
    (_, part) => part,
  );
  for await (const part of inTurns(parts)) {
    const some = entries.slice(part * entriesPerPart, (part + 1) * entriesPerPart);
    const packed = gzipSync(JSON.stringify(some));
    writeJournal(journal, 'screening_list_part', () =>
      run(
        journal,
        'INSERT INTO screening_list_part (list_id, part, bytes) VALUES (?, ?, ?)',
        ...[listId, part, packed],
      ),
    );
  }
  writeJournal(journal, ['screening_list', 'screening_list_part'], () => {
    const before = storedLists(journal).find((list) => list.key === key);
    if (before) endList(journal, before.listId, { actor, at });
    run(journal, 'UPDATE screening_list SET is_whole = 1 WHERE list_id = ?', listId);
  });
  return listId;
}

/** Ends a list. Its row stays, so that earlier screenings can name their editions. Returns false where it is not in force. */
export function endList(journal: Journal, listId: string, { actor, at }: Stamp): boolean {
  return writeJournal(journal, ['screening_list', 'screening_list_part'], () => {
    const ended = run(
      journal,
      `UPDATE screening_list SET ended_at = ?, ended_by = ? WHERE list_id = ? AND ${isInForce}`,
      ...[at, actorText(actor), listId],
    );
    if (ended > 0) run(journal, 'DELETE FROM screening_list_part WHERE list_id = ?', listId);
    return ended > 0;
  });
}

/**
 * Yields every entry of the lists in force, list by list. The packed lists are read at once, so a list that is replaced is read whole.
 *
 * @throws A {@link DeskFault} at the end of a list with fewer entries than were stored: a name that it lost would count as not listed.
 */
export function* listedEntries(journal: Journal): Generator<IndexedEntry> {
  const lists = storedLists(journal).map((list) => ({
    ...list,
    parts: rows<{ bytes: Uint8Array }>(
      journal,
      'SELECT bytes FROM screening_list_part WHERE list_id = ? ORDER BY part',
      list.listId,
    ),
  }));
  for (const { key, title, entries, parts } of lists) {
    let found = 0;
    for (const { bytes } of parts) {
      const listed = JSON.parse(gunzipSync(bytes).toString('utf8')) as ListedEntry[];
      found += listed.length;
      for (const entry of listed) yield { listKey: key, entry };
    }
    if (found !== entries) throw new DeskFault('screening.list-damaged', notWhole(title));
  }
}

const notWhole = (title: string): string =>
  `The stored list “${title}” is not whole any more, so no name can be compared with it.`;
