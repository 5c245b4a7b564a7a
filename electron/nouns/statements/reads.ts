import type { Result } from '../../../shared/result.ts';
import type { CacheReader } from '../../engines/store/database.ts';
import type { Questions } from '../../engines/store/threads/reader-thread.ts';
import { inOneSlice, type Sliced } from '../../engines/store/threads/turns.ts';
import { resultPage, type ResultPageQuestion } from './search/result-page.ts';
import { counterpartyHistory, type HistoryQuestion } from './parties/counterparty-history.ts';
import { counterpartyEntries, type PartyQuestion } from './parties/counterparty-entries.ts';
import type { EntryFilter } from './query/filters.ts';
import { entriesByReference, underReferenceMax } from './search/entries-by-reference.ts';
import type { TextQuestion } from './export/export-formats.ts';
import type { TextBatch } from './export/export-format.ts';
import type { BatchQuestion } from './query/filters.ts';
import type { CachedPeriod, ExportBatch } from './entries/incoming.ts';
import type { Places } from './entries/meanings.ts';
import { findEntries, type FindQuestion } from './search/find-entries.ts';
import { findInside, type InsideQuestion } from './search/find-inside.ts';
import { verifyAggregates, type AggregatePart } from './aggregates/aggregate-verifier.ts';
import { dayCountsSliced, readBatch, sumsSliced } from './search/long-reads.ts';
import { nextUnread } from './next-unread.ts';
import { proveFromCache } from './proof/proof.ts';
import type { GivenOutline, ComparisonResult } from './second-source/compare/compare-source.ts';
import type { StoredSource } from './second-source/compare/tables.ts';
import { placeOfEntry, type StatementView } from './tables.ts';

/** The reader thread's questions about statements, answered a slice at a time. */
export const statementReads = (reader: CacheReader) => ({
  dayCounts: (accountNumber: string, filter: EntryFilter) =>
    dayCountsSliced(reader, accountNumber, filter),
  sums: (accountNumber: string, filter: EntryFilter) => sumsSliced(reader, accountNumber, filter),
  readBatch: (question: BatchQuestion, places?: Places): Sliced<ExportBatch> =>
    inOneSlice(() => readBatch(reader, question, places)),
  /** Verifies the stored aggregates of a part of an account's days. */
  verifyAggregates: (part: AggregatePart) => inOneSlice(() => verifyAggregates(reader, part)),
  /** Reads a batch as the text of a file. The writer module is loaded with the first export. */
  textBatch: async (question: TextQuestion): Promise<Sliced<TextBatch>> => {
    const { textBatch } = await import('./export/export-formats.ts');
    return inOneSlice(() => textBatch(reader, question));
  },
  /** Reads a second source whole and compares it with the entries. The reader module is loaded with the first one. */
  verifySource: async (source: StoredSource): Promise<Sliced<ComparisonResult>> => {
    const { verifySource } = await import('./second-source/compare/compare-source.ts');
    const result = await verifySource(reader, source);
    return inOneSlice(() => result);
  },
  /** Outlines a dropped statement file: its accounts and days. */
  givenStatements: async (bytes: Uint8Array): Promise<Sliced<Result<GivenOutline, string>>> => {
    const { outlineOf } = await import('./second-source/compare/compare-source.ts');
    const outline = await outlineOf(bytes);
    return inOneSlice(() => outline);
  },
  resultPage: (question: ResultPageQuestion) => resultPage(reader, question),
  findEntries: (question: FindQuestion) => findEntries(reader, question),
  findInside: (question: InsideQuestion) => findInside(reader, question),
  counterpartyHistory: (question: HistoryQuestion) => counterpartyHistory(reader, question),
  counterpartyEntries: (question: PartyQuestion) => counterpartyEntries(reader, question),
  underReference: (accountNumber: string, reference: string) =>
    inOneSlice(() => entriesByReference(reader, accountNumber, reference, underReferenceMax + 1)),
  placeOfEntry: (view: StatementView, entryId: string) =>
    inOneSlice(() => placeOfEntry(reader, view, entryId)),
  nextUnread: (view: StatementView, entryId: string | null) =>
    inOneSlice(() => nextUnread(reader, view, entryId)),
  /** Proves a period; null if a day's chain must be cached first, which the writer thread does (`cacheDays`). */
  proveCached: (accountNumber: string, period: CachedPeriod) =>
    inOneSlice(() => proveFromCache(reader, accountNumber, period)),
});

export type StatementReads = ReturnType<typeof statementReads>;
export type StatementQuestions = Questions<StatementReads>;
