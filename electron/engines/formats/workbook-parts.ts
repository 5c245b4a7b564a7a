import { dayNumber } from '../../../shared/calendar/calendar.ts';
import { shownDigits } from '../../../shared/money/currencies.ts';
import type { Decimal } from '../../../shared/money/decimal.ts';
import { escaped } from './xml-text.ts';

/** The parts of a workbook (ECMA-376, part 1, 18.3). Amounts and days are numbers; texts are never run as formulas. */

/** The indexes of the cell formats in `styles`. */
const style = { heading: 1, day: 2, text: 3, figures: 4 } as const;

/** The most decimal digits that a double always holds exactly. */
const digitsMax = 15;
/** The most characters of a cell. */
export const textMax = 32_767;

/** The day that a spreadsheet counts as 25,569 is 1970-01-01. */
const serialOf = (day: string): number => dayNumber(day) + 25_569;

export const dayCell = (day: string): string =>
  `<c s="${String(style.day)}"><v>${String(serialOf(day))}</v></c>`;

/** Returns a number cell; null where the amount has more digits than a spreadsheet's number holds. */
export function figureCell(amount: Decimal, currency: string): string | null {
  const digits = amount.replaceAll(/\D/g, '').replace(/^0+/, '');
  if (digits.length > digitsMax) return null;
  const shown = Math.max(shownDigits(currency), amount.split('.')[1]?.length ?? 0);
  return `<c s="${String(style.figures + shown)}"><v>${amount}</v></c>`;
}

/** The text is legal in XML, and no longer than `textMax`. */
export function textCell(legal: string): string {
  // A workbook reads _x0041_ as an escaped letter.
  const text = escaped(legal.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_'));
  return `<c t="inlineStr" s="${String(style.text)}"><is><t xml:space="preserve">${text}</t></is></c>`;
}

export const rowOf = (cells: readonly string[]): string => `<row>${cells.join('')}</row>`;

export const headingRow = (headings: readonly string[]): string =>
  rowOf(
    headings.map(
      (heading) =>
        `<c t="inlineStr" s="${String(style.heading)}"><is><t>${escaped(heading)}</t></is></c>`,
    ),
  );

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';

/** The start of a sheet, with the heading row frozen. */
export const sheetStart = (widths: readonly number[]): string =>
  `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" ` +
  `activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths
    .map((width, index) => {
      const place = String(index + 1);
      return `<col min="${place}" max="${place}" width="${String(width)}" customWidth="1"/>`;
    })
    .join('')}</cols><sheetData>`;

export const sheetEnd = (width: number, rows: number): string =>
  `</sheetData><autoFilter ref="A1:${String.fromCodePoint(64 + width)}${String(rows)}"/></worksheet>`;

/** A sheet: its name, and the name of its part without folder and extension. */
export type SheetFile = readonly [name: string, file: string];

/** The parts of a workbook other than its sheets. */
export function packageParts(all: readonly SheetFile[]): [name: string, text: string][] {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return [
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>` +
        `${all.map(([, file]) => `<Override PartName="/xl/worksheets/${file}.xml" ContentType="${type}.worksheet+xml"/>`).join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${all
        .map(
          ([name], index) =>
            `<sheet name="${escaped(name)}" sheetId="${String(index + 1)}" r:id="rId${String(index + 1)}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${declaration}<Relationships xmlns="${packaged}/relationships">${all
        .map(
          ([, file], index) =>
            `<Relationship Id="rId${String(index + 1)}" Type="${office}/worksheet" Target="worksheets/${file}.xml"/>`,
        )
        .join(
          '',
        )}<Relationship Id="styles" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
  ];
}

/** In the order of `style`; the formats of figures follow the others, by their number of decimals. */
const styles =
  `${declaration}<styleSheet xmlns="${main}"><numFmts count="6"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
  `${[0, 1, 2, 3, 4].map((digits) => `<numFmt numFmtId="${String(165 + digits)}" formatCode="#,##0${digits === 0 ? '' : `.${'0'.repeat(digits)}`}"/>`).join('')}</numFmts>` +
  `<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
  `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
  `<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
  `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="9">` +
  `<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
  `<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>` +
  `<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
  // `quotePrefix` keeps a text a text when its cell is edited.
  `<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>` +
  [0, 1, 2, 3, 4]
    .map(
      (digits) =>
        `<xf numFmtId="${String(165 + digits)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    )
    .join('') +
  `</cellXfs></styleSheet>`;
