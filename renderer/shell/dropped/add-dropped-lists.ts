import { addLists } from '../../features/screening/add-lists.ts';
import { addedText } from '../../features/screening/screening-labels.ts';
import type { Notices } from '../../state/notices.svelte.ts';
import type { Router } from '../../state/router.svelte.ts';

type Parts = { readonly notices: Notices; readonly router: Router };

/** Stores dropped sanctions lists, wherever they were dropped, and shows the result in the line at the foot. */
export async function addDroppedLists(
  files: readonly File[],
  { notices, router }: Parts,
): Promise<void> {
  const open = { label: 'Show', run: () => router.go('screening') } as const;
  const added = await addLists(files);
  if (!added.ok) {
    notices.show(`Lists not stored. ${added.error.message}`, open);
    return;
  }
  const refused = added.value.refused.map(
    ({ name, reason }) => `${name} was not stored: ${reason}`,
  );
  const stored = added.value.added.length > 0 ? [addedText(added.value.added)] : [];
  notices.show([...stored, ...refused].join(' '), open);
}
