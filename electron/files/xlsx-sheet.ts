import { ok, type Result } from '../../shared/result.ts';
import { columnsMax, isBlank, refuse, type Cell, type FileProblem, type FileRow } from './table.ts';
import type { Turns } from './turns.ts';
import { numberText } from './xlsx-numbers.ts';
import { unescaped } from './xlsx-strings.ts';
import { attributeOf, xmlTokens, type XmlToken } from './xml-tokens.ts';

type OpenToken = Extract<XmlToken, { kind: 'open' }>;

/** What of a cell has been read so far. */
type OpenCell = {
  readonly column: number;
  readonly type: string;
  text: string;
  isFormula: boolean;
};

/** A row being read, and where in it the reading stands. */
type OpenRow = { readonly line: number; readonly cells: Cell[]; cell: OpenCell | null };

/** Texts by their numbers, and how many rows there may be. */
type SheetReading = {
  readonly strings: readonly string[];
  readonly rowsMax: number;
  readonly turns: Turns;
};

/** The rows of a sheet that hold anything, cell by cell as text. */
export async function sheetRows(
  xml: string,
  { strings, rowsMax, turns }: SheetReading,
): Promise<Result<FileRow[], FileProblem>> {
  const rows: FileRow[] = [];
  let row: OpenRow = newRow(0);
  let isText = false;
  let isReading = false;
  for (const token of xmlTokens(xml)) {
    if (token === null) return refuse('file.unreadable', 'its sheet is no proper XML.');
    if (token.kind === 'text') {
      if (isText && !isReading && row.cell) row.cell.text += token.text;
      continue;
    }
    if (turns.isOver()) await turns.next();
    const isOpen = token.kind === 'open';
    if (token.name === 'v' || token.name === 't') isText = isOpen && !token.isEmpty;
    else if (token.name === 'rPh') isReading = isOpen && !token.isEmpty;
    else if (token.name === 'f' && row.cell) row.cell.isFormula = true;
    else if (token.name === 'c' && isOpen) row.cell = cellOf(token, row);
    if (token.name === 'c' && row.cell && endsHere(token)) endCell(row, row.cell, strings);
    if (token.name !== 'row') continue;
    if (isOpen) row = newRow(lineOf(token, row.line));
    if (!endsHere(token)) continue;
    if (row.cells.length > columnsMax)
      return refuse('input.invalid', `row ${row.line} has more than ${columnsMax} columns.`);
    if (!isBlank(row)) rows.push({ line: row.line, cells: row.cells });
    if (rows.length > rowsMax) return ok(rows);
  }
  return ok(rows);
}

const newRow = (line: number): OpenRow => ({ line, cells: [], cell: null });

const endsHere = (token: Exclude<XmlToken, { kind: 'text' }>): boolean =>
  token.kind === 'close' || token.isEmpty;

/** Rows and cells may leave their place out: then they stand behind the one before. */
function lineOf({ attributes }: OpenToken, before: number): number {
  const told = Number(attributeOf(attributes, 'r'));
  return Number.isSafeInteger(told) && told > before ? told : before + 1;
}

function cellOf({ attributes }: OpenToken, { cells }: OpenRow): OpenCell {
  const letters = /^([A-Z]{1,3})\d*$/.exec(attributeOf(attributes, 'r') ?? '')?.[1];
  const column = letters === undefined ? cells.length : columnOf(letters);
  return { column, type: attributeOf(attributes, 't') ?? 'n', text: '', isFormula: false };
}

function columnOf(letters: string): number {
  let column = 0;
  for (let at = 0; at < letters.length; at += 1) column = column * 26 + letters.charCodeAt(at) - 64;
  return column - 1;
}

function endCell(row: OpenRow, cell: OpenCell, strings: readonly string[]): void {
  row.cell = null;
  const value = valueOf(cell, strings);
  // Formatting alone reaches over whole rows: an empty cell far out is no column.
  if (value.text === '' && value.problem === undefined) return;
  while (row.cells.length < Math.min(cell.column, columnsMax)) row.cells.push({ text: '' });
  row.cells[Math.min(cell.column, columnsMax)] = value;
}

function valueOf({ type, text, isFormula }: OpenCell, strings: readonly string[]): Cell {
  if (isFormula) return { text, problem: 'is a formula: paste its value instead' };
  if (type === 's') return { text: strings[Number(text)] ?? '' };
  if (type === 'inlineStr' || type === 'str' || type === 'd') return { text: unescaped(text) };
  if (type === 'b') return { text: text === '1' ? 'TRUE' : 'FALSE' };
  if (type === 'e') return { text, problem: `holds the error ${text}` };
  if (text === '') return { text: '' };
  const number = numberText(text);
  return number === null
    ? { text, problem: 'has more digits than a number in a workbook keeps: write it as text' }
    : { text: number };
}
