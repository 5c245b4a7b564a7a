import { actorIn } from '../../../../shared/actor.ts';
import {
  entryChangesMax,
  type EntryChange,
  type EntryChangeKind,
} from '../../../../shared/ipc/accounts/entry-changes.ts';
import { changesOf, type Change } from '../../../engines/sharing/change-table.ts';
import type { Journal } from '../../../engines/store/database.ts';
import { filesOf } from './attachment-table.ts';
import { markKey, markKinds, noteVersions, readMarks } from './marks.ts';

/**
 * Who read, flagged and noted an entry and attached files to it, in no order. A desk without a team stores each note and file, and of the
 * other marks the last.
 */
export function markChanges(
  journal: Journal,
  accountNumber: string,
  entryId: string,
): EntryChange[] {
  const shared = sharedMarks(journal, markKey(accountNumber, entryId));
  const notes = noteVersions(journal, accountNumber, entryId).map(({ words, at, by }) =>
    own('noted', words, { at, by }),
  );
  const marked = [...shared, ...notes];
  const mark = readMarks(journal, accountNumber, [entryId]).get(entryId);
  const isKnown = marked.some(({ at }) => at === mark?.markedAt);
  const last =
    mark === undefined || isKnown
      ? []
      : [own('marked', stateText(mark), { at: mark.markedAt, by: mark.markedBy })];
  return [...marked, ...last, ...fileChanges(journal, accountNumber, entryId)];
}

/** What is not in the record yet comes behind what is. */
const unnumbered = Number.MAX_SAFE_INTEGER;

/** Newest first. What the team's record has and the journal too is listed once. */
export function newestChanges(changes: readonly EntryChange[]): {
  readonly changes: readonly EntryChange[];
  readonly hasMore: boolean;
} {
  const contentOf = ({ kind, text, at }: EntryChange) => JSON.stringify([kind, text, at]);
  const known = new Set(changes.filter(({ n }) => n !== null).map(contentOf));
  const sorted = changes
    .filter((change) => change.n !== null || !known.has(contentOf(change)))
    .toSorted((a, b) => b.at.localeCompare(a.at) || (b.n ?? unnumbered) - (a.n ?? unnumbered));
  return { changes: sorted.slice(0, entryChangesMax), hasMore: sorted.length > entryChangesMax };
}

/** A change that the team's record has, as it is listed. */
export const sharedChange = (
  { n, at, by, counts }: Change,
  kind: EntryChangeKind,
  text: string,
): EntryChange => ({ kind, text, at, by, n, isBeside: !counts });

/** A change that stands in the journal alone. */
export const own = (
  kind: EntryChangeKind,
  text: string,
  { at, by }: Pick<EntryChange, 'at' | 'by'>,
): EntryChange => ({ kind, text, at, by, n: null, isBeside: false });

/** Only what was read as a change of its kind is stored under it. */
function sharedMarks(journal: Journal, key: string): EntryChange[] {
  const of = (kind: string) => changesOf(journal, kind, key, entryChangesMax + 1);
  const is = ({ item }: Change): boolean => (item as { is: boolean }).is;
  return [
    ...of(markKinds.read).map((one) => sharedChange(one, is(one) ? 'read' : 'unread', '')),
    ...of(markKinds.flag).map((one) => sharedChange(one, is(one) ? 'flagged' : 'unflagged', '')),
    ...of(markKinds.note).map((one) =>
      sharedChange(one, 'noted', (one.item as { text: string }).text),
    ),
  ];
}

const stateText = ({ read, flagged }: { readonly read: boolean; readonly flagged: boolean }) =>
  [read ? 'read' : '', flagged ? 'flagged' : ''].filter((state) => state !== '').join(', ');

const fileChanges = (journal: Journal, accountNumber: string, entryId: string): EntryChange[] =>
  filesOf(journal, accountNumber, entryId, entryChangesMax + 1).flatMap(
    ({ name, addedAt, actor, removedAt, removalActor }) => [
      own('attached', name, { at: addedAt, by: actorIn(actor).name }),
      ...(removedAt === null || removalActor === null
        ? []
        : [own('removed', name, { at: removedAt, by: actorIn(removalActor).name })]),
    ],
  );
