import type { Expiry } from '../../../../shared/ipc/changes/documents.ts';
import type { Requirement } from '../../../../shared/ipc/changes/sub-clients.ts';
import { request } from '../../../state/desk.ts';
import { paced } from '../../../state/records/paced.ts';
import { Resource } from '../../../state/records/resource.svelte.ts';

/** Files that are sent by the dozen change something many times a second. */
export const rereadPaceMs = 500;

/** The next steps and the expiries of all sub-clients. */
export class Onboarding {
  readonly requirementList = new Resource(() => request('subClients.requirements', {}));
  readonly expiryList = new Resource(() => request('documents.expiries', {}));

  readonly requirements: readonly Requirement[] = $derived.by(
    () => this.requirementList.value?.rows ?? [],
  );
  readonly expiries: readonly Expiry[] = $derived.by(() => this.expiryList.value?.rows ?? []);

  readonly reread = paced(() => {
    void this.requirementList.refresh();
    void this.expiryList.refresh();
  }, rereadPaceMs);
}

/** The items whose words contain every search word. */
export function matching<T>(
  rows: readonly T[],
  search: string,
  wordsOf: (row: T) => readonly string[],
): readonly T[] {
  const sought = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (sought.length === 0) return rows;
  return rows.filter((row) => {
    const words = wordsOf(row).join(' ').toLowerCase();
    return sought.every((word) => words.includes(word));
  });
}
