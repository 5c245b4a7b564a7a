import { strToU8, Zip, ZipDeflate } from 'fflate';

import { dayNumber } from '../../shared/calendar.ts';
import { shownDigits } from '../../shared/money/currencies.ts';
import type { Decimal } from '../../shared/money/decimal.ts';
import type { FileHead, FormatPart, FormatRow, Open, Writer } from './format.ts';
import type { Notes } from './notes.ts';
import { escaped, legalXml } from './xml-text.ts';

/**
 * A workbook with a sheet of the accounts and their balances, and a sheet of entries for each (ECMA-376, part 1, 18.3). Amounts and days are numbers, texts
 * are texts that no spreadsheet runs. A figure with more digits than a spreadsheet's numbers hold is text, and that is said.
 */
export const xlsx: Open = (head, notes) => new Xlsx(head, notes);

/** A double holds every decimal of so many digits. */
const digitsMax = 15;
/** Of a sheet; the first row has the headings. */
const rowsMax = 1_048_576;
const textMax = 32_767;

/** Places in the list of cell formats of `styles`. */
const style = { plain: 0, heading: 1, day: 2, text: 3, figures: 4 } as const;

/** The day that a spreadsheet counts as 25,569 is 1970-01-01. */
const serialOf = (day: string): number => dayNumber(day) + 25_569;

type Column = {
  readonly heading: string;
  /** In letters. */
  readonly width: number;
  readonly cell: (sheet: Xlsx, row: FormatRow) => string;
};

const columns: readonly Column[] = [
  { heading: 'Booked', width: 12, cell: (sheet, row) => sheet.day(row.bookingDay) },
  { heading: 'Value date', width: 12, cell: (sheet, row) => sheet.day(row.valueDay) },
  {
    heading: 'Amount',
    width: 18,
    cell: (sheet, row) =>
      sheet.figure(row.effect === 'debit' ? `-${row.amount}` : row.amount, row.currency, row.id),
  },
  { heading: 'Currency', width: 9, cell: (sheet, row) => sheet.text(row.currency, row.id) },
  {
    heading: 'Balance',
    width: 18,
    cell: (sheet, row) => sheet.figure(row.balance, row.currency, row.id),
  },
  { heading: 'Type', width: 18, cell: (sheet, row) => sheet.text(row.type, row.id) },
  { heading: 'Narration', width: 48, cell: (sheet, row) => sheet.text(row.narration, row.id) },
  {
    heading: 'Counterparty',
    width: 24,
    cell: (sheet, row) => sheet.text(row.counterparty, row.id),
  },
  {
    heading: 'Remittance information',
    width: 30,
    cell: (sheet, row) => sheet.text(row.remittance, row.id),
  },
  { heading: 'Our reference', width: 24, cell: (sheet, row) => sheet.text(row.reference, row.id) },
  { heading: 'Bank reference', width: 24, cell: (sheet, row) => sheet.text(row.id, row.id) },
  { heading: 'Booked at (UTC)', width: 25, cell: (sheet, row) => sheet.text(row.at, row.id) },
  {
    heading: 'Reversal',
    width: 9,
    cell: (sheet, row) => sheet.text(row.isReversal ? 'yes' : 'no', row.id),
  },
];

const markColumns: readonly Column[] = [
  { heading: 'Read', width: 7, cell: (sheet, row) => sheet.text(yesOrNo(row.mark?.read), row.id) },
  {
    heading: 'Flagged',
    width: 8,
    cell: (sheet, row) => sheet.text(yesOrNo(row.mark?.flagged), row.id),
  },
  { heading: 'Note', width: 30, cell: (sheet, row) => sheet.text(row.mark?.note ?? '', row.id) },
  {
    heading: 'Named counterparty',
    width: 24,
    cell: (sheet, row) => sheet.text(row.mark?.namedCounterparty ?? '', row.id),
  },
  {
    heading: 'Tags',
    width: 20,
    cell: (sheet, row) => sheet.text(row.mark?.tags.join(', ') ?? '', row.id),
  },
  {
    heading: 'Files',
    width: 30,
    cell: (sheet, row) => sheet.text(row.mark?.files.join(', ') ?? '', row.id),
  },
];

