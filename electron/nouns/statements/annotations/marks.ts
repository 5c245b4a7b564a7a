import { actorIn, actorText, type Actor, type Stamp } from '../../../../shared/actor.ts';
import { DeskFault } from '../../../../shared/errors.ts';
import type { Timestamp } from '../../../../shared/calendar/calendar.ts';
import type { NoteWording } from '../../../../shared/ipc/accounts/statements.ts';
import { prepared, row, rows, run, type Journal } from '../../../engines/store/database.ts';
import { writeJournal } from '../../../engines/store/write-journal.ts';
import type { JsonObject } from '../../../engines/acts/act.ts';
import { lastChange, secondVersions } from '../../../engines/sharing/change-table.ts';
import { shareChanges } from '../../../engines/sharing/outgoing.ts';
import { keyOfParts } from '../../../engines/sharing/shared-kind.ts';
import { attachedEntries } from './attachment-table.ts';
import { foldText, foldedWords, hasTerm } from '../../../engines/store/search/search-text.ts';

/** The marks of an entry. They are stored in the journal: unlike the cache, they cannot be fetched again. */
export type EntryMark = {
  readonly read: boolean;
  readonly flagged: boolean;
  /** Empty when there is none. */
  readonly note: string;
  readonly markedAt: Timestamp;
  readonly markedBy: string;
};

/** A field that is left out stays unchanged. An empty note removes the note. */
export type MarkChange = Stamp & {
  readonly accountNumber: string;
  readonly entryIds: readonly string[];
  readonly read?: boolean | undefined;
  readonly flagged?: boolean | undefined;
  readonly note?: string | undefined;
  /** The note is written only if it still has this text. */
  readonly noteWas?: string | undefined;
};

type StoredMark = {
  entry_id: string;
  read: number;
  flagged: number;
  note: string;
  marked_at: string;
  actor: string | null;
};

/**
 * Marks entries and returns their number. Appends a changed note to the note's history. Throws `undo.overtaken`, and marks
 * nothing, if a note differs from `noteWas`.
 */
export function markEntries(journal: Journal, change: MarkChange): number {
  return writeJournal(journal, ['entry_mark', 'mark_actor', 'entry_note'], () => {
    assertNotes(journal, change);
    writeMarks(journal, change);
    shareMarks(journal, change);
    return change.entryIds.length;
  });
}

/** Writes marks without sharing them, such as those of a colleague. */
export function writeMarks(journal: Journal, change: Omit<MarkChange, 'noteWas'>): void {
  const { accountNumber, entryIds, actor, at, note = null } = change;
  const [read, flagged] = [flagOf(change.read), flagOf(change.flagged)];
  writeJournal(journal, ['entry_mark', 'mark_actor', 'entry_note'], () => {
    const mark = prepared(
      journal,
      `INSERT INTO entry_mark (account_number, entry_id, read, flagged, note, marked_at, actor)
       VALUES (@accountNumber, @id, coalesce(@read, 0), coalesce(@flagged, 0), coalesce(@note, ''), @at, @n)
       ON CONFLICT (account_number, entry_id) DO UPDATE SET read = coalesce(@read, read),
         flagged = coalesce(@flagged, flagged), note = coalesce(@note, note), marked_at = @at, actor = @n`,
    );
    const n = markActor(journal, actor);
    for (const id of entryIds) {
      mark.run({ accountNumber, id, read, flagged, note, at, n });
      if (note !== null) saveNoteText(journal, { accountNumber, id, text: note, at, actor });
    }
  });
}

/** The kinds of marks that a team shares. */
export const markKinds = { read: 'mark-read', flag: 'mark-flag', note: 'note' } as const;

/** Names an entry among the shared records. */
export const markKey = (accountNumber: string, entryId: string): string =>
  keyOfParts(accountNumber, entryId);

function shareMarks(journal: Journal, change: MarkChange): void {
  const { accountNumber, entryIds, at, read, flagged, note } = change;
  const share = (kind: string, itemOf: (entryId: string) => JsonObject): void => {
    const items = entryIds.map((entryId) => ({ accountNumber, entryId, ...itemOf(entryId) }));
    shareChanges(journal, kind, items, at);
  };
  if (read !== undefined) share(markKinds.read, () => ({ is: read }));
  if (flagged !== undefined) share(markKinds.flag, () => ({ is: flagged }));
  if (note !== undefined)
    share(markKinds.note, (entryId) => ({
      text: note,
      on: lastChange(journal, markKinds.note, markKey(accountNumber, entryId)),
    }));
}

/** Returns the number of an actor in `entry_mark`: the name in each of a million rows would double the table. */
function markActor(journal: Journal, actor: Actor): number {
  const text = actorText(actor);
  run(journal, 'INSERT OR IGNORE INTO mark_actor (actor) VALUES (?)', text);
  return row<{ n: number }>(journal, 'SELECT n FROM mark_actor WHERE actor = ?', text)?.n ?? 0;
}

function assertNotes(
  journal: Journal,
  { accountNumber, entryIds, noteWas }: Pick<MarkChange, 'accountNumber' | 'entryIds' | 'noteWas'>,
): void {
  if (noteWas === undefined) return;
  const marks = readMarks(journal, accountNumber, entryIds);
  if (entryIds.some((id) => (marks.get(id)?.note ?? '') !== noteWas))
    throw new DeskFault('undo.overtaken', 'The note was worded otherwise meanwhile.');
}

type NoteText = Stamp & {
  readonly accountNumber: string;
  readonly id: string;
  readonly text: string;
};

