import { ok, type Err, type Result } from '../../../shared/result.ts';
import { columnsMax, isBlank, refuse, type Cell, type FileProblem, type FileRow } from './table.ts';
import type { Turns } from './turns.ts';
import { dayShown, type DateStyles } from './xlsx-dates.ts';
import { unescaped } from './xlsx-strings.ts';
import { attributeOf, readXml, type Attributes, type XmlHandler } from './xml-elements.ts';

/** A cell being read. */
type OpenCell = {
  readonly column: number;
  readonly type: string;
  readonly isDate: boolean;
  text: string;
  isFormula: boolean;
  /** The number of its values (`v` and `is`): at most one in a workbook that a program wrote. */
  values: number;
};

/** A row being read, and the position in it. */
type OpenRow = {
  readonly line: number;
  readonly cells: Cell[];
  /** Columns whose cells hold something. */
  readonly filled: Set<number>;
  cell: OpenCell | null;
  /** The column of a next cell that does not name its place. */
  next: number;
};

/** Parameters of reading a sheet. `strings` are the shared texts by index. */
type SheetReading = {
  readonly strings: readonly string[];
  readonly rowsMax: number;
  /** Styles that show a number as a day. */
  readonly dates: DateStyles;
  readonly epoch: 1900 | 1904;
  readonly turns: Turns;
};

/** The rows of a sheet that hold anything, cell by cell as text. */
export async function sheetRows(
  xml: string,
  reading: SheetReading,
): Promise<Result<FileRow[], FileProblem>> {
  const handler = new SheetHandler(reading);
  if (!(await readXml(xml, handler, reading.turns)))
    return refuse('file.unreadable', 'its sheet is no proper XML.');
  return handler.problem ?? ok(handler.rows);
}

class SheetHandler implements XmlHandler {
  readonly rows: FileRow[] = [];
  problem: Err<FileProblem> | null = null;
  readonly #reading: SheetReading;
  #row = newRow(0);
  #isReading = false;
  #tables = 0;

  constructor(reading: SheetReading) {
    this.#reading = reading;
  }

  get isDone(): boolean {
    return this.problem !== null || this.rows.length > this.#reading.rowsMax;
  }

  open(name: string, attributes: Attributes): void {
    const { cell } = this.#row;
    if (name === 'rPh') this.#isReading = true;
    else if (name === 'f' && cell) cell.isFormula = true;
    else if ((name === 'v' || name === 'is') && cell) cell.values += 1;
    else if (name === 'c') this.#row.cell = cellOf(attributes, this.#row, this.#reading);
    else if (name === 'row') this.#row = newRow(lineOf(attributes, this.#row.line));
    else if (name === 'sheetData') this.#tables += 1;
    if (this.#tables > 1)
      this.problem ??= refuse('file.unreadable', 'its sheet has its rows twice.');
  }

  close(name: string, text: string): void {
    const { cell } = this.#row;
    if (name === 'rPh') this.#isReading = false;
    else if ((name === 'v' || name === 't') && cell && !this.#isReading) cell.text += text;
    else if (name === 'c' && cell) this.#endCell(cell);
    else if (name === 'row' && !this.isDone) this.#endRow();
  }

  /** Refuses a value beyond the last column at once: a row may have any number of cells. */
  #endCell(cell: OpenCell): void {
    endCell(this.#row, cell, this.#reading);
    const { line, cells } = this.#row;
    if (cells.length > columnsMax)
      this.problem ??= refuse('input.invalid', `row ${line} has more than ${columnsMax} columns.`);
  }

  #endRow(): void {
    const { line, cells } = this.#row;
    if (!isBlank({ line, cells })) this.rows.push({ line, cells });
  }
}

const newRow = (line: number): OpenRow => ({
  ...{ line, cells: [], filled: new Set(), cell: null, next: 0 },
});

/** Rows and cells need not name their place: then they follow the one before. */
function lineOf(attributes: Attributes, before: number): number {
  const line = Number(attributeOf(attributes, 'r'));
  return Number.isSafeInteger(line) && line > before ? line : before + 1;
}

function cellOf(attributes: Attributes, row: OpenRow, { dates }: SheetReading): OpenCell {
  const letters = /^([A-Z]{1,3})\d*$/.exec(attributeOf(attributes, 'r') ?? '')?.[1];
  const column = letters === undefined ? row.next : columnOf(letters);
  row.next = column + 1;
  const isDate = dates.has(Number(attributeOf(attributes, 's') ?? -1));
  const type = attributeOf(attributes, 't') ?? 'n';
  return { column, type, isDate, text: '', isFormula: false, values: 0 };
}

function columnOf(letters: string): number {
  let column = 0;
  for (let at = 0; at < letters.length; at += 1) column = column * 26 + letters.charCodeAt(at) - 64;
  return column - 1;
}

function endCell(row: OpenRow, cell: OpenCell, reading: SheetReading): void {
  row.cell = null;
  const value = valueOf(cell, reading);
  // Formatting may cover whole rows, so an empty cell far to the right is no column.
  if (value.text === '' && value.problem === undefined) return;
  const column = Math.min(cell.column, columnsMax);
  while (row.cells.length < column) row.cells.push({ text: '' });
  row.cells[column] = row.filled.has(column)
    ? { ...value, problem: 'is in the sheet twice' }
    : value;
  row.filled.add(column);
}

function valueOf(
  { type, text, isFormula, isDate, values }: OpenCell,
  { strings, epoch }: SheetReading,
): Cell {
  if (values > 1) return { text, problem: 'has two values' };
  if (isFormula) return { text, problem: 'is a formula: paste its value instead' };
  if (type === 's') return text === '' ? { text } : sharedText(strings[Number(text)]);
  if (type === 'inlineStr' || type === 'str' || type === 'd') return { text: unescaped(text) };
  if (type === 'b') return { text: text === '1' ? 'TRUE' : 'FALSE' };
  if (type === 'e') return { text, problem: `holds the error ${text}` };
  if (text === '') return { text: '' };
  if (isDate) return dayCell(text, epoch);
  const number = numberText(text);
  return number === null
    ? { text, problem: 'has more digits than a number in a workbook keeps: write it as text' }
    : { text: number, isNumber: true };
}

/** Returns the day that a person sees, not the number that the workbook stores: `1.12` may have become 1 December. */
function dayCell(text: string, epoch: 1900 | 1904): Cell {
  const day = dayShown(text, epoch);
  return day === null ? { text, problem: 'is a time of the day: write it as text' } : { text: day };
}

const sharedText = (text: string | undefined): Cell =>
  text === undefined
    ? { text: '', problem: 'names a text that the workbook does not hold' }
    : { text };

/** The most digits that a cell's number always holds exactly. */
const exactDigitsMax = 15;

/**
 * The shortest decimal text of a cell's number, without an exponent. A workbook stores numbers as binary doubles: null where the original
 * may have had more digits than a double holds, and is therefore not known.
 */
function numberText(source: string): string | null {
  const value = Number(source);
  if (source.trim() === '' || !Number.isFinite(value)) return null;
  const [mantissa = '', exponent = '0'] = value.toString().split('e');
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const shift = Number(exponent);
  const digits = `${whole}${fraction}`;
  const point = whole.length + shift;
  const significant = digits.replace(/^0+/, '').replace(/0+$/, '').length;
  if (significant > exactDigitsMax || point > exactDigitsMax) return null;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const padded = digits.padEnd(point, '0');
  const decimals = padded.slice(point);
  return `${sign}${padded.slice(0, point)}${decimals === '' ? '' : `.${decimals}`}`;
}
