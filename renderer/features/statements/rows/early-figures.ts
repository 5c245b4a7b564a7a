import type { Outcome } from '../../../../shared/errors.ts';
import type { CountedDays, StatementFilter } from '../../../../shared/ipc/accounts/statements.ts';
import type { StatementQuestions } from './statement-questions.ts';

export type EarlyCount = {
  readonly requested: Promise<Outcome<CountedDays>>;
  /** Null until it came. */
  readonly counted: CountedDays | null;
};

/**
 * Requests the number of entries just before the rows. Without a search it is stored, so it arrives with the rows, and the scrollbar has
 * its length at once. Rows do not wait for it. Null for a search, which is counted after its rows.
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
