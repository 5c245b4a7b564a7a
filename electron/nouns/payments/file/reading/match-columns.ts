import type { RequiredField } from '../../../../../shared/bank/required-fields.ts';
import { limits } from '../../../../../shared/limits.ts';
import type { ColumnMatch, Decimals } from '../../../../../shared/ipc/changes/payment-files.ts';
import { ok, type Result } from '../../../../../shared/result.ts';
import { refuse, type FileProblem, type FileRow } from '../../../../engines/files/table.ts';
import { beneficiaryFields, matchableFields, unusedWords, type FieldColumns } from './columns.ts';
import { decimalsOf } from '../../../../engines/columns/decimals.ts';
import {
  againstShape,
  columnsProblem,
  decidedDecimals,
  unknownColumns,
  type SavedMatch,
} from '../../../../engines/columns/match.ts';
import { cellAt, sampleRows, outlineOf } from '../../../../engines/columns/outline.ts';
import { withoutTotals } from './totals.ts';

/** A parsed payment file: the meaning of its columns, and its lines, which are not checked yet. */
export type PaymentTable = {
  /** As the file writes them. */
  readonly headings: readonly string[];
  readonly columns: FieldColumns;
  readonly rows: readonly FileRow[];
  /** The decimal mark of its amounts; null for a file under our own headings. */
  readonly decimals: Decimals | null;
  readonly notes: readonly string[];
  /** Absent where the meaning of every filled column is known. */
  readonly unknown?: UnknownColumns;
};

/** Filled columns whose meaning a person must confirm, and the shape that the answer is saved under. */
export type UnknownColumns = {
  /** Their numbers, from 0. */
  readonly at: readonly number[];
  readonly shape: string;
  readonly offset: number;
};

/** Reads a table by a person's match of its columns, for this file or for one of the same shape. Refuses a match that does not fit. */
export function matchedTable(
  rows: readonly FileRow[],
  match: Pick<ColumnMatch, 'columns' | 'decimals'> & { readonly first: number },
  requiredFields: readonly RequiredField[],
): Result<PaymentTable, FileProblem> {
  const { columns, first } = match;
  const outline = outlineOf(rows, first);
  const payments = rows.slice(first);
  if (payments.length === 0) return refuse('file.empty', 'there is no payment on those lines.');
  const problem = columnsProblem(columns, {
    known: new Set(matchableFields(requiredFields).map(({ name }) => name)),
    width: outline.headings.length,
    record: 'payment',
  });
  if (problem !== null) return unknownColumns(problem);
  const { amount } = columns;
  if (amount === undefined) return unknownColumns('no column was matched to the amount.');
  if (!beneficiaryFields.some((field) => columns[field] !== undefined))
    return unknownColumns('no column was matched to the payee: to its id, name or account.');
  const amounts = payments.map((row) => cellAt(row, amount));
  const decided = decidedDecimals(amounts, match.decimals);
  if (!decided.ok) return decided;
  const decimals = decided.value;
  const { rows: lines, notes } = withoutTotals(payments, { columns, decimals });
  if (lines.length === 0) return refuse('file.empty', 'there is no payment in it.');
  if (lines.length > limits.paymentLinesMax)
    return refuse('file.too-large', `it has more than ${limits.paymentLinesMax} lines.`);
  const unused = outline.headings.filter(
    (_, at) =>
      !Object.values(columns).includes(at) &&
      lines.some((row) => cellAt(row, at).text.trim() !== ''),
  );
  return ok({
    headings: outline.headings,
    columns,
    rows: lines,
    decimals,
    notes: [
      ...(decimals === null || decimalsOf(amounts) === 'whole'
        ? []
        : [`Its amounts are read with a ${decimals} before the decimals.`]),
      ...(unused.length === 0 ? [] : [unusedWords(unused)]),
      ...notes,
    ],
  });
}

/** As {@link matchedTable} by a saved match. Fails with `file.columns-unknown` where the amounts contradict the match. */
export function tableByShape(
  rows: readonly FileRow[],
  first: number,
  saved: SavedMatch,
  requiredFields: readonly RequiredField[],
): Result<PaymentTable, FileProblem> {
  const begin = Math.max(0, first + saved.offset);
  const amounts = rows.slice(begin).map((row) => cellAt(row, saved.columns['amount'] ?? -1));
  const problem = againstShape(amounts, saved);
  if (problem !== null) return unknownColumns(problem);
  const table = matchedTable(rows, { ...saved, first: begin }, requiredFields);
  return table.ok ? ok({ ...table.value, notes: [saved.words, ...table.value.notes] }) : table;
}

/** Rows of a file that a person sees first. */
export const shownRows = Math.min(12, sampleRows);
