import { formatCount } from '../../../shared/money/format.ts';
import type { Shared } from '../../state/context.ts';
import { DraftsList } from './drafts-list.svelte.ts';

/** Says at the foot what was left as drafts when the program ended, with the way to them. */
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
