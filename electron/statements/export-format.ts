import type { EntryMeaning } from '../../shared/bank/statements.ts';
import type { AnyDatabase } from '../store/database.ts';
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

/** A format in which a statement can be written. The text is made in the thread that reads, some thousand entries at a time. */
export type StatementFormat = {
  /** What the file's name ends in, and what the command line calls it. */
  readonly name: string;
  /** What a person chooses by. */
  readonly words: string;
  /** What stands before the entries. `meanings`: those that the bank file gives to what the bank says of an entry besides. */
  readonly begin: (meanings: readonly EntryMeaning[]) => string;
  /** The next standing entries of a view, oldest first. */
  readonly batch: (database: AnyDatabase, question: BatchQuestion, meanings: Meanings) => TextBatch;
  /** What stands behind them. */
  readonly end: string;
};

/** A batch of a format that writes entries out of their rows; `isFirst` where none stands before them. */
export const batchOfRows =
  (
    textOf: (rows: readonly ExportRow[], meanings: Meanings, isFirst: boolean) => string,
  ): StatementFormat['batch'] =>
  (database, question, meanings) => {
    const rows = exportRows(database, question);
    const text = rows.length === 0 ? '' : textOf(rows, meanings, question.afterKey === null);
    return {
      text: new TextEncoder().encode(text),
      entries: rows.length,
      nextKey: rows.length < question.limit ? null : (rows.at(-1)?.[11] ?? null),
    };
  };
