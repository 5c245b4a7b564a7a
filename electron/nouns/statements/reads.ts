import type { Result } from '../../../shared/result.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import type { Questions } from '../../engines/store/threads/reader-thread.ts';
import { inOneSlice, type Sliced } from '../../engines/store/threads/turns.ts';
import { askedPage, type AskedPage } from './search/result-page.ts';
import { counterpartyHistory, type HistoryQuestion } from './entries/counterparty-history.ts';
import type { EntryFilter } from './query/filters.ts';
import { entriesByReference, underReferenceMax } from './search/entries-by-reference.ts';
import type { TextQuestion } from './export/export-batch.ts';
import type { TextBatch } from './export/export-format.ts';
import type { BatchQuestion } from './query/filters.ts';
import type { CachedPeriod, ExportBatch } from './entries/incoming.ts';
import { findEntries, type FindQuestion } from './search/find-entries.ts';
import { findInside, type InsideQuestion } from './search/find-inside.ts';
import { checkKept, type KeptPart } from './aggregates/aggregate-verifier.ts';
import { dayCountsSliced, readBatch, sumsSliced } from './search/long-reads.ts';
import { nextUnread } from './next-unread.ts';
import { proveKept } from './proof/proof.ts';
import type { GivenOutline, Judgement } from './second-source/compare/compare-source.ts';
import type { KeptSource } from './second-source/compare/tables.ts';
import { placeOfEntry, type StatementView } from './tables.ts';

/** What the thread that only reads answers of statements, a slice at a time. */
export const statementReads = (reader: CacheReader) => ({
  dayCounts: (accountNumber: string, filter: EntryFilter) =>
    dayCountsSliced(reader, accountNumber, filter),
  sums: (accountNumber: string, filter: EntryFilter) => sumsSliced(reader, accountNumber, filter),
  readBatch: (question: BatchQuestion): Sliced<ExportBatch> =>
    inOneSlice(() => readBatch(reader, question)),
  /** Compares what is kept of a part of an account's days with the entries. */
  checkKept: (part: KeptPart) => inOneSlice(() => checkKept(reader, part)),
  /** The same as text of a file. What writes it is loaded with the first export. */
  textBatch: async (question: TextQuestion): Promise<Sliced<TextBatch>> => {
    const { textBatch } = await import('./export/export-batch.ts');
    return inOneSlice(() => textBatch(reader, question));
  },
  /** A second source, read whole and held beside the entries. What reads it is loaded with the first one. */
  judgeSource: async (kept: KeptSource): Promise<Sliced<Judgement>> => {
    const { judgeKept } = await import('./second-source/compare/compare-source.ts');
    const judged = await judgeKept(reader, kept);
    return inOneSlice(() => judged);
  },
  /** What a dropped statement file is about. */
  givenStatements: async (bytes: Uint8Array): Promise<Sliced<Result<GivenOutline, string>>> => {
    const { outlineOf } = await import('./second-source/compare/compare-source.ts');
    const outline = await outlineOf(bytes);
    return inOneSlice(() => outline);
  },
  askedPage: (question: AskedPage) => askedPage(reader, question),
  findEntries: (question: FindQuestion) => findEntries(reader, question),
  findInside: (question: InsideQuestion) => findInside(reader, question),
  counterpartyHistory: (question: HistoryQuestion) => counterpartyHistory(reader, question),
  underReference: (accountNumber: string, reference: string) =>
    inOneSlice(() => entriesByReference(reader, accountNumber, reference, underReferenceMax + 1)),
  placeOfEntry: (view: StatementView, entryId: string) =>
    inOneSlice(() => placeOfEntry(reader, view, entryId)),
  nextUnread: (view: StatementView, entryId: string | null) =>
    inOneSlice(() => nextUnread(reader, view, entryId)),
  /** null where a day's chain has to be kept first: the thread that writes does (`keepDays`). */
  proveKept: (accountNumber: string, period: CachedPeriod) =>
    inOneSlice(() => proveKept(reader, accountNumber, period)),
});

export type StatementReads = ReturnType<typeof statementReads>;
export type StatementQuestions = Questions<StatementReads>;
