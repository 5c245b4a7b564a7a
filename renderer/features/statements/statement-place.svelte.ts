import { untrack } from 'svelte';

import type { Router } from '../../state/router.svelte.ts';
import { filterOf, isSameFilter, isTypedOn } from './filters.ts';
import type { StatementState } from './rows/statement.svelte.ts';

/** The place in a statement, reported to the router: the filter, whose changes are history steps, and the open entry. */
export class StatementPlace {
  readonly #statement: StatementState;
  readonly #router: Router;
  /** The visit for which it reports: after another navigation it stops. */
  readonly #visit: number;
  #hasBegun = $state(false);

  constructor(statement: StatementState, router: Router) {
    this.#statement = statement;
    this.#router = router;
    this.#visit = router.place.visit;
  }

  /** Starts to follow: the place already has the initial filter and entry. */
  begin(): void {
    this.#hasBegun = true;
  }

  /** Reports the place; called in an effect, so again whenever the filter or the entry changes. */
  follow(): void {
    if (!this.#hasBegun) return;
    const { accountNumber, filter, selectedRow } = this.#statement;
    const entryId = selectedRow?.id;
    untrack(() => {
      const { place } = this.#router;
      if (place.view !== 'statements' || place.visit !== this.#visit) return;
      const { accountNumber: noted = accountNumber, ...rest } = place.params;
      if (noted !== accountNumber) return;
      const known = filterOf(rest);
      const here = { accountNumber, ...filterOf(filter), ...(entryId && { entryId }) };
      if (isSameFilter(known, filter) || isTypedOn(known, filter))
        this.#router.note('statements', here);
      else this.#router.step('statements', here);
    });
  }
}
