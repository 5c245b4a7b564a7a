import type { Journal } from '../../engines/store/database.ts';
import { changersOf, releasersOf } from '../../nouns/approvals/judge/payee-releases.ts';
import type { ApprovalState } from '../../nouns/approvals/state.ts';
import { isReleased, releaseBeneficiary } from '../../nouns/beneficiaries/fingerprints.ts';

/**
 * Ends the quarantine on this desk of details that a second person released after act `after`. Returns whether there were any. A release by
 * a person who changed the payee has no effect.
 */
export function applyReleases(journal: Journal, state: ApprovalState, after: number): boolean {
  let isChanged = false;
  for (const of of [...state.releases.values()].flat()) {
    const { n, payee, details, person, key, at } = of;
    if (n <= after || isReleased(journal, payee, details)) continue;
    if (!releasersOf(state, of, changersOf(state, of), at).includes(person)) continue;
    releaseBeneficiary(journal, payee, {
      ...{ fingerprint: details, at },
      actor: { id: '', name: person, desk: key },
    });
    isChanged = true;
  }
  return isChanged;
}
