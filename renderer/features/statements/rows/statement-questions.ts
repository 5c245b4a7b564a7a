import type { IsoDate } from '../../../../shared/calendar/calendar.ts';
import type { StatementFilter } from '../../../../shared/ipc/accounts/statements.ts';
import { ok } from '../../../../shared/result.ts';
import { request } from '../../../state/desk.ts';

export type Mark = { readonly read?: boolean; readonly flagged?: boolean; readonly note?: string };
type Period = { readonly from: IsoDate; readonly to: IsoDate };

/** The requests to the main process about one account's statement. */
export const statementQuestions = (accountNumber: string) => ({
  count: (filter: StatementFilter) => request('statements.count', { accountNumber, filter }),
  summary: (filter: StatementFilter) => request('statements.summary', { accountNumber, filter }),
  page: (filter: StatementFilter, index: number, limit: number) =>
    request('statements.page', { accountNumber, filter, index, limit }),
  entry: (entryId: string) => request('statements.entry', { accountNumber, entryId }),
  mark: (entryIds: readonly string[], mark: Mark) =>
    request('statements.mark', { accountNumber, entryIds: [...entryIds], ...mark }),
  /** Without a period no day is known. */
  coverage: async (period: Period | null) =>
    period ? await request('statements.coverage', { accountNumber, ...period }) : ok({ days: [] }),
  proof: ({ from, to }: StatementFilter) =>
    request('statements.proof', {
      accountNumber,
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    }),
  /** The index of an entry under a filter; null if the filter leaves it out. */
  async locate(entryId: string, filter: StatementFilter): Promise<number | null> {
    const found = await request('statements.locate', { accountNumber, filter, entryId });
    return found.ok ? found.value.index : null;
  },
  /** The index of the next unread entry below one, or of the first one. */
  nextUnread: (entryId: string | undefined, filter: StatementFilter) =>
    request('statements.nextUnread', {
      ...{ accountNumber, filter },
      ...(entryId !== undefined && { entryId }),
    }),
});

export type StatementQuestions = ReturnType<typeof statementQuestions>;
