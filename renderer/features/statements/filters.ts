import type { StatementFilter } from '../../../shared/ipc/accounts/statements.ts';

/** The filter reduced to its non-empty parts, in a fixed order; unknown parts are dropped. */
export function filterOf({
  from,
  to,
  direction,
  transactionType,
  search,
}: StatementFilter): StatementFilter {
  return {
    ...(from && { from }),
    ...(to && { to }),
    ...(direction && { direction }),
    ...(transactionType && { transactionType }),
    ...(search && { search }),
  };
}

export const isSameFilter = (one: StatementFilter, other: StatementFilter): boolean =>
  JSON.stringify(filterOf(one)) === JSON.stringify(filterOf(other));

/** Does a filter leave out entries of its period? */
export const isNarrowing = ({ direction, transactionType, search }: StatementFilter): boolean =>
  Boolean(direction ?? transactionType ?? search);

/** Whether only the search text changed: another letter is no new history step. */
export const isTypedOn = (before: StatementFilter, after: StatementFilter): boolean =>
  before.search !== undefined &&
  after.search !== undefined &&
  isSameFilter({ ...before, search: after.search }, after);
