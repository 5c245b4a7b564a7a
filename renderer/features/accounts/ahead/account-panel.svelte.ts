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
 * One answer about the account that is looked at: asked anew for another one, at the end of a sync, and at most every `paceMs` where something
 * else changed. The answer about another account is not shown meanwhile.
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
      // The pace outlives the panel, by a lock: what it asks about is gone then.
      if (isOver) return;
      // Its first call begins the pace: what is there was asked just now.
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
