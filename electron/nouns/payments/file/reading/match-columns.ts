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

/** A payment file as it was read: what its columns mean, and its lines. Nothing is judged yet but the file as a whole. */
export type PaymentTable = {
  /** As the file writes them. */
  readonly headings: readonly string[];
  readonly columns: FieldColumns;
  readonly rows: readonly FileRow[];
  /** What stands before the decimals of its amounts; null as a heading of ours has them. */
  readonly decimals: Decimals | null;
  readonly notes: readonly string[];
};

/** Reads a table by what a person said of its columns, on this file or on one of the same shape; what does not hold is refused. */
export function matchedTable(
  rows: readonly FileRow[],
  match: Pick<ColumnMatch, 'columns' | 'decimals'> & { readonly first: number },
  asked: readonly RequiredField[],
): Result<PaymentTable, FileProblem> {
  const { columns, first } = match;
  const outline = outlineOf(rows, first);
  const payments = rows.slice(first);
  if (payments.length === 0) return refuse('file.empty', 'there is no payment on those lines.');
  const problem = columnsProblem(columns, {
    known: new Set(matchableFields(asked).map(({ name }) => name)),
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

/** As {@link matchedTable}, by a match that is remembered; one that these amounts speak against is asked for again. */
export function tableByShape(
  rows: readonly FileRow[],
  first: number,
  saved: SavedMatch,
  asked: readonly RequiredField[],
): Result<PaymentTable, FileProblem> {
  const begin = Math.max(0, first + saved.offset);
  const amounts = rows.slice(begin).map((row) => cellAt(row, saved.columns['amount'] ?? -1));
  const problem = againstShape(amounts, saved);
  if (problem !== null) return unknownColumns(problem);
  const table = matchedTable(rows, { ...saved, first: begin }, asked);
  return table.ok ? ok({ ...table.value, notes: [saved.words, ...table.value.notes] }) : table;
}

/** What a person sees of a file at first. */
export const shownRows = Math.min(12, sampleRows);
