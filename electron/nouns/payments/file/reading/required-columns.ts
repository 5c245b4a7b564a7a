import {
  fieldUnder,
  moreProblems,
  placeOf,
  type RequiredField,
} from '../../../../../shared/bank/required-fields.ts';
import type { Cell, FileRow } from '../../../../engines/files/table.ts';

/** What the bank's file asks of a payment besides, and where a payment file has it. */
export type AskedColumns = {
  readonly fields: readonly RequiredField[];
  /** The field's name -> its column, from 0; a field without one stands in no column. */
  readonly columns: ReadonlyMap<string, number>;
};

/** The columns of a kept file, as the bank's file asks now; a column that meant something when it was dropped still does. */
export function askedColumns(
  headings: readonly string[],
  taken: Readonly<Record<string, number>>,
  fields: readonly RequiredField[],
): AskedColumns {
  const others = new Set(Object.values(taken));
  const matched = fields.flatMap(({ name }) => {
    const at = taken[placeOf(name)];
    return at === undefined ? [] : [[name, at] as const];
  });
  const found = headings.flatMap((heading, at) => {
    const field = others.has(at) ? undefined : fieldUnder(heading, fields);
    return field ? [[field.name, at] as const] : [];
  });
  return { fields, columns: new Map([...found, ...matched]) };
}

type Read = { readonly more: Record<string, string>; readonly problems: Record<string, string> };

/** Reads the fields of one line, each with a sentence of its own where something is wrong with it. */
export function askedTexts(
  { cells }: FileRow,
  { fields, columns }: AskedColumns,
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
  for (const { name, label } of fields)
    if (placeOf(name) in problems && !columns.has(name))
      problems[placeOf(name)] = `is required, and the file has no column “${label}”`;
  return { more, problems };
}
