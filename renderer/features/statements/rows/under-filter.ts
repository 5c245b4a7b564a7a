import type { EntryRow, StatementFilter } from '../../../../shared/ipc/accounts/statements.ts';

/** Is an entry that was shown under one filter certainly shown under the next? A new search may leave out any. */
export const isUnder =
  ({ from, to, direction, transactionType, search }: StatementFilter, before: StatementFilter) =>
  (row: EntryRow): boolean =>
    (search === undefined || search === before.search) &&
    (from === undefined || row.day >= from) &&
    (to === undefined || row.day <= to) &&
    (direction === undefined || row.direction === direction) &&
    (transactionType === undefined || row.transactionType === transactionType);
