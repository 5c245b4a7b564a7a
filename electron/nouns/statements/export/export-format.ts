import type { EntryMeaning } from '../../../../shared/bank/statements.ts';
import type { RowLabels, RowMark } from '../../../engines/formats/format.ts';
import type { AnyDatabase } from '../../../engines/store/database.ts';
import { exportRows, type ExportRow } from './export-rows.ts';
import type { BatchQuestion } from '../query/filters.ts';
import type { Meanings } from '../entries/meanings.ts';
import { unlabelled } from '../entries/row-labels.ts';

/** The text of a view's next entries, without the head and the end of the file. */
export type TextBatch = {
  /** UTF-8. */
  readonly text: Uint8Array;
  readonly entries: number;
  /** The next `afterKey`; null after the last batch. */
  readonly nextKey: number | null;
};

/** Marks of entries, by entry id. */
export type MarksById = ReadonlyMap<string, RowMark>;

/** The marks and labels that are written with entries. */
export type Noted = {
  readonly marks: MarksById;
  /** By the entries' keys. */
  readonly labels: ReadonlyMap<number, RowLabels>;
};

/** The options an entry is written with. */
export type Given = {
  readonly meanings: Meanings;
  /** Is it the first entry of the file? */
  readonly isFirst: boolean;
  /** Null if the file has no marks. */
  readonly noted: Noted | null;
};

/** A format in which a statement can be written. The reader thread builds the text, some thousand entries at a time. */
export type StatementFormat = {
  /** The file extension, and the name on the command line. */
  readonly name: string;
  /** The label in the window. */
  readonly words: string;
  /**
   * The text before the entries. `meanings`: those that the bank file gives to the bank's extra fields; `withMarks`: whether the
   * file has people's marks.
   */
  readonly begin: (meanings: readonly EntryMeaning[], withMarks?: boolean) => string;
  /** Formats entries as they were read. */
  readonly text: (rows: readonly ExportRow[], accountNumber: string, given: Given) => string;
  /** Lets the database format the next active entries of a view, without marks. If missing, `text` formats them. */
  readonly plain?: (database: AnyDatabase, question: BatchQuestion) => TextBatch;
  /** The text after the entries. */
  readonly end: string;
};

/** The marks and labels of one entry. */
export const notedOf = ([id, , , , , , , , , , , key]: ExportRow, { marks, labels }: Noted) => ({
  ...(marks.get(id) ?? unmarked),
  ...(labels.get(key) ?? unlabelled),
});

const unmarked: RowMark = { read: false, flagged: false, note: '', files: [] };

/** Returns the next active entries of a view as text, oldest first, without marks. */
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

/** Makes a batch of the text of rows that a query of at most `limit` rows returned. */
export const batchOfText = (
  text: string,
  { rows, limit }: { readonly rows: readonly ExportRow[]; readonly limit: number },
): TextBatch => ({
  text: new TextEncoder().encode(text),
  entries: rows.length,
  nextKey: rows.length < limit ? null : (rows.at(-1)?.[11] ?? null),
});