const yesOrNo = (is: boolean | undefined): string => (is === true ? 'yes' : 'no');

const accountHeadings = [
  ['Account', 20],
  ['Name', 28],
  ['Currency', 9],
  ['From', 12],
  ['To', 12],
  ['Opening balance', 18],
  ['Credits', 18],
  ['Number of credits', 10],
  ['Debits', 18],
  ['Number of debits', 10],
  ['Closing balance', 18],
  ['Proof', 60],
  ['As of (UTC)', 25],
  ['Sheet', 24],
] as const;

class Xlsx implements Writer {
  readonly #notes: Notes;
  readonly #columns: readonly Column[];
  readonly #zip: Zip;
  #made: Uint8Array[] = [];
  #sheet: ZipDeflate | null = null;
  readonly #sheets: string[] = [];
  #rows = 0;
  #part: FormatPart | null = null;
  #accounts = '';
  #accountCount = 0;

  constructor(head: FileHead, notes: Notes) {
    this.#notes = notes;
    this.#columns = head.withMarks ? [...columns, ...markColumns] : columns;
    this.#zip = new Zip((fault, bytes) => {
      if (fault !== null) throw fault;
      this.#made.push(bytes);
    });
  }

  begin(): Uint8Array {
    return new Uint8Array();
  }

  beginPart(part: FormatPart): Uint8Array {
    this.#part = part;
    this.#beginSheet(part.accountNumber);
    this.#accounts += this.#accountRow(part, this.#sheets.at(-1) ?? '');
    return this.#taken();
  }

  rows(rows: readonly FormatRow[]): Uint8Array {
    let text = '';
    for (const row of rows) {
      if (this.#rows === rowsMax) {
        this.#push(text);
        text = '';
        this.#endSheet();
        this.#beginSheet(this.#part?.accountNumber ?? '');
      }
      this.#rows += 1;
      text += rowOf(this.#columns.map(({ cell }) => cell(this, row)));
    }
    this.#push(text);
    return this.#taken();
  }

  endPart(): Uint8Array {
    this.#endSheet();
    return this.#taken();
  }

  end(): Uint8Array {
    const widths = accountHeadings.map(([, width]) => width);
    const head = headingRow(accountHeadings.map(([heading]) => heading));
    this.#add(
      'xl/worksheets/accounts.xml',
      sheetStart(widths) + head + this.#accounts + sheetEnd(widths.length, this.#accountCount + 1),
    );
    for (const [name, text] of packageParts(this.#sheets)) this.#add(name, text);
    this.#zip.end();
    return this.#taken();
  }

  day(day: string): string {
    return `<c s="${String(style.day)}"><v>${String(serialOf(day))}</v></c>`;
  }

  figure(amount: Decimal, currency: string, entry: string): string {
    const digits = amount.replaceAll(/\D/g, '').replace(/^0+/, '');
    if (digits.length > digitsMax) {
      this.#notes.add(
        'More digits than a spreadsheet’s number holds: the cell is text',
        entry,
        amount,
        amount,
      );
      return this.text(amount, entry);
    }
    const shown = Math.max(shownDigits(currency), amount.split('.')[1]?.length ?? 0);
    return `<c s="${String(style.figures + shown)}"><v>${amount}</v></c>`;
  }

  text(text: string, entry: string): string {
    if (text === '') return '<c/>';
    const legal = legalXml(text);
    if (legal !== text)
      this.#notes.add('A control character, which a workbook does not take', entry, text, legal);
    const kept = legal.slice(0, textMax);
    if (kept !== legal)
      this.#notes.add('Longer than the 32,767 signs of a cell', entry, legal, kept);
    // A workbook reads _x0041_ as a letter.
    const told = escaped(kept.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_'));
    return `<c t="inlineStr" s="${String(style.text)}"><is><t xml:space="preserve">${told}</t></is></c>`;
  }

  #beginSheet(accountNumber: string): void {
    const name = sheetName(accountNumber, this.#sheets);
    this.#sheets.push(name);
    this.#rows = 1;
    this.#sheet = new ZipDeflate(`xl/worksheets/sheet${String(this.#sheets.length)}.xml`, {
      level: 6,
    });
    this.#zip.add(this.#sheet);
    const widths = this.#columns.map(({ width }) => width);
    this.#push(sheetStart(widths) + headingRow(this.#columns.map(({ heading }) => heading)));
  }

  #endSheet(): void {
    this.#sheet?.push(strToU8(sheetEnd(this.#columns.length, this.#rows)), true);
    this.#sheet = null;
  }

  #push(text: string): void {
    this.#sheet?.push(strToU8(text));
  }

  #add(name: string, text: string): void {
    const file = new ZipDeflate(name, { level: 6 });
    this.#zip.add(file);
    file.push(strToU8(text), true);
  }

  #taken(): Uint8Array {
    const made = Buffer.concat(this.#made);
    this.#made = [];
    return made;
  }

  #accountRow(part: FormatPart, sheet: string): string {
    const { accountNumber, accountName, currency, credits, debits, proof } = part;
    const figure = (amount: Decimal): string => this.figure(amount, currency, accountNumber);
    const text = (told: string): string => this.text(told, accountNumber);
    this.#accountCount += 1;
    return rowOf([
      ...[
        text(accountNumber),
        text(accountName),
        text(currency),
        this.day(part.from),
        this.day(part.to),
      ],
      ...[figure(part.opening), figure(credits.sum), countCell(credits.count)],
      ...[figure(debits.sum), countCell(debits.count), figure(part.closing)],
      ...[text(proof.words), text(part.asOf ?? ''), text(sheet)],
    ]);
  }
}

