import type { AskedField } from '../../../shared/bank/asked-fields.ts';
import { limits } from '../../../shared/limits.ts';
import type { ColumnMatch, Decimals } from '../../../shared/ipc/payment-files.ts';
import { ok, type Err, type Result } from '../../../shared/result.ts';
import { refuse, type FileProblem, type FileRow } from '../../files/table.ts';
import { beneficiaryFields, matchableFields, unusedWords, type FieldColumns } from './columns.ts';
import { decimalsOf } from './decimals.ts';
import { cellAt, judgedRows, outlineOf } from './outline.ts';
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

/** What a person said of a shape, as far as a later file is read by it. */
export type SavedMatch = Pick<ColumnMatch, 'columns' | 'decimals'> & {
  /** Rows between where the payments were seen to begin and where the person said that they do. */
  readonly offset: number;
  /** Of whom and when, as a note. */
  readonly words: string;
};

const unknown = (message: string): Err<FileProblem> => refuse('file.columns-unknown', message);

/** Reads a table by what a person said of its columns, on this file or on one of the same shape; what does not hold is refused. */
export function matchedTable(
  rows: readonly FileRow[],
  match: Pick<ColumnMatch, 'columns' | 'decimals'> & { readonly first: number },
  asked: readonly AskedField[],
): Result<PaymentTable, FileProblem> {
  const { columns, first } = match;
  const outline = outlineOf(rows, first);
  const payments = rows.slice(first);
  if (payments.length === 0) return refuse('file.empty', 'there is no payment on those lines.');
  const known = new Set(matchableFields(asked).map(({ name }) => name));
  const taken = Object.values(columns);
  const stranger = Object.keys(columns).find((field) => !known.has(field));
  if (stranger !== undefined) return unknown(`no payment has a field called ${stranger}.`);
  if (taken.some((at) => at >= outline.headings.length))
    return unknown('it has fewer columns than were matched.');
  if (new Set(taken).size < taken.length) return unknown('one column was given two meanings.');
  const { amount } = columns;
  if (amount === undefined) return unknown('no column was matched to the amount.');
  if (!beneficiaryFields.some((field) => columns[field] !== undefined))
    return unknown('no column was matched to the payee: to its id, name or account.');
  const found = decimalsOf(payments.map((row) => cellAt(row, amount)));
  const decimals = match.decimals ?? (found === 'point' || found === 'comma' ? found : null);
  if (decimals === null && (found === 'mixed' || found === 'ambiguous'))
    return unknown(undecided[found]);
  const { rows: lines, notes } = withoutTotals(payments, { columns, decimals });
  if (lines.length === 0) return refuse('file.empty', 'there is no payment in it.');
  if (lines.length > limits.paymentLinesMax)
    return refuse('file.too-large', `it has more than ${limits.paymentLinesMax} lines.`);
  const unused = outline.headings.filter(
    (_, at) => !taken.includes(at) && lines.some((row) => cellAt(row, at).text.trim() !== ''),
  );
  return ok({
    headings: outline.headings,
    columns,
    rows: lines,
    decimals,
    notes: [
      ...(decimals === null || found === 'whole'
        ? []
        : [`Its amounts are read with a ${decimals} before the decimals.`]),
      ...(unused.length === 0 ? [] : [unusedWords(unused)]),
      ...notes,
    ],
  });
}

const undecided = {
  mixed:
    'its amounts are written both ways: say whether a point or a comma stands before the decimals.',
  ambiguous:
    'a point or comma in its amounts may be thousands or decimals, and no amount tells: say which stands before the decimals.',
} as const;

/** As {@link matchedTable}, by a match that is remembered; one that these amounts speak against is asked for again. */
export function tableByShape(
  rows: readonly FileRow[],
  first: number,
  saved: SavedMatch,
  asked: readonly AskedField[],
): Result<PaymentTable, FileProblem> {
  const begin = Math.max(0, first + saved.offset);
  const amounts = rows.slice(begin).map((row) => cellAt(row, saved.columns['amount'] ?? -1));
  const found = decimalsOf(amounts);
  const differs =
    saved.decimals !== null &&
    found !== saved.decimals &&
    found !== 'ambiguous' &&
    found !== 'whole';
  if (differs)
    return unknown(
      `its columns are as matched before, but its amounts are not written with a ${saved.decimals ?? ''} before the decimals.`,
    );
  const table = matchedTable(rows, { ...saved, first: begin }, asked);
  return table.ok ? ok({ ...table.value, notes: [saved.words, ...table.value.notes] }) : table;
}

/** What a person sees of a file at first. */
export const shownRows = Math.min(12, judgedRows);
