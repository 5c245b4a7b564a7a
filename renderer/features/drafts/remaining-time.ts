import { formatCount } from '../../../shared/money/format.ts';
import type { Shared } from '../../state/context.ts';
import { DraftsList } from './drafts-list.svelte.ts';

/** Shows at the foot the drafts that were left when the program ended, with a link to them. */
export async function announceRemaining(shared: Shared): Promise<void> {
  const drafts = new DraftsList(shared);
  await drafts.refresh();
  const count = drafts.rows.length;
  if (count > 0)
    shared.notices.show(
      `${formatCount(count)} ${count === 1 ? 'draft was' : 'drafts were'} left from before: nothing of ${count === 1 ? 'it' : 'them'} was sent.`,
      { label: 'Open', run: () => shared.router.go('drafts') },
    );
}
