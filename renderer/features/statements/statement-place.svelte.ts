import { untrack } from 'svelte';

import type { Router } from '../../state/router.svelte.ts';
import { filterOf, isSameFilter, isTypedOn } from './filters.ts';
import type { StatementState } from './rows/statement.svelte.ts';

/**
 * The place in a statement, reported to the router: the filter, each change of which is a step that can be taken
 * back, and the entry that is looked at.
 */
export class StatementPlace {
  readonly #statement: StatementState;
  readonly #router: Router;
  /** Whoever has gone elsewhere has a place of their own. */
  readonly #visit: number;
  #hasBegun = $state(false);

  constructor(statement: StatementState, router: Router) {
    this.#statement = statement;
    this.#router = router;
    this.#visit = router.place.visit;
  }

  /** What it was opened with stands there: from now on it is followed. */
  begin(): void {
    this.#hasBegun = true;
  }

  /** In an effect: again whenever the filter or the entry is another. */
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
