// The edition without threads, as in zip-files.ts.
import { strToU8, Zip, ZipDeflate } from 'fflate/browser';

import type { Decimal } from '../../../shared/money/decimal.ts';
import type { FileHead, FormatPart, FormatRow, Open, Writer } from './format.ts';
import type { Notes } from './notes.ts';
import {
  type SheetFile,
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

/**
 * A workbook with a sheet of the accounts and their balances, and a sheet of entries for each (ECMA-376, part 1, 18.3). The result of a
 * search is one sheet of entries for all accounts, without balances of the accounts. Amounts and days are numbers; texts are never run as
 * formulas. A figure with more digits than a spreadsheet's number holds is written as text, with a note.
 */
export const xlsx: Open = (head, notes) => new Xlsx(head, notes);

/** The most rows of a sheet, including the headings. */
const rowsMax = 1_048_576;

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

/** Added where one sheet has the entries of several accounts. */
const wholeColumns: readonly Column[] = [
  { heading: 'Account', width: 20, cell: (sheet, row) => sheet.text(sheet.accountNumber, row.id) },
  { heading: 'Account name', width: 28, cell: (sheet, row) => sheet.text(sheet.name, row.id) },
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

type AccountColumn = {
  readonly heading: string;
  readonly width: number;
  /** Meaningful for a whole statement only, and not for the entries found by a search. */
  readonly isOfStatement?: true;
  readonly cell: (sheet: Xlsx, part: FormatPart) => string;
};

const accountText = (
  heading: string,
  width: number,
  read: (part: FormatPart) => string,
): AccountColumn => ({
  heading,
  width,
  cell: (sheet, part) => sheet.text(read(part), part.accountNumber),
});

const accountFigure = (heading: string, read: (part: FormatPart) => Decimal): AccountColumn => ({
  heading,
  width: 18,
  cell: (sheet, part) => sheet.figure(read(part), part.currency, part.accountNumber),
});

const accountDay = (heading: string, read: (part: FormatPart) => string): AccountColumn => ({
  heading,
  width: 12,
  cell: (sheet, part) => sheet.day(read(part)),
});

const accountCount = (heading: string, read: (part: FormatPart) => number): AccountColumn => ({
  heading,
  width: 10,
  cell: (_sheet, part) => countCell(read(part)),
});

const ofStatement = (column: AccountColumn): AccountColumn => ({ ...column, isOfStatement: true });

const accountColumns: readonly AccountColumn[] = [
  accountText('Account', 20, ({ accountNumber }) => accountNumber),
  accountText('Name', 28, ({ accountName }) => accountName),
  accountText('Currency', 9, ({ currency }) => currency),
  ofStatement(accountDay('From', ({ from }) => from)),
  ofStatement(accountDay('To', ({ to }) => to)),
  ofStatement(accountFigure('Opening balance', ({ opening }) => opening)),
  accountFigure('Credits', ({ credits }) => credits.sum),
  accountCount('Number of credits', ({ credits }) => credits.count),
  accountFigure('Debits', ({ debits }) => debits.sum),
  accountCount('Number of debits', ({ debits }) => debits.count),
  ofStatement(accountFigure('Closing balance', ({ closing }) => closing)),
  ofStatement(accountText('Proof', 60, ({ proof }) => proof.words)),
  accountText('As of (UTC)', 25, ({ asOf }) => asOf ?? ''),
];

/** The columns of both kinds of sheet, which depend on the kind of file. */
const columnsOf = ({ found, withMarks }: FileHead) =>
  ({
    entries: [
      ...(found === undefined ? [] : wholeColumns),
      ...columns,
      ...(withMarks ? markColumns : []),
    ],
    accounts:
      found === undefined
        ? [...accountColumns, { heading: 'Sheet', width: 24, cell: (sheet) => sheet.sheetCell() }]
        : [
            ...accountColumns.filter(({ isOfStatement }) => isOfStatement !== true),
            accountText('Searched for', 40, () => found),
          ],
  }) satisfies { entries: Column[]; accounts: AccountColumn[] };

class Xlsx implements Writer {
  readonly #notes: Notes;
  readonly #columns: readonly Column[];
  readonly #accountColumns: readonly AccountColumn[];
  /** True for the result of a search: all entries are in one sheet, and continue in the next only where it is full. */
  readonly #isFound: boolean;
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
    const { entries, accounts } = columnsOf(head);
    this.#columns = entries;
    this.#accountColumns = accounts;
    this.#isFound = head.found !== undefined;
    this.#zip = new Zip((fault, bytes) => {
      if (fault !== null) throw fault;
      this.#made.push(bytes);
    });
  }

  /** The number of the account whose entries are being written. */
  get accountNumber(): string {
    return this.#part?.accountNumber ?? '';
  }

  get name(): string {
    return this.#part?.accountName ?? '';
  }

  begin(): Uint8Array {
    if (this.#isFound) this.#beginSheet();
    return this.#drain();
  }

  beginPart(part: FormatPart): Uint8Array {
    this.#part = part;
    if (!this.#isFound) this.#beginSheet();
    this.#accountCount += 1;
    this.#accounts += rowOf(this.#accountColumns.map(({ cell }) => cell(this, part)));
    return this.#drain();
  }

  rows(rows: readonly FormatRow[]): Uint8Array {
    let text = '';
    for (const row of rows) {
      if (this.#rows === rowsMax) {
        this.#push(text);
        text = '';
        this.#endSheet();
        this.#beginSheet();
      }
      this.#rows += 1;
      text += rowOf(this.#columns.map(({ cell }) => cell(this, row)));
    }
    this.#push(text);
    return this.#drain();
  }

  endPart(): Uint8Array {
    if (!this.#isFound) this.#endSheet();
    return this.#drain();
  }

  end(): Uint8Array {
    this.#endSheet();
    const widths = this.#accountColumns.map(({ width }) => width);
    const head = headingRow(this.#accountColumns.map(({ heading }) => heading));
    this.#add(
      'xl/worksheets/accounts.xml',
      sheetStart(widths) + head + this.#accounts + sheetEnd(widths.length, this.#accountCount + 1),
    );
    const files = this.#sheets.map((name, index): SheetFile => [name, `sheet${String(index + 1)}`]);
    for (const [name, text] of packageParts([['Accounts', 'accounts'], ...files]))
      this.#add(name, text);
    this.#zip.end();
    return this.#drain();
  }

  day(day: string): string {
    return dayCell(day);
  }

  figure(amount: Decimal, currency: string, entry: string): string {
    const cell = figureCell(amount, currency);
    if (cell !== null) return cell;
    this.#notes.add('Amounts written as text: too many digits for a number', entry, amount, amount);
    return this.text(amount, entry);
  }

  text(text: string, entry: string): string {
    if (text === '') return '<c/>';
    const legal = legalXml(text);
    if (legal !== text)
      this.#notes.add(
        'Control characters removed, which a workbook cannot hold',
        entry,
        text,
        legal,
      );
    const fitting = legal.slice(0, textMax);
    if (fitting !== legal)
      this.#notes.add(
        'Texts shortened to 32,767 characters, the limit of a cell',
        entry,
        legal,
        fitting,
      );
    return textCell(fitting);
  }

  /** The name of the sheet in which the account's entries begin. */
  sheetCell(): string {
    return this.text(this.#sheets.at(-1) ?? '', this.accountNumber);
  }

  #beginSheet(): void {
    const name = sheetName(this.#isFound ? 'Entries' : this.accountNumber, this.#sheets);
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

  #drain(): Uint8Array {
    const made = Buffer.concat(this.#made);
    this.#made = [];
    return made;
  }
}

const countCell = (count: number): string => `<c><v>${String(count)}</v></c>`;

/** A unique sheet name of at most 31 characters, without those that a workbook reserves. */
function sheetName(wanted: string, used: readonly string[]): string {
  const stem = legalXml(wanted)
    .replaceAll(/[[\]:*?/\\']/g, '-')
    .slice(0, 24);
  const isUsed = (name: string): boolean =>
    ['Accounts', ...used].some((one) => one.toLowerCase() === name.toLowerCase());
  let name = stem;
  for (let next = 2; isUsed(name); next += 1) name = `${stem} (${String(next)})`;
  return name;
}
