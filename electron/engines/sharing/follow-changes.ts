import type { Json } from '../acts/act.ts';
import { changesIn, pageBehind, type SharingParts } from './apply-changes.ts';
import { appliedThrough, noteApplied } from './change-table.ts';

/**
 * Calls `work` with the items of a kind that were applied to the journal, own ones too, so that derived data elsewhere can be updated.
 * The number of the last act is noted after `work`: after a kill or a failure the same items come again.
 */
export async function followApplied(
  parts: Pick<SharingParts, 'journal' | 'copy' | 'keys'>,
  kind: string,
  work: (items: readonly Json[]) => Promise<void>,
): Promise<void> {
  const { journal } = parts;
  const followed = `${kind} followed`;
  const applied = appliedThrough(journal, kind);
  for (let after = appliedThrough(journal, followed); after < applied;) {
    const page = pageBehind(parts, { kind, isBulky: false }, after);
    if (page === null) return;
    const acts = page.acts.filter(({ n }) => n <= applied);
    await work(acts.flatMap((act) => changesIn(act).changes.map(({ item }) => item)));
    after = Math.min(page.lastN, applied);
    noteApplied(journal, followed, after);
  }
}