/** Appends a version of a note unless its text is unchanged. */
function saveNoteText(journal: Journal, { accountNumber, id, text, at, actor }: NoteText): void {
  const last = row<{ n: number; words: string }>(
    journal,
    'SELECT n, words FROM entry_note WHERE account_number = ? AND entry_id = ? ORDER BY n DESC LIMIT 1',
    accountNumber,
    id,
  );
  if ((last?.words ?? '') === text) return;
  run(
    journal,
    `INSERT INTO entry_note (account_number, entry_id, n, words, written_at, actor)
     VALUES (?, ?, ?, ?, ?, ?)`,
    accountNumber,
    id,
    (last?.n ?? 0) + 1,
    text,
    at,
    actorText(actor),
  );
}

/** How many versions of a note are shown. */
const noteVersionsMax = 100;

/** Returns the versions of an entry's note, newest first. The first is current, and empty if the note was removed. */
export const noteVersions = (
  journal: Journal,
  accountNumber: string,
  entryId: string,
): NoteWording[] =>
  rows<{ words: string; written_at: string; actor: string }>(
    journal,
    `SELECT words, written_at, actor FROM entry_note WHERE account_number = ? AND entry_id = ?
     ORDER BY n DESC LIMIT ?`,
    accountNumber,
    entryId,
    noteVersionsMax,
  ).map(({ words, written_at, actor }) => ({ words, at: written_at, by: actorIn(actor).name }));

/** Returns the conflicting notes, oldest first: written without seeing the current one, and not merged by a later one. */
export const otherNotes = (
  journal: Journal,
  accountNumber: string,
  entryId: string,
): NoteWording[] =>
  secondVersions(journal, markKinds.note, markKey(accountNumber, entryId)).map(
    // The cast is safe: only items that could be parsed as notes are stored under this kind.
    ({ at, by, item }) => ({ words: (item as { text: string }).text, at, by }),
  );

/** Returns the marks by entry id, for entries that have one. */
export function readMarks(
  journal: Journal,
  accountNumber: string,
  entryIds: readonly string[],
): Map<string, EntryMark> {
  const stored = rows<StoredMark>(
    journal,
    `SELECT entry_id, read, flagged, note, marked_at, mark_actor.actor FROM entry_mark LEFT JOIN mark_actor ON n = entry_mark.actor
     WHERE account_number = ? AND entry_id IN (SELECT value FROM json_each(?))`,
    accountNumber,
    JSON.stringify(entryIds),
  );
  return new Map(stored.map((mark) => [mark.entry_id, entryMark(mark)]));
}

function entryMark({ read, flagged, note, marked_at, actor }: StoredMark): EntryMark {
  return {
    read: read === 1,
    flagged: flagged === 1,
    note,
    markedAt: marked_at,
    markedBy: actor === null ? '' : actorIn(actor).name,
  };
}

/** Did a person mark any entry of the account as read? */
export const hasReadMarks = (journal: Journal, accountNumber: string): boolean =>
  row(
    journal,
    'SELECT 1 FROM entry_mark WHERE account_number = ? AND read = 1 LIMIT 1',
    accountNumber,
  ) !== null;

/** Counts the entries that a person marked as read. */
export const readByPerson = (
  journal: Journal,
  accountNumber: string,
  entryIds: readonly string[],
): number =>
  row<{ n: number }>(
    journal,
    `SELECT count(*) AS n FROM entry_mark WHERE account_number = ? AND read = 1
       AND entry_id IN (SELECT value FROM json_each(?))`,
    accountNumber,
    JSON.stringify(entryIds),
  )?.n ?? 0;

/** Returns the flags and notes of all entries, oldest first. */
export const flagsAndNotes = (
  journal: Journal,
): readonly (Stamp & {
  readonly accountNumber: string;
  readonly entryId: string;
  readonly flagged: boolean;
  readonly note: string;
})[] =>
  rows<Omit<StoredMark, 'read' | 'actor'> & { account_number: string; actor: string }>(
    journal,
    `SELECT account_number, entry_id, flagged, note, marked_at, mark_actor.actor FROM entry_mark JOIN mark_actor ON n = entry_mark.actor
     WHERE flagged = 1 OR note <> '' ORDER BY marked_at, account_number, entry_id`,
  ).map((mark) => ({
    accountNumber: mark.account_number,
    entryId: mark.entry_id,
    ...{ flagged: mark.flagged === 1, note: mark.note, at: mark.marked_at },
    actor: actorIn(mark.actor),
  }));

const flagOf = (value: boolean | undefined): number | null =>
  value === undefined ? null : Number(value);

/** Only this many of the newest marks are searched. */
const markedMax = 5_000;

type MarkedRow = {
  readonly account_number: string;
  readonly entry_id: string;
  readonly note: string;
};

/** The marks that can be searched for: a flag, a note, an attached file. */
export type Marking = 'flagged' | 'noted' | 'attached';

/** Returns the entries with this mark and these words in their note, newest marks first. */
export function markedEntries(
  journal: Journal,
  mark: Marking,
  words: string,
): { accountNumber: string; entryId: string; note: string }[] {
  if (mark === 'attached') return attachedEntries(journal).map((entry) => ({ ...entry, note: '' }));
  const folded = foldedWords(words);
  return rows<MarkedRow>(
    journal,
    mark === 'flagged'
      ? `SELECT account_number, entry_id, note FROM entry_mark INDEXED BY entry_mark_flagged
         WHERE flagged = 1 ORDER BY marked_at DESC LIMIT ?`
      : `SELECT account_number, entry_id, note FROM entry_mark INDEXED BY entry_mark_noted
         WHERE note <> '' ORDER BY marked_at DESC LIMIT ?`,
    markedMax,
  )
    .filter(({ note }) => {
      const text = foldText(note);
      return folded.every((word) => hasTerm(text, word));
    })
    .map(({ account_number, entry_id, note }) => ({
      accountNumber: account_number,
      entryId: entry_id,
      note,
    }));
}
