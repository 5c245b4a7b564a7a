import type { Stamp } from '../../../../shared/actor.ts';
import type { SeenEntry } from '../../../../shared/ipc/accounts/statements.ts';
import type { DoneAct, ManyChanged, Skipped } from '../../../../shared/ipc/route.ts';
import { RecentActs } from '../../../engines/machine/recent-acts.ts';
import type { CacheReader, Journal } from '../../../engines/store/database.ts';
import { writeJournal } from '../../../engines/store/write-journal.ts';
import { entriesByKey } from '../entries/entries-by-key.ts';
import { keysOfIds } from '../entries/places.ts';
import { entryKey, standingEntries } from '../entries/seen-entries.ts';
import type { StatementWrites } from '../writes.ts';
import { markEntries, readMarks } from './marks.ts';

type MarkedCopy = {
  readonly reader: CacheReader;
  readonly journal: Journal;
  readonly writer: Pick<StatementWrites, 'markRead'>;
};

/** The one mark that an act sets. */
export type OneMark =
  | { readonly read: boolean }
  | { readonly flagged: boolean }
  | { readonly note: string };
type Entry = Omit<SeenEntry, 'version'>;
/** An entry that an act marked, and the mark it had before. */
type Marked = { readonly at: number; readonly entry: Entry; readonly before: OneMark };
type Act = { readonly mark: OneMark; readonly marked: readonly Marked[] };

const acts = new RecentActs<Act>();

/** Marks the entries that are unchanged since they were seen, in one transaction. Skips those that already have the mark. */
export async function markMany(
  copy: MarkedCopy,
  { entries, mark }: { readonly entries: readonly SeenEntry[]; readonly mark: OneMark },
  stamp: Stamp,
): Promise<DoneAct> {
  const { standing, skipped } = standingEntries(copy.reader, entries);
  const markOf = marksNow(
    copy,
    standing.map(({ entry }) => entry),
    mark,
  );
  const marked = standing.flatMap(({ at, entry: { accountNumber, id } }): Marked[] => {
    const entry = { accountNumber, id };
    const before = markOf(entry);
    return before === null || isSame(before, mark) ? [] : [{ at, entry, before }];
  });
  await write(
    copy,
    marked.map(({ entry }) => ({ entry, mark })),
    stamp,
  );
  return { act: acts.add(copy, { mark, marked }), changed: marked.length, skipped };
}

/** Undoes an act: restores the earlier marks in one transaction. Skips entries that were marked differently since. */
export async function unmarkMany(copy: MarkedCopy, n: number, stamp: Stamp): Promise<ManyChanged> {
  const { mark, marked } = acts.find(copy, n);
  const markOf = marksNow(
    copy,
    marked.map(({ entry }) => entry),
    mark,
  );
  const skipped = marked.flatMap(({ at, entry }): Skipped[] => {
    const now = markOf(entry);
    if (now === null) return [{ at, reason: 'missing' }];
    return isSame(now, mark) ? [] : [{ at, reason: 'changed' }];
  });
  const left = new Set(skipped.map(({ at }) => at));
  const undone = marked.filter(({ at }) => !left.has(at));
  await write(
    copy,
    undone.map(({ entry, before }) => ({ entry, mark: before })),
    stamp,
  );
  acts.remove(copy, n);
  return { changed: undone.length, skipped };
}

const isSame = (one: OneMark, other: OneMark): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns a lookup of each entry's current mark of the same kind; null for an entry that is not in the local copy. */
function marksNow(
  { reader, journal }: MarkedCopy,
  entries: readonly Entry[],
  mark: OneMark,
): (entry: Entry) => OneMark | null {
  const accounts = [...Map.groupBy(entries, ({ accountNumber }) => accountNumber)].map(
    ([number, own]) => [number, own.map(({ id }) => id)] as const,
  );
  if ('read' in mark) {
    const keys = accounts.flatMap(([number, ids]) => keysOfIds(reader, number, ids));
    const read = new Map(entriesByKey(reader, keys).map((one) => [entryKey(one), one.read]));
    return (entry) => {
      const isRead = read.get(entryKey(entry));
      return isRead === undefined ? null : { read: isRead };
    };
  }
  const stored = new Map(
    accounts.map(([number, ids]) => [number, readMarks(journal, number, ids)]),
  );
  return ({ accountNumber, id }) => {
    const { flagged = false, note = '' } = stored.get(accountNumber)?.get(id) ?? {};
    return 'flagged' in mark ? { flagged } : { note };
  };
}

type ToMark = { readonly entry: Entry; readonly mark: OneMark };

/** Writes the marks to the journal in one transaction, then updates the unread lists. */
async function write({ journal, writer }: MarkedCopy, marks: readonly ToMark[], stamp: Stamp) {
  const alike = [
    ...Map.groupBy(marks, ({ entry, mark }) =>
      JSON.stringify([entry.accountNumber, mark]),
    ).values(),
  ].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { accountNumber } = first.entry;
    return [{ accountNumber, entryIds: own.map(({ entry }) => entry.id), mark: first.mark }];
  });
  writeJournal(journal, ['entry_mark', 'mark_actor', 'entry_note'], () => {
    for (const { mark, ...place } of alike) markEntries(journal, { ...place, ...mark, ...stamp });
  });
  for (const { mark, accountNumber, entryIds } of alike)
    if ('read' in mark) await writer.markRead(accountNumber, entryIds, mark.read);
}
