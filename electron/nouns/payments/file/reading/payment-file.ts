import { fieldUnder, type RequiredField } from '../../../../../shared/bank/required-fields.ts';
import type { ColumnMatch, SeenColumns } from '../../../../../shared/ipc/changes/payment-files.ts';
import { limits } from '../../../../../shared/limits.ts';
import { ok, type Result } from '../../../../../shared/result.ts';
import { matchableFields, readHeading, recognisedHeadings } from './columns.ts';
import { decimalsOf } from '../../../../engines/columns/decimals.ts';
import type { SavedMatch } from '../../../../engines/columns/match.ts';
import { guessColumns, type KnownValues } from './guess-columns.ts';
import { matchedTable, shownRows, tableByShape, type PaymentTable } from './match-columns.ts';
import { cellAt, outlineOf } from '../../../../engines/columns/outline.ts';
import { withoutTotals } from './totals.ts';
import { readCsv } from '../../../../engines/files/csv-table.ts';
import { kindOf, withAcceptedTypes } from '../../../../engines/files/file-kind.ts';
import {
  refuse,
  type FileProblem,
  type FileRow,
  type Table,
} from '../../../../engines/files/table.ts';
import { createTurns } from '../../../../engines/files/turns.ts';
import { readXlsx } from '../../../../engines/files/xlsx-table.ts';
import { dateName } from './pain-not-carried.ts';
import { readPain, type PainTable } from './read-pain.ts';

export type { PaymentTable } from './match-columns.ts';

/** What a file is read with, beside itself. */
export type Matching = {
  /** What the bank's file asks for besides. */
  readonly asked?: readonly RequiredField[];
  /** A person's word on the columns of this file. */
  readonly match?: Omit<ColumnMatch, 'remember'> | undefined;
  /** What a person said of an earlier file of the same shape. */
  readonly savedFor?: (shape: string) => SavedMatch | null;
};

/** Rows over a heading of ours that are looked through for it. */
const titleRowsMax = 30;

/**
 * Reads a dropped file, whatever its name says it is. Nothing in it is run or looked up, nothing is guessed, and the
 * thread is handed back every few milliseconds. A file that is not taken is refused with one reason; `file.columns-unknown` where a
 * person has to say what its columns mean.
 */
export async function readPaymentFile(
  bytes: Uint8Array,
  { asked = [], match, savedFor = () => null }: Matching = {},
): Promise<Result<PaymentTable, FileProblem>> {
  const read = await readTable(bytes);
  if (!read.ok) return read;
  if ('columns' in read.value)
    return ok({ ...withoutAskedDate(read.value, asked), decimals: null });
  const { rows, notes } = read.value;
  const table = match
    ? matchedTable(rows, { ...match, first: rowAt(rows, match.firstLine) }, asked)
    : tableOf(rows, asked, savedFor);
  return table.ok ? ok({ ...table.value, notes: [...notes, ...table.value.notes] }) : table;
}

/** What a person is shown of a file whose columns they match, and the shape under which that is remembered. */
export async function fileToMatch(
  {
    fileName,
    bytes,
    firstLine,
  }: { fileName: string; bytes: Uint8Array; firstLine?: number | undefined },
  asked: readonly RequiredField[],
  known: KnownValues,
): Promise<Result<SeenColumns & { shape: string; offset: number }, FileProblem>> {
  const read = await readTable(bytes);
  if (!read.ok) return read;
  if ('columns' in read.value)
    return refuse('input.invalid', 'it is a payment message: its columns are known.');
  const { rows } = read.value;
  const seen = outlineOf(rows);
  const begin = firstLine === undefined ? seen.first : rowAt(rows, firstLine);
  const outline = outlineOf(rows, begin);
  const why = tableOf(rows, asked, () => null);
  return ok({
    fileName,
    firstLine: rows[begin]?.line ?? 1,
    columns: guessColumns(rows.slice(begin), outline, known),
    fields: matchableFields(asked),
    lines: rows.slice(0, Math.min(begin, titleRowsMax) + shownRows).map(({ line, cells }) => ({
      line,
      cells: cells.map(({ text }) => text.slice(0, 200)),
    })),
    why: why.ok ? '' : why.error.message,
    shape: seen.shape,
    offset: begin - seen.first,
  });
}

