import type { EntryMeaning } from '../../shared/bank/statements.ts';
import type { AnyDatabase } from '../store/database.ts';
import type { RowMark } from '../formats/format.ts';
import { exportRows, type ExportRow } from './export-rows.ts';
import type { BatchQuestion } from './incoming.ts';
import type { Meanings } from './meanings.ts';

/** The text of a view's next entries, without what stands before the first and behind the last. */
export type TextBatch = {
  /** UTF-8. */
  readonly text: Uint8Array;
  readonly entries: number;
  /** To be handed back as `afterKey`; null when nothing is left. */
  readonly nextKey: number | null;
};

/** What people noted of entries, by their ids. */
export type MarksById = ReadonlyMap<string, RowMark>;

/** What an entry is written with. */
export type Given = {
  readonly meanings: Meanings;
  /** Does nothing stand before it in the file? */
  readonly isFirst: boolean;
  /** Null where they are not to stand in the file. */
  readonly marks: MarksById | null;
};

/** A format in which a statement can be written. The text is made in the thread that reads, some thousand entries at a time. */
export type StatementFormat = {
  /** What the file's name ends in, and what the command line calls it. */
  readonly name: string;
  /** What a person chooses by. */
  readonly words: string;
  /**
   * What stands before the entries. `meanings`: those that the bank file gives to what the bank says of an entry besides; `withMarks`:
   * whether what people noted stands beside them.
   */
  readonly begin: (meanings: readonly EntryMeaning[], withMarks?: boolean) => string;
  /** The next standing entries of a view, oldest first. */
  readonly batch: (database: AnyDatabase, question: BatchQuestion, given: Given) => TextBatch;
  /** What stands behind them. */
  readonly end: string;
};

/** Of an entry that nobody marked. */
export const unmarked: RowMark = { read: false, flagged: false, note: '' };

/** A batch of a format that writes entries out of their rows. */
export const batchOfRows =
  (
    textOf: (rows: readonly ExportRow[], accountNumber: string, given: Given) => string,
  ): StatementFormat['batch'] =>
  (database, question, given) => {
    const rows = exportRows(database, question);
    const text = rows.length === 0 ? '' : textOf(rows, question.accountNumber, given);
    return {
      text: new TextEncoder().encode(text),
      entries: rows.length,
      nextKey: rows.length < question.limit ? null : (rows.at(-1)?.[11] ?? null),
    };
  };
