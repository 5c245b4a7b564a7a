import { untrack } from 'svelte';

import type { Outcome } from '../../../../shared/errors.ts';
import type { Live } from '../../../state/live.svelte.ts';
import { paced } from '../../../state/records/paced.ts';
import { Resource } from '../../../state/records/resource.svelte.ts';
import { together } from '../../../state/records/together.ts';

const facts = [
  'accounts',
  'statements',
  'transfers',
  'trades',
  'receivables',
  'submission.changed',
] as const;

/**
 * A resource for the selected account. It loads again for another account, at the end of a sync, and at most every `paceMs` after other
 * changes. The answer for the previous account is cleared at once.
 */
export function requestOf<Requested, T>(
  { live, paceMs }: { readonly live: Live; readonly paceMs: number },
  requested: () => Requested,
  load: (requested: Requested) => Promise<Outcome<T>>,
): Resource<T> {
  const resource = new Resource<T>(() => load(requested()));
  $effect(() => {
    requested();
    untrack(() => {
      resource.clear();
      void resource.refresh();
    });
  });
  $effect(() => {
    let isFirst = true;
    let isOver = false;
    const refresh = paced(() => {
      // The pacing timer can outlive the panel, for example after a lock.
      if (isOver) return;
      // The first call only starts the pacing interval: the data was loaded just now.
      if (!isFirst) void resource.refresh();
      isFirst = false;
    }, paceMs);
    refresh();
    return together(
      () => (isOver = true),
      live.onSynced(() => void resource.refresh()),
      ...facts.map((fact) =>
        live.on(fact, (change: object) => {
          if (!('only' in change)) refresh();
        }),
      ),
    );
  });
  return resource;
}
