import { DeskFault } from '../../../../shared/errors.ts';
import type { AnyDatabase } from '../../../engines/store/database.ts';
import { meaningsAt, type Places } from '../entries/meanings.ts';
import type { BatchQuestion } from '../query/filters.ts';
import { csvFormat } from './export-csv.ts';
import { batchOf, type StatementFormat, type TextBatch } from './export-format.ts';
import { jsonFormat } from './export-json.ts';

/** Every format in which a statement can be written. */
export const statementFormats: readonly [StatementFormat, ...StatementFormat[]] = [
  csvFormat,
  jsonFormat,
];

/** Returns the format of that name. Throws `input.invalid` if there is none. */
export function formatNamed(name: string): StatementFormat {
  const format = statementFormats.find((one) => one.name === name);
  if (!format) throw new DeskFault('input.invalid', `A statement cannot be written as ${name}.`);
  return format;
}

/** `places`: the bank's field for each meaning, by the bank file. */
export type TextQuestion = BatchQuestion & { readonly format: string; readonly places: Places };

/** Returns the text of a view's next entries in the named format. */
export const textBatch = (
  database: AnyDatabase,
  { format, places, ...question }: TextQuestion,
): TextBatch =>
  batchOf(formatNamed(format), database, question, {
    meanings: meaningsAt(places),
    isFirst: question.afterKey === null,
  });
