import type { Outcome } from '../../../../shared/errors.ts';
import type { CountedDays, StatementFilter } from '../../../../shared/ipc/accounts/statements.ts';
import type { StatementQuestions } from './statement-questions.ts';

export type EarlyCount = {
  readonly requested: Promise<Outcome<CountedDays>>;
  /** Null until it came. */
  readonly counted: CountedDays | null;
};

/**
 * Without a search the number of entries is kept: asked for just before the rows it is there with them, and the scrollbar has its
 * length at once. Rows do not wait for it. Null for a search, which is counted behind its rows.
 */
export function countEarly(ask: StatementQuestions, filter: StatementFilter): EarlyCount | null {
  if (filter.search !== undefined) return null;
  const early: { requested: EarlyCount['requested']; counted: CountedDays | null } = {
    requested: ask.count(filter),
    counted: null,
  };
  void early.requested.then((answer) => {
    if (answer.ok) early.counted = answer.value;
  });
  return early;
}