const countCell = (count: number): string => `<c><v>${String(count)}</v></c>`;
const rowOf = (cells: readonly string[]): string => `<row>${cells.join('')}</row>`;

const headingRow = (headings: readonly string[]): string =>
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

/** Headings stay in sight. */
const sheetStart = (widths: readonly number[]): string =>
  `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" ` +
  `activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths
    .map((width, index) => {
      const place = String(index + 1);
      return `<col min="${place}" max="${place}" width="${String(width)}" customWidth="1"/>`;
    })
    .join('')}</cols><sheetData>`;

const sheetEnd = (width: number, rows: number): string =>
  `</sheetData><autoFilter ref="A1:${String.fromCodePoint(64 + width)}${String(rows)}"/></worksheet>`;

/** At most 31 signs, none that a workbook uses itself, and no other sheet's. */
function sheetName(accountNumber: string, taken: readonly string[]): string {
  const stem = legalXml(accountNumber)
    .replaceAll(/[[\]:*?/\\']/g, '-')
    .slice(0, 24);
  const isTaken = (name: string): boolean =>
    ['Accounts', ...taken].some((one) => one.toLowerCase() === name.toLowerCase());
  let name = stem;
  for (let next = 2; isTaken(name); next += 1) name = `${stem} (${String(next)})`;
  return name;
}

function packageParts(sheets: readonly string[]): [name: string, text: string][] {
  const all = [
    ['Accounts', 'accounts'],
    ...sheets.map((name, index) => [name, `sheet${String(index + 1)}`]),
  ];
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return [
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>` +
        `<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>` +
        `${all.map(([, file = '']) => `<Override PartName="/xl/worksheets/${file}.xml" ContentType="${type}.worksheet+xml"/>`).join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${all
        .map(
          ([name = ''], index) =>
            `<sheet name="${escaped(name)}" sheetId="${String(index + 1)}" r:id="rId${String(index + 1)}"/>`,
        )
        .join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${declaration}<Relationships xmlns="${packaged}/relationships">${all
        .map(
          ([, file = ''], index) =>
            `<Relationship Id="rId${String(index + 1)}" Type="${office}/worksheet" Target="worksheets/${file}.xml"/>`,
        )
        .join(
          '',
        )}<Relationship Id="styles" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
  ];
}

/** In the order of `style`; figures stand behind the others, by how many decimals they show. */
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
  // A text stays one when its cell is gone into.
  `<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" quotePrefix="1"/>` +
  [0, 1, 2, 3, 4]
    .map(
      (digits) =>
        `<xf numFmtId="${String(165 + digits)}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    )
    .join('') +
  `</cellXfs></styleSheet>`;
