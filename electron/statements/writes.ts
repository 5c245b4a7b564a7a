import type { StatementFilter } from '../../shared/ipc/statements.ts';
import type { CacheConnection } from '../store/database.ts';
import type { Remote } from '../store/writer-thread.ts';
import { finishRange } from './finish-range.ts';
import type {
  BatchQuestion,
  CachedPeriod,
  PageToSave,
  RangeFinish,
  RangeStart,
} from './incoming.ts';
import { dayCounts, readBatch, sums } from './long-reads.ts';
import { teachWords } from './move-entries.ts';
import { keepDays, proveCached } from './proof.ts';
import type { Writer } from './range-state.ts';
import { abandonRange, beginRange, resumableRange } from './ranges.ts';
import { savePage } from './save-page.ts';
import { markRead } from './unread.ts';

/** What the thread of the local copy writes of statements, and what takes long to read of them. */
export function statementWrites(database: CacheConnection) {
  teachWords(database);
  const writer: Writer = { database, ranges: new Map() };
  return {
    resumableRange: (start: RangeStart) => resumableRange(writer, start),
    /** Replaces an unfinished range of the account. */
    beginRange: (start: RangeStart) => beginRange(writer, start),
    savePage: (page: PageToSave) => savePage(writer, page),
    finishRange: (finish: RangeFinish) => finishRange(writer, finish),
    abandonRange: (rangeId: number): void => {
      abandonRange(writer, rangeId);
    },
    /** Takes entries off the account's list of arrivals, or puts them back. */
    markRead: (accountNumber: string, entryIds: readonly string[], isRead: boolean): void => {
      markRead(database, accountNumber, entryIds, isRead);
    },
    dayCounts: (accountNumber: string, filter: StatementFilter) =>
      dayCounts(database, accountNumber, filter),
    sums: (accountNumber: string, filter: StatementFilter) => sums(database, accountNumber, filter),
    readBatch: (question: BatchQuestion) => readBatch(database, question),
    proveCached: (accountNumber: string, period: CachedPeriod & { anew?: boolean }) =>
      proveCached(database, accountNumber, period),
    keepDays: (accountNumber: string, period: CachedPeriod & { entriesMax: number }) =>
      keepDays(database, accountNumber, period),
  };
}

export type StatementWrites = Remote<ReturnType<typeof statementWrites>>;
