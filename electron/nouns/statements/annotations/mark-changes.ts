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
 * Returns who read, flagged and noted an entry and attached files to it, in no order. A desk without a team stores every note and file,
 * but only the last of the other marks.
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

/** Ranks a change that is not in the record yet as newer than those that are. */
const unnumbered = Number.MAX_SAFE_INTEGER;

/** Sorts the changes newest first. Lists a change once if both the team's record and the journal have it. */
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

/** Formats a change of the team's record for the list. */
export const sharedChange = (
  { n, at, by, counts }: Change,
  kind: EntryChangeKind,
  text: string,
): EntryChange => ({ kind, text, at, by, n, isBeside: !counts });

/** Formats a change that only the journal has. */
export const own = (
  kind: EntryChangeKind,
  text: string,
  { at, by }: Pick<EntryChange, 'at' | 'by'>,
): EntryChange => ({ kind, text, at, by, n: null, isBeside: false });

/** Returns the shared marks of an entry. The casts are safe: only items that their kind could parse are stored under it. */
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
