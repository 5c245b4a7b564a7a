import type { Decimal } from '../../../shared/money/decimal.ts';
import {
  dayCell,
  figureCell,
  headingRow,
  packageParts,
  rowOf,
  sheetEnd,
  sheetStart,
  textCell,
  textMax,
} from './workbook-parts.ts';
import { legalXml } from './xml-text.ts';
import { zipOf } from './zip-files.ts';

/** A cell of a list: a text, a day as `2026-11-20`, or an amount in its currency. */
export type ListCell =
  | string
  | { readonly day: string }
  | { readonly amount: Decimal; readonly currency: string };

export type ListSheet = {
  readonly name: string;
  /** Each with its width in letters. */
  readonly columns: readonly (readonly [heading: string, width: number])[];
  readonly rows: readonly (readonly ListCell[])[];
};

/** A workbook of some plain lists, a sheet each. */
export function workbookOf(sheets: readonly ListSheet[]): Uint8Array {
  const files = sheets.map(({ name }, at) => [name, `sheet${String(at + 1)}`] as const);
  const parts = sheets.map(({ columns, rows }, at): [string, string] => [
    `xl/worksheets/sheet${String(at + 1)}.xml`,
    sheetStart(columns.map(([, width]) => width)) +
      headingRow(columns.map(([heading]) => heading)) +
      rows.map((row) => rowOf(row.map(cellOf))).join('') +
      sheetEnd(columns.length, rows.length + 1),
  ]);
  const all = [...packageParts(files), ...parts];
  return zipOf(Object.fromEntries(all));
}

function cellOf(cell: ListCell): string {
  if (typeof cell === 'string') return asText(cell);
  if ('day' in cell) return dayCell(cell.day);
  return figureCell(cell.amount, cell.currency) ?? asText(cell.amount);
}

const asText = (text: string): string =>
  text === '' ? '<c/>' : textCell(legalXml(text).slice(0, textMax));