const rowAt = (rows: readonly FileRow[], line: number): number => {
  const at = rows.findIndex((row) => row.line >= line);
  return at === -1 ? rows.length : at;
};

async function readTable(bytes: Uint8Array): Promise<Result<Table | PainTable, FileProblem>> {
  if (bytes.length === 0) return refuse('file.empty', 'it is empty.');
  if (bytes.length > limits.paymentFileBytesMax) return refuse('file.too-large', tooLarge);
  const kind = withAcceptedTypes(kindOf(bytes), taken);
  if (!kind.ok) return kind;
  const turns = createTurns();
  if (kind.value === 'xml') return readPain(bytes, turns);
  const rowsMax = limits.paymentLinesMax + titleRowsMax;
  const table =
    kind.value === 'zip'
      ? withAcceptedTypes(await readXlsx(bytes, { rowsMax, turns, named: /^payments$/i }), taken)
      : await readCsv(bytes, rowsMax, turns, recognisedHeadings);
  return table.ok && table.value.rows.length === 0
    ? refuse('file.empty', 'there is nothing in it.')
    : table;
}

const taken = 'Payments are read from CSV, XLSX and pain.001.';

function tableOf(
  rows: readonly FileRow[],
  asked: readonly RequiredField[],
  savedFor: (shape: string) => SavedMatch | null,
): Result<PaymentTable, FileProblem> {
  const named = namedTable(rows, asked);
  if (named.ok || named.error.code !== 'file.columns-unknown') return named;
  const outline = outlineOf(rows);
  const saved = savedFor(outline.shape);
  return saved ? tableByShape(rows, outline.first, saved, asked) : named;
}

/** A table under a heading of ours, whatever titles stand over it. */
function namedTable(
  rows: readonly FileRow[],
  asked: readonly RequiredField[],
): Result<PaymentTable, FileProblem> {
  const headings = rows.slice(0, titleRowsMax).map((row) => readHeading(row, asked));
  const at = Math.max(
    0,
    headings.findIndex(({ ok: isHeading }) => isHeading),
  );
  const heading = headings[at];
  if (!heading) return refuse('file.empty', 'there is nothing in it.');
  if (!heading.ok) return heading;
  const { columns } = heading.value;
  const payments = rows.slice(at + 1);
  if (payments.length === 0) return refuse('file.empty', 'there is no payment under its heading.');
  const { rows: lines, notes } = withoutTotals(payments, { columns, decimals: null });
  if (lines.length === 0) return refuse('file.empty', 'there is no payment in it.');
  if (lines.length > limits.paymentLinesMax)
    return refuse('file.too-large', `it has more than ${limits.paymentLinesMax} lines.`);
  if (decimalsOf(lines.map((row) => cellAt(row, columns.amount ?? -1))) === 'comma')
    return refuse(
      'file.columns-unknown',
      'its amounts are written with a comma before the decimals.',
    );
  return ok({
    ...heading.value,
    rows: lines,
    decimals: null,
    notes: [...(at === 0 ? [] : [titlesWords(at)]), ...heading.value.notes, ...notes],
  });
}

const titlesWords = (count: number): string =>
  count === 1
    ? 'The line over its heading was left out.'
    : `The ${count} lines over its heading were left out.`;

const tooLarge = `it is larger than ${limits.paymentFileBytesMax / (1024 * 1024)} MB.`;

/** A bank whose file asks for the day of a payment is told it, as every field that is asked for. */
function withoutAskedDate(table: PainTable, asked: readonly RequiredField[]): PainTable {
  const { executionDate = -1, ...columns } = table.columns;
  const isAsked = fieldUnder(table.headings[executionDate] ?? '', asked) !== undefined;
  return isAsked
    ? { ...table, columns, notes: table.notes.filter((note) => !note.includes(dateName)) }
    : table;
}
