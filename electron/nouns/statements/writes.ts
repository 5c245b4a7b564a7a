import type { MessagePort } from 'node:worker_threads';

import type { CacheConnection } from '../../engines/store/database.ts';
import { answerCalls, type Remote } from '../../engines/store/threads/remote-methods.ts';
import { finishRange } from './reading/finish-range.ts';
import type { CachedPeriod, PageToSave, RangeFinish, RangeStart } from './entries/incoming.ts';
import type { AggregatePart, PartResult } from './aggregates/aggregate-verifier.ts';
import { registerExtrasText } from './entries/move-entries.ts';
import { cacheDays, proveCached } from './proof/proof.ts';
import type { Writer } from './entries/range-state.ts';
import { abandonRange, beginRange, resumableRange } from './reading/ranges.ts';
import { readingMethods } from './reading/reading-methods.ts';
import { storeMethods, type StoreMethods } from './reading/reading-store.ts';
import { savePage } from './reading/save-page.ts';
import { markRead } from './entries/unread.ts';

/** The writer thread's operations on statements. */
export function statementWrites(database: CacheConnection, onWritten?: Writer['onWritten']) {
  registerExtrasText(database);
  const writer: Writer = { database, ranges: new Map(), onWritten };
  const store = storeMethods(writer);
  return {
    ...readingMethods(store),
    /** Answers the calls of the reading thread on the local copy. */
    serveReadings: (port: MessagePort): void => {
      answerCalls(port, (name) => store[name as keyof StoreMethods]);
    },
    resumableRange: (start: RangeStart) => resumableRange(writer, start),
    /** Replaces an unfinished range of the account. */
    beginRange: (start: RangeStart) => beginRange(writer, start),
    savePage: (page: PageToSave) => savePage(writer, page),
    finishRange: (finish: RangeFinish) => finishRange(writer, finish),
    abandonRange: (rangeId: number): void => {
      abandonRange(writer, rangeId);
    },
    /** Removes entries from the account's unread list, or restores them. */
    markRead: (accountNumber: string, entryIds: readonly string[], isRead: boolean): void => {
      markRead(database, accountNumber, entryIds, isRead);
    },
    proveCached: (accountNumber: string, period: CachedPeriod & { anew?: boolean }) =>
      proveCached(database, accountNumber, period),
    cacheDays: (accountNumber: string, period: CachedPeriod & { entriesMax: number }) =>
      cacheDays(database, accountNumber, period),
    /** Rebuilds the stored aggregates of a part of an account's days if they differ from the entries. */
    repairAggregates: async (part: AggregatePart): Promise<PartResult> =>
      (await import('./aggregates/repair-aggregates.ts')).repairAggregates(database, part),
  };
}

export type StatementWrites = Remote<ReturnType<typeof statementWrites>>;
