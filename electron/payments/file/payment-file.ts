import { fieldUnder, type AskedField } from '../../../shared/bank/asked-fields.ts';
import { limits } from '../../../shared/limits.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { readHeading, recognisedHeadings, type Heading } from './columns.ts';
import { readCsv } from '../../files/csv-table.ts';
import { kindOf } from '../../files/file-kind.ts';
import { refuse, type FileProblem, type FileRow } from '../../files/table.ts';
import { createTurns } from '../../files/turns.ts';
import { readXlsx } from '../../files/xlsx-table.ts';
import { dateName } from './pain-not-carried.ts';
import { readPain, type PainTable } from './read-pain.ts';

/** A payment file as it was read: what its columns mean, and its lines. Nothing is judged yet but the file as a whole. */
export type PaymentTable = Heading & { readonly rows: readonly FileRow[] };

/**
 * Reads a dropped file, whatever its name says it is. Nothing in it is run or looked up, nothing is guessed, and the
 * thread is handed back every few milliseconds. A file that is not taken is refused with one reason.
 */
export async function readPaymentFile(
  bytes: Uint8Array,
  asked: readonly AskedField[] = [],
): Promise<Result<PaymentTable, FileProblem>> {
  if (bytes.length === 0) return refuse('file.empty', 'it is empty.');
  if (bytes.length > limits.paymentFileBytesMax) return refuse('file.too-large', tooLarge);
  const kind = kindOf(bytes);
  if (!kind.ok) return kind;
  if (kind.value === 'xml') {
    const message = await readPain(bytes, createTurns());
    return message.ok ? ok(withoutAskedDate(message.value, asked)) : message;
  }
  const rowsMax = limits.paymentLinesMax + 1;
  const turns = createTurns();
  const table =
    kind.value === 'zip'
      ? await readXlsx(bytes, rowsMax, turns)
      : await readCsv(bytes, rowsMax, turns, recognisedHeadings);
  if (!table.ok) return table;
  const [first, ...rows] = table.value.rows;
  if (!first) return refuse('file.empty', 'there is nothing in it.');
  const heading = readHeading(first, asked);
  if (!heading.ok) return heading;
  if (rows.length === 0) return refuse('file.empty', 'there is no payment under its heading.');
  if (rows.length > limits.paymentLinesMax)
    return refuse('file.too-large', `it has more than ${limits.paymentLinesMax} lines.`);
  return ok({ ...heading.value, rows, notes: [...table.value.notes, ...heading.value.notes] });
}

const tooLarge = `it is larger than ${limits.paymentFileBytesMax / (1024 * 1024)} MB.`;

/** A bank whose file asks for the day of a payment is told it, as every field that is asked for. */
function withoutAskedDate(table: PainTable, asked: readonly AskedField[]): PainTable {
  const { executionDate = -1, ...columns } = table.columns;
  const isAsked = fieldUnder(table.headings[executionDate] ?? '', asked) !== undefined;
  return isAsked
    ? { ...table, columns, notes: table.notes.filter((note) => !note.includes(dateName)) }
    : table;
}
