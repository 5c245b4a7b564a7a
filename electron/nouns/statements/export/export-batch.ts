import type { AnyDatabase } from '../../../engines/store/database.ts';
import { batchOf, type TextBatch } from './export-format.ts';
import { formatNamed } from './export-formats.ts';
import type { BatchQuestion } from '../query/filters.ts';
import { meaningsAt, type Places } from '../entries/meanings.ts';

/** `places`: where the bank file has the meanings. */
export type TextQuestion = BatchQuestion & { readonly format: string; readonly places: Places };

/** The text of a view's next entries in the format that is named. */
export const textBatch = (
  database: AnyDatabase,
  { format, places, ...question }: TextQuestion,
): TextBatch =>
  batchOf(formatNamed(format), database, question, {
    meanings: meaningsAt(places),
    isFirst: question.afterKey === null,
  });
