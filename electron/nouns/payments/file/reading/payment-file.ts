import { fieldUnder, type RequiredField } from '../../../../../shared/bank/required-fields.ts';
import type { ColumnMatch, SeenColumns } from '../../../../../shared/ipc/changes/payment-files.ts';
import { limits } from '../../../../../shared/limits.ts';
import { ok, type Result } from '../../../../../shared/result.ts';
import {
  matchableFields,
  readHeading,
  recognisedHeadings,
  unusedWords,
  type FieldColumns,
  type Heading,
} from './columns.ts';
import { decimalsOf } from '../../../../engines/columns/decimals.ts';
import type { SavedMatch } from '../../../../engines/columns/match.ts';
import { guessColumns, type KnownValues } from './guess-columns.ts';
import {
  matchedTable,
  shownRows,
  tableByShape,
  type PaymentTable,
  type UnknownColumns,
} from './match-columns.ts';
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

/** The parameters of reading a file. */
export type Matching = {
  /** The fields that the bank file requires beyond the catalogue. */
  readonly requiredFields?: readonly RequiredField[];
  /** A person's match of the columns of this file. */
  readonly match?: Omit<ColumnMatch, 'remember'> | undefined;
  /** The match saved for an earlier file of the same shape. */
  readonly savedFor?: (shape: string) => SavedMatch | null;
};

/** Rows above our own heading that are searched for it. */
const titleRowsMax = 30;

/**
 * Reads a dropped file by its content, not its name. Runs nothing in it, guesses nothing, and yields the thread every few milliseconds.
 * Refuses a file with one reason; `file.columns-unknown` where a person has to match its columns.
 */
export async function readPaymentFile(
  bytes: Uint8Array,
  { requiredFields = [], match, savedFor = () => null }: Matching = {},
): Promise<Result<PaymentTable, FileProblem>> {
  const read = await readTable(bytes);
  if (!read.ok) return read;
  if ('columns' in read.value)
    return ok({ ...withoutRequiredDate(read.value, requiredFields), decimals: null });
  const { rows, notes } = read.value;
  const table = match
    ? matchedTable(rows, { ...match, first: rowAt(rows, match.firstLine) }, requiredFields)
    : tableOf(rows, requiredFields, savedFor);
  return table.ok ? ok({ ...table.value, notes: [...notes, ...table.value.notes] }) : table;
}

/** Describes a file to a person who matches its columns, with the shape that the match is saved under. */
export async function fileToMatch(
  {
    fileName,
    bytes,
    firstLine,
  }: { fileName: string; bytes: Uint8Array; firstLine?: number | undefined },
  requiredFields: readonly RequiredField[],
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
  const why = tableOf(rows, requiredFields, () => null);
  return ok({
    fileName,
    firstLine: rows[begin]?.line ?? 1,
    columns: guessColumns(rows.slice(begin), outline, known),
    fields: matchableFields(requiredFields),
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
  const kind = withAcceptedTypes(kindOf(bytes), acceptedTypes);
  if (!kind.ok) return kind;
  const turns = createTurns();
  if (kind.value === 'xml') return readPain(bytes, turns);
  const rowsMax = limits.paymentLinesMax + titleRowsMax;
  const table =
    kind.value === 'zip'
      ? withAcceptedTypes(
          await readXlsx(bytes, { rowsMax, turns, named: /^payments$/i }),
          acceptedTypes,
        )
      : await readCsv(bytes, rowsMax, turns, recognisedHeadings);
  return table.ok && table.value.rows.length === 0
    ? refuse('file.empty', 'there is nothing in it.')
    : table;
}

const acceptedTypes = 'Payments are read from CSV, XLSX and pain.001.';

function tableOf(
  rows: readonly FileRow[],
  requiredFields: readonly RequiredField[],
  savedFor: (shape: string) => SavedMatch | null,
): Result<PaymentTable, FileProblem> {
  const named = namedTable(rows, requiredFields, savedFor);
  if (named.ok || named.error.code !== 'file.columns-unknown') return named;
  const outline = outlineOf(rows);
  const saved = savedFor(outline.shape);
  return saved ? tableByShape(rows, outline.first, saved, requiredFields) : named;
}

/** Reads a table under our own headings, with any titles above them and any unknown columns beside them. */
function namedTable(
  rows: readonly FileRow[],
  requiredFields: readonly RequiredField[],
  savedFor: (shape: string) => SavedMatch | null,
): Result<PaymentTable, FileProblem> {
  const headings = rows.slice(0, titleRowsMax).map((row) => readHeading(row, requiredFields));
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
  const { headings: names } = heading.value;
  const { answered, unknown } = answeredColumns(rows, at + 1, heading.value, savedFor);
  return ok({
    headings: names,
    columns: { ...answered.columns, ...columns },
    rows: lines,
    decimals: null,
    notes: [...(at === 0 ? [] : [titlesWords(at)]), ...answered.notes, ...notes],
    ...(unknown && { unknown }),
  });
}

/** The filled columns of unknown meaning: as a person answered for a file of the same shape, or still to be confirmed. */
function answeredColumns(
  rows: readonly FileRow[],
  first: number,
  { headings, columns, unknown }: Heading,
  savedFor: (shape: string) => SavedMatch | null,
): {
  answered: { columns: FieldColumns; notes: readonly string[] };
  unknown: UnknownColumns | null;
} {
  const isFilled = (at: number): boolean =>
    rows.slice(first).some((row) => cellAt(row, at).text.trim() !== '');
  const filled = unknown.filter(isFilled);
  const nothing = { columns: {}, notes: [] };
  if (filled.length === 0) return { answered: nothing, unknown: null };
  const { shape } = outlineOf(rows, first);
  const saved = savedFor(shape);
  if (!saved)
    return {
      answered: nothing,
      unknown: { at: filled, shape, offset: first - outlineOf(rows).first },
    };
  const known = Object.entries(saved.columns).filter(
    ([field, at]) => filled.includes(at) && !(field in columns),
  );
  const used = new Set(known.map(([, at]) => at));
  const unused = filled.filter((at) => !used.has(at)).map((at) => headings[at] ?? '');
  return {
    answered: {
      columns: Object.fromEntries(known),
      notes: [saved.words, ...(unused.length === 0 ? [] : [unusedWords(unused)])],
    },
    unknown: null,
  };
}

const titlesWords = (count: number): string =>
  count === 1
    ? 'The line over its heading was left out.'
    : `The ${count} lines over its heading were left out.`;

const tooLarge = `it is larger than ${limits.paymentFileBytesMax / (1024 * 1024)} MB.`;

/** Removes the note about the execution date, and its column, where the bank file requires the date: then it is sent. */
function withoutRequiredDate(
  table: PainTable,
  requiredFields: readonly RequiredField[],
): PainTable {
  const { executionDate = -1, ...columns } = table.columns;
  const isRequired = fieldUnder(table.headings[executionDate] ?? '', requiredFields) !== undefined;
  return isRequired
    ? { ...table, columns, notes: table.notes.filter((note) => !note.includes(dateName)) }
    : table;
}
