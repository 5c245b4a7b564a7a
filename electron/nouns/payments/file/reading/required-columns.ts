import {
  fieldUnder,
  moreProblems,
  placeOf,
  type RequiredField,
} from '../../../../../shared/bank/required-fields.ts';
import type { Cell, FileRow } from '../../../../engines/files/table.ts';

/** The fields that the bank file requires of a payment beyond the catalogue, and their columns in a payment file. */
export type RequiredColumns = {
  readonly fields: readonly RequiredField[];
  /** The field's name -> its column, from 0; a field without a column is absent. */
  readonly columns: ReadonlyMap<string, number>;
};

/** The columns of a saved file by the current bank file; a column that had a meaning when the file was added keeps it. */
export function requiredColumns(
  headings: readonly string[],
  matchedColumns: Readonly<Record<string, number>>,
  fields: readonly RequiredField[],
): RequiredColumns {
  const others = new Set(Object.values(matchedColumns));
  const matched = fields.flatMap(({ name }) => {
    const at = matchedColumns[placeOf(name)];
    return at === undefined ? [] : [[name, at] as const];
  });
  const found = headings.flatMap((heading, at) => {
    const field = others.has(at) ? undefined : fieldUnder(heading, fields);
    return field ? [[field.name, at] as const] : [];
  });
  return { fields, columns: new Map([...found, ...matched]) };
}

type Read = { readonly more: Record<string, string>; readonly problems: Record<string, string> };

/** Reads the fields of one line, with a sentence for each field that has a problem. */
export function requiredTexts(
  { cells }: FileRow,
  { fields, columns }: RequiredColumns,
  wrongWith: (cell: Cell) => string | undefined,
): Read {
  const more: Record<string, string> = {};
  const unread: Record<string, string> = {};
  for (const [name, at] of columns) {
    const cell = cells[at];
    const text = cell?.text.trim() ?? '';
    if (text !== '') more[name] = text;
    const problem = cell && wrongWith(cell);
    if (problem !== undefined) unread[placeOf(name)] = problem;
  }
  const problems = { ...moreProblems(fields, more), ...unread };
  for (const { name, label } of fields) {
    const problem = problems[placeOf(name)];
    if (problem === undefined) continue;
    problems[placeOf(name)] = columns.has(name)
      ? `${label} ${problem}.`
      : `${label} is required, and the file has no column “${label}”.`;
  }
  return { more, problems };
}
