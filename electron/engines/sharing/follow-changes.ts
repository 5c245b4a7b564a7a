import type { Json } from '../acts/act.ts';
import { readStored } from '../acts/read-act.ts';
import { actsOfKindBehind } from '../team-record/record-copy.ts';
import { changesIn, type SharingParts } from './apply-changes.ts';
import { appliedThrough, noteApplied } from './change-table.ts';

/** Acts whose changes are followed at once. */
const pageActs = 200;

/**
 * Calls `work` with the items of a kind that are in the journal, own ones too, for what is derived from them elsewhere. The number of
 * the last act is noted behind it: after a kill or a failure the same items come again.
 */
export async function followApplied(
  { journal, copy, keys }: Pick<SharingParts, 'journal' | 'copy' | 'keys'>,
  kind: string,
  work: (items: readonly Json[]) => Promise<void>,
): Promise<void> {
  const followed = `${kind} followed`;
  const applied = appliedThrough(journal, kind);
  for (;;) {
    const page = actsOfKindBehind(copy, kind, appliedThrough(journal, followed), pageActs);
    const acts = page.filter(({ n }) => n <= applied);
    const last = acts.at(-1);
    if (last === undefined) return;
    await work(acts.flatMap((row) => itemsIn(readStored(row, keys()))));
    noteApplied(journal, followed, last.n);
  }
}

const itemsIn = (act: ReturnType<typeof readStored>): readonly Json[] =>
  act === null ? [] : changesIn(act).changes.map(({ item }) => item);
