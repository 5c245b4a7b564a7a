import type { EntryMeaning } from '../../../../shared/bank/statements.ts';
import type { RowLabels, RowMark } from '../../../engines/formats/format.ts';
import type { AnyDatabase } from '../../../engines/store/database.ts';
import { exportRows, type ExportRow } from './export-rows.ts';
import type { BatchQuestion } from '../query/filters.ts';
import type { Meanings } from '../entries/meanings.ts';
import { unlabelled } from '../entries/row-labels.ts';

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

/** What stands beside entries that are handed over with what people and rules say of them. */
export type Noted = {
  readonly marks: MarksById;
  /** By the entries' keys. */
  readonly labels: ReadonlyMap<number, RowLabels>;
};

/** What an entry is written with. */
export type Given = {
  readonly meanings: Meanings;
  /** Does nothing stand before it in the file? */
  readonly isFirst: boolean;
  /** Null where it is not to stand in the file. */
  readonly noted: Noted | null;
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
  /** Entries as they were read. */
  readonly text: (rows: readonly ExportRow[], accountNumber: string, given: Given) => string;
  /** The next standing entries of a view as the database itself writes them, where nothing stands beside them; left out: by `text`. */
  readonly plain?: (database: AnyDatabase, question: BatchQuestion) => TextBatch;
  /** What stands behind them. */
  readonly end: string;
};

/** What is said of one entry. */
export const notedOf = ([id, , , , , , , , , , , key]: ExportRow, { marks, labels }: Noted) => ({
  ...(marks.get(id) ?? unmarked),
  ...(labels.get(key) ?? unlabelled),
});

const unmarked: RowMark = { read: false, flagged: false, note: '', files: [] };

/** The next standing entries of a view as text, oldest first, with nothing beside them that people noted. */
export function batchOf(
  { plain, text }: StatementFormat,
  database: AnyDatabase,
  question: BatchQuestion,
  given: Omit<Given, 'noted'>,
): TextBatch {
  if (plain !== undefined && given.meanings.names.length === 0) return plain(database, question);
  const rows = exportRows(database, question);
  const noted = { ...given, noted: null };
  return batchOfText(rows.length === 0 ? '' : text(rows, question.accountNumber, noted), {
    rows,
    limit: question.limit,
  });
}

/** The text of rows of which at most `limit` were asked for. */
export const batchOfText = (
  text: string,
  { rows, limit }: { readonly rows: readonly ExportRow[]; readonly limit: number },
): TextBatch => ({
  text: new TextEncoder().encode(text),
  entries: rows.length,
  nextKey: rows.length < limit ? null : (rows.at(-1)?.[11] ?? null),
});
