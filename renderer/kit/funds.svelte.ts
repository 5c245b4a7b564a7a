import { untrack } from 'svelte';

import type { Funds } from '../../shared/ipc/accounts/accounts.ts';
import { request } from '../state/desk.ts';
import type { Live } from '../state/live.svelte.ts';
import { paced } from '../state/records/paced.ts';
import { Resource } from '../state/records/resource.svelte.ts';
import { together } from '../state/records/together.ts';

const paceMs = 1_000;
const facts = ['accounts', 'statements', 'transfers', 'trades', 'submission.changed'] as const;

/**
 * The current funds for a form that already shows funds: null until a payment or a sync changes them. Another answer of the form resets
 * this.
 */
export function newerFunds<Shown>(
  live: Live,
  shown: () => Shown,
  requested: (shown: Shown) => { readonly accountNumber: string; readonly currency: string },
): { readonly value: Funds | null } {
  const resource = new Resource<Funds>(() => request('accounts.funds', { ...requested(shown()) }));
  $effect(() => {
    shown();
    untrack(() => resource.clear());
  });
  $effect(() => {
    let isOver = false;
    const refresh = paced(() => {
      if (!isOver) void resource.refresh();
    }, paceMs);
    return together(
      () => (isOver = true),
      live.onSynced(refresh),
      ...facts.map((fact) => live.on(fact, refresh)),
    );
  });
  return resource;
}
