import { accountWrites } from '../accounts/tables.ts';
import type { CacheConnection } from '../../engines/store/database.ts';
import type { Remote } from '../../engines/store/threads/writer-thread.ts';
import { finishRange } from './reading/finish-range.ts';
import type { CachedPeriod, PageToSave, RangeFinish, RangeStart } from './entries/incoming.ts';
import type { AggregatePart, PartResult } from './aggregates/aggregate-verifier.ts';
import { registerExtrasText } from './entries/move-entries.ts';
import { cacheDays, proveCached } from './proof/proof.ts';
import type { Writer } from './entries/range-state.ts';
import type {
  BeginOptions,
  FinishResult,
  FinishOptions,
  PageQuestion,
  ReadingQuestion,
  ReadingPosition,
  BatchResult,
  PageBatch,
} from './reading/reading-messages.ts';
import type { Readings } from './reading/readings.ts';
import { abandonRange, beginRange, resumableRange } from './reading/ranges.ts';
import { savePage } from './reading/save-page.ts';
import { markRead } from './entries/unread.ts';

/** The writer thread's operations on statements. */
export function statementWrites(database: CacheConnection, onWritten?: Writer['onWritten']) {
  registerExtrasText(database);
  const writer: Writer = { database, ranges: new Map(), onWritten };
  const { ensureAccount } = accountWrites(database);
  let readings: Promise<Readings> | undefined;
  /** The response reader is loaded with the first response: the thread opens the local copy without it. */
  const readingsNow = (): Promise<Readings> =>
    (readings ??= import('./reading/readings.ts').then(
      (room) => new room.Readings({ writer, ensureAccount }),
    ));
  const at = async (reading: number) => (await readingsNow()).at(reading);
  return {
    /** Begins to read a statement. Returns the number that identifies the reading in all later calls. */
    openReading: async (question: ReadingQuestion): Promise<number> =>
      (await readingsNow()).open(question),
    /** Reads a page and holds it until its turn. An error states briefly why the bytes are no JSON. */
    holdPage: async (
      reading: number,
      question: PageQuestion,
      bytes: Uint8Array,
      secrets: readonly string[],
    ) => (await readingsNow()).hold(reading, question, { bytes, secrets }),
    /** Resumes an interrupted reading; null if there is none. */
    resumeReading: async (reading: number): Promise<ReadingPosition | null> =>
      (await at(reading)).resume(),
    beginReading: async (reading: number, options: BeginOptions): Promise<ReadingPosition> =>
      (await at(reading)).begin(options),
    processPages: async (reading: number, batch: PageBatch): Promise<BatchResult> =>
      (await at(reading)).processPages(batch),
    finishReading: async (reading: number, options: FinishOptions): Promise<FinishResult> =>
      (await at(reading)).finish(options),
    closeReading: async (reading: number): Promise<void> => {
      (await readingsNow()).close(reading);
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
