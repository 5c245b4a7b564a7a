import type { Stamp } from '../../../shared/actor.ts';
import type { SeenEntry } from '../../../shared/ipc/accounts/statements.ts';
import type { DoneAct, ManyChanged } from '../../../shared/ipc/route.ts';
import { RecentActs } from '../../engines/machine/recent-acts.ts';
import type { CacheReader, Journal } from '../../engines/store/database.ts';
import { writeJournal } from '../../engines/store/write-journal.ts';
import { labelsOfEntry } from '../statements/entries/labels.ts';
import { standingEntries } from '../statements/entries/seen-entries.ts';
import { manualTag, setManualTag } from './manual-tags.ts';

type TaggedCopy = { readonly reader: CacheReader; readonly journal: Journal };
/** An entry that an act tagged, and what a person had decided about the tag before. */
type Tagged = {
  readonly at: number;
  readonly tagged: {
    readonly accountNumber: string;
    readonly entryId: string;
    readonly tag: string;
  };
  readonly before: boolean | null;
};

const acts = new RecentActs<readonly Tagged[]>();

/** Tags the entries that are as they were seen, in one transaction. Those with the tag, by a rule or a person, stay as they are. */
export function tagMany(
  copy: TaggedCopy,
  { entries, tag }: { readonly entries: readonly SeenEntry[]; readonly tag: string },
  stamp: Stamp,
): DoneAct {
  const { reader, journal } = copy;
  const { standing, skipped } = standingEntries(reader, entries);
  const untagged = standing.filter(
    ({ key }) =>
      !labelsOfEntry(reader, key).some(({ kind, name }) => kind === 'tag' && name === tag),
  );
  const done = writeJournal(journal, 'manual_tag', () =>
    untagged.map(({ at, entry: { accountNumber, id } }): Tagged => {
      const tagged = { accountNumber, entryId: id, tag };
      return { at, tagged, before: setManualTag(journal, { ...tagged, is: true }, stamp) };
    }),
  );
  return { act: acts.add(copy, done), changed: done.length, skipped };
}

/** Restores the tag of each entry of an act, in one transaction. Skips those whose tag was decided otherwise since. */
export function untagMany(copy: TaggedCopy, n: number, stamp: Stamp): ManyChanged {
  const { journal } = copy;
  const done = acts.find(copy, n);
  const undone = done.filter(({ tagged }) => manualTag(journal, tagged) === true);
  writeJournal(journal, 'manual_tag', () => {
    for (const { tagged, before } of undone)
      setManualTag(journal, { ...tagged, is: before }, stamp);
  });
  acts.remove(copy, n);
  const skipped = done
    .filter((one) => !undone.includes(one))
    .map(({ at }) => ({ at, reason: 'changed' as const }));
  return { changed: undone.length, skipped };
}
