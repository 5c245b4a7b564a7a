import type { StatementFilter } from '../../../shared/ipc/accounts/statements.ts';

/** Only the parts of a filter that ask for something, in one order; whatever else came with them is left out. */
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

/** Did only the words change that are searched for? A letter more is no step of its own. */
export const isTypedOn = (before: StatementFilter, after: StatementFilter): boolean =>
  before.search !== undefined &&
  after.search !== undefined &&
  isSameFilter({ ...before, search: after.search }, after);
