import { z } from 'zod';

import { limits } from '../../../shared/limits.ts';
import {
  inQuotes,
  keyOfParts,
  sharedKind,
  type OwnChange,
  type SharedKind,
} from '../../engines/sharing/shared-kind.ts';
import type { Journal } from '../../engines/store/database.ts';
import {
  fileKinds,
  partBytesMax,
  sharedFileBytesMax,
  writePart,
  writeRemoval,
  type FilePart,
  type FileRemoval,
} from './annotations/shared-files.ts';
import { entryName } from './annotations/entry-name.ts';
import { flagsAndNotes, markKey, markKinds, writeMarks } from './annotations/marks.ts';

const Entry = z.object({
  accountNumber: z.string().min(1).max(100),
  entryId: z.string().min(1).max(200),
});
const Mark = Entry.extend({ is: z.boolean() });
const Note = Entry.extend({
  text: z.string().max(limits.noteTextMax),
  on: z.int().nonnegative(),
});

type Item = z.infer<typeof Entry>;

const keyOf = ({ accountNumber, entryId }: Item): string => markKey(accountNumber, entryId);

/** Who read an entry. Marks from before a desk had a team are not shared: there may be one for each of a million entries. */
const readMarks = sharedKind<z.infer<typeof Mark>>({
  topic: 'statements',
  ...{ kind: markKinds.read, merge: 'last', schema: Mark, keyOf },
  label: 'marked entries as read or unread',
  aboutOf: (mark) => `${entryName(mark)}: ${mark.is ? 'read' : 'unread'}.`,
  apply: (journal, { accountNumber, entryId, is }, stamp) => {
    writeMarks(journal, { accountNumber, entryIds: [entryId], read: is, ...stamp });
  },
  allOf: () => [],
});

/** Returns the read mark in an item; null if it is no read mark. */
export const readMarkIn = (item: unknown): z.infer<typeof Mark> | null =>
  Mark.safeParse(item).data ?? null;

const flags = sharedKind<z.infer<typeof Mark>>({
  topic: 'statements',
  ...{ kind: markKinds.flag, merge: 'last', schema: Mark, keyOf },
  label: 'flagged entries',
  aboutOf: (mark) => `${entryName(mark)}: ${mark.is ? 'flagged' : 'flag removed'}.`,
  apply: (journal, { accountNumber, entryId, is }, stamp) => {
    writeMarks(journal, { accountNumber, entryIds: [entryId], flagged: is, ...stamp });
  },
  allOf: (journal) => marksOf(journal, ({ flagged }) => (flagged ? { is: true } : null)),
});

/** A note is a person's text: only an author who has seen it can replace it. */
const notes = sharedKind<z.infer<typeof Note>>({
  topic: 'statements',
  ...{ kind: markKinds.note, merge: 'seen', schema: Note, keyOf },
  label: 'wrote a note',
  aboutOf: (note) =>
    `${entryName(note)}: ${note.text === '' ? 'note removed.' : inQuotes(note.text)}`,
  onOf: ({ on }) => on,
  contentOf: ({ text }) => text,
  apply: (journal, { accountNumber, entryId, text }, stamp) => {
    writeMarks(journal, { accountNumber, entryIds: [entryId], note: text, ...stamp });
  },
  allOf: (journal) => marksOf(journal, ({ note }) => (note === '' ? null : { text: note, on: 0 })),
});

type Stored = ReturnType<typeof flagsAndNotes>[number];

const marksOf = (
  journal: Journal,
  itemOf: (mark: Stored) => OwnChange['item'] | null,
): readonly OwnChange[] =>
  flagsAndNotes(journal).flatMap((mark) => {
    const { accountNumber, entryId, actor, at } = mark;
    const item = itemOf(mark);
    return item === null
      ? []
      : [{ item: { accountNumber, entryId, ...item }, stamp: { actor, at } }];
  });

const Part: z.ZodType<FilePart> = Entry.extend({
  fileId: z.string().min(1).max(100),
  name: z.string().min(1).max(1_000),
  sizeBytes: z.int().min(1).max(sharedFileBytesMax),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  part: z.int().nonnegative(),
  parts: z
    .int()
    .min(1)
    .max(Math.ceil(sharedFileBytesMax / partBytesMax)),
  bytes: z
    .base64()
    .min(1)
    .max(Math.ceil(partBytesMax / 3) * 4),
}).refine(({ part, parts }) => part < parts);

/** Parts of attached files. Files attached before a desk had a team are not shared. */
const fileParts = sharedKind<FilePart>({
  topic: 'statements',
  ...{ kind: fileKinds.part, merge: 'all', schema: Part, isBulky: true },
  label: 'attached a file',
  aboutOf: (file) =>
    `${entryName(file)}: ${file.name}, part ${String(file.part + 1)} of ${String(file.parts)}, SHA-256 ${file.sha256}.`,
  keyOf: ({ fileId, part }) => keyOfParts(fileId, String(part)),
  apply: writePart,
  allOf: () => [],
});

const fileRemovals = sharedKind<FileRemoval>({
  topic: 'statements',
  ...{ kind: fileKinds.removal, merge: 'last' },
  label: 'removed or restored a file',
  aboutOf: ({ fileId, isRemoved }) =>
    `Attached file ${fileId}: ${isRemoved ? 'removed' : 'restored'}.`,
  schema: z.object({ fileId: z.string().min(1).max(100), isRemoved: z.boolean() }),
  keyOf: ({ fileId }) => fileId,
  apply: writeRemoval,
  allOf: () => [],
});

/** The kinds of records of statement entries that a team shares. */
export const sharedOfStatements: readonly SharedKind[] = [
  ...[readMarks, flags, notes, fileParts, fileRemovals],
];
