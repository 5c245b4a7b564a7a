import { describe, expect, test } from 'vitest';

import { readPaymentFile } from '../../electron/nouns/payments/file/reading/payment-file.ts';
import type { PaymentTable } from '../../electron/nouns/payments/file/reading/payment-file.ts';
import { readCsv } from '../../electron/engines/files/csv-table.ts';
import type { FileProblem } from '../../electron/engines/files/table.ts';
import { readXlsx } from '../../electron/engines/files/xlsx-table.ts';
import { limits } from '../../shared/limits.ts';
import {
  archive,
  bytesOf,
  handMade,
  heading,
  sheetOf,
  workbook,
} from '../support/stores/table-files.ts';

async function read(bytes: Uint8Array): Promise<PaymentTable> {
  const file = await readPaymentFile(bytes);
  if (!file.ok) expect.fail(file.error.message);
  return file.value;
}

async function refused(bytes: Uint8Array): Promise<FileProblem> {
  const file = await readPaymentFile(bytes);
  if (file.ok) expect.fail('the file was taken');
  return file.error;
}

const texts = ({ rows }: PaymentTable): string[][] =>
  rows.map(({ cells }) => cells.map(({ text }) => text));

const line = '30026712,B-1,1250.50,USD,INV-1,Ìbàdàn rent';
const expected = [['30026712', 'B-1', '1250.50', 'USD', 'INV-1', 'Ìbàdàn rent']];
const plain = `${heading}\n${line}\n`;
const withSeparator = (separator: string): string => plain.replaceAll(',', separator);

describe('CSV', () => {
  test.each<[string, Uint8Array]>([
    ['UTF-8', bytesOf(plain)],
    ['UTF-8 with a byte order mark', bytesOf(`\uFEFF${plain}`)],
    ['UTF-16, little end first', bytesOf(`\uFEFF${plain}`, 'utf16le')],
    ['UTF-16, big end first', new Uint8Array(bytesOf(`\uFEFF${plain}`, 'utf16le')).map(swapped)],
    ['UTF-16 without a mark', bytesOf(plain, 'utf16le')],
    ['CRLF', bytesOf(plain.replaceAll('\n', '\r\n'))],
    ['CR alone', bytesOf(plain.replaceAll('\n', '\r'))],
    ['no line break at the end', bytesOf(plain.trimEnd())],
    ['semicolons', bytesOf(withSeparator(';'))],
    ['tabs', bytesOf(withSeparator('\t'))],
    ['a line that names the separator', bytesOf(`sep=;\r\n${withSeparator(';')}`)],
    ['quotes around everything', bytesOf(quoted(plain))],
    ['empty lines between and behind', bytesOf(plain.replaceAll('\n', '\n\n,,,,,\n'))],
  ])('is read: %s', async (_words, bytes) => {
    expect(texts(await read(bytes))).toEqual(expected);
  });

  test('of another encoding is taken for Windows-1252, which is said', async () => {
    const file = await read(bytesOf('payee;amount\nMüller & Söhne;12.00', 'latin1'));
    expect(texts(file)).toEqual([['Müller & Söhne', '12.00']]);
    expect(file.notes.join()).toContain('Windows-1252');
  });

  test('keeps separators, quotes and line breaks inside quotes, and the numbers of its lines', async () => {
    const file = await read(
      bytesOf('payee,amount,purpose\n"Oduya, ""Foods""",1.00,"a\nb"\n\nKestrel,2.00,c\n'),
    );
    expect(texts(file)[0]).toEqual(['Oduya, "Foods"', '1.00', 'a\nb']);
    expect(file.rows.map((row) => row.line)).toEqual([3, 5]);
  });

  test.each([
    ['a quote that never closes', 'payee,amount\n"Oduya,1.00\nKestrel,2.00', /quote/],
    ['a quote in the middle of a value', 'payee,amount\nOdu"ya,1.00', /line 2 has a quote/],
    ['a value without an end', `payee,amount\n"${'x'.repeat(70_000)}`, /quote|too long/],
    ['far too many columns', `payee,amount${',x'.repeat(200)}\n1`, /more than 100 columns/],
  ])('with %s is refused with its line', async (_words, text, words) => {
    expect(await refused(bytesOf(text))).toMatchObject({
      code: 'input.invalid',
      message: expect.stringMatching(words) as string,
    });
  });
});

describe('a table of far too many columns', () => {
  const turns = (): { isOver: () => boolean; next: () => Promise<void>; pieces: number } => {
    const counted = {
      pieces: 0,
      isOver: () => true,
      next: () => {
        counted.pieces += 1;
        return Promise.resolve();
      },
    };
    return counted;
  };
  const million = ','.repeat(1_000_000);

  test.each([
    ['commas', `a,b\n1,2\n${million}\n`, 3],
    ['empty values in quotes', `a,b\r\n${'"",'.repeat(300_000)}`, 2],
    ['commas behind lines of an old Mac', `a,b\r1,2\r3,4\r${million}`, 4],
  ])(
    'is refused at the first of them, and the rest is not read: %s',
    async (_words, text, line) => {
      const counted = turns();
      const read = await readCsv(bytesOf(text), 100, counted, () => 0);
      expect(read).toMatchObject({
        error: { code: 'input.invalid', message: `line ${line} has more than 100 columns.` },
      });
      expect(counted.pieces).toBeLessThan(3);
    },
  );

  test('commas within a value are none', async () => {
    const read = await readCsv(bytesOf(`a,b\n1,"${','.repeat(500)}"\n2,3`), 100, turns(), () => 0);
    expect(read.ok && read.value.rows.length).toBe(3);
  });

  test('is refused in a sheet as its row goes on, whatever the sheet says of its size', async () => {
    const sheet = (cells: string) =>
      handMade({
        'xl/worksheets/sheet1.xml': `<worksheet><dimension ref="A1:XFD1048576"/><sheetData><row r="1048576">${cells}</row></sheetData></worksheet>`,
      });
    const read = (cells: string, counted = turns()) =>
      readXlsx(sheet(cells), { rowsMax: 100, turns: counted, named: /x/ });
    const counted = turns();
    expect(await read('<c><v>1</v></c>'.repeat(300_000), counted)).toMatchObject({
      error: { code: 'input.invalid', message: 'row 1048576 has more than 100 columns.' },
    });
    expect(counted.pieces).toBeLessThan(10);
    expect(await read('<c r="A1"><v>1</v></c><c r="XFD1" s="1"/>')).toMatchObject({
      value: { rows: [{ line: 1_048_576, cells: [{ text: '1' }] }] },
    });
  });
});

describe('XLSX', () => {
  const rows = [
    ['Account', 'Payee ID', 'Amount', 'Ccy', 'Ref', 'Purpose'],
    ['30026712', 'B-1', 1250.5, 'USD', 'INV-1', 'Ìbàdàn rent & <more>'],
  ];

  test.each([
    ['shared texts', false],
    ['texts in their cells', true],
  ])('is read with %s; an amount is a number or text', async (_words, inline) => {
    const file = await read(await workbook(rows, { inline }));
    expect(texts(file)).toEqual([
      ['30026712', 'B-1', '1250.5', 'USD', 'INV-1', 'Ìbàdàn rent & <more>'],
    ]);
    expect(file.rows[0]?.line).toBe(2);
    expect(file.columns).toEqual({
      account: 0,
      beneficiaryId: 1,
      amount: 2,
      currency: 3,
      reference: 4,
      narration: 5,
    });
  });

  test('the sheet called Payments is read, else the first; the others are named as not read', async () => {
    const named = await read(await workbook(rows, { name: 'Payments', others: ['Notes'] }));
    expect(named.rows).toHaveLength(1);
    expect(named.notes.join()).toContain('“Payments”');
    const first = await read(await workbook(rows, { name: 'Sheet1' }));
    expect(first.notes).toEqual([]);
  });

  test.each([
    [0.1, '0.1'],
    [1e-7, '0.0000001'],
    [123456789012345, '123456789012345'],
    [12345678901234.5, '12345678901234.5'],
    [1234567890.12345, '1234567890.12345'],
    [-5, '-5'],
    [100000000000000, '100000000000000'],
  ])('the number %d reads as %s, its shortest text', async (number, text) => {
    const file = await read(
      await workbook([
        ['payee', 'amount'],
        ['Oduya', number],
      ]),
    );
    expect(file.rows[0]?.cells[1]).toEqual({ text, isNumber: true });
  });

  test.each([0.1 + 0.2, 1234567890123456, 12345678901234.56, 1e300])(
    'the number %d may have had more digits: it is to be written as text',
    async (number) => {
      const file = await read(
        await workbook([
          ['payee', 'amount'],
          ['Oduya', number],
        ]),
      );
      expect(file.rows[0]?.cells[1]?.problem).toContain('write it as text');
    },
  );

  test('the same as text keeps every digit', async () => {
    const file = await read(
      await workbook([
        ['payee', 'amount'],
        ['Oduya', '12345678901234.56'],
      ]),
    );
    expect(file.rows[0]?.cells[1]).toEqual({ text: '12345678901234.56' });
  });

  test('a formula is never read, whatever it last showed', async () => {
    const cells = '<c r="A2" t="inlineStr"><is><t>B-1</t></is></c><c r="B2"><f>1+1</f><v>2</v></c>';
    const file = await read(handMade({ 'xl/worksheets/sheet1.xml': sheetOf(cells) }));
    expect(file.rows[0]?.cells[1]).toEqual({
      text: '2',
      problem: 'is a formula: paste its value instead',
    });
  });

  test('cells without their place, with prefixes, runs, entities and errors are read as they stand', async () => {
    const cells =
      '<x:c t="inlineStr"><x:is><x:r><x:t>O&#233;</x:t></x:r><x:r><x:t>&amp;_x0041_</x:t></x:r><x:rPh><x:t>no</x:t></x:rPh></x:is></x:c><c t="e"><v>#N/A</v></c>';
    const sheet = sheetOf(cells).replace('>', ' xmlns="urn:s" xmlns:x="urn:s">');
    const file = await read(handMade({ 'xl/worksheets/sheet1.xml': sheet }));
    expect(file.rows[0]?.cells).toEqual([
      { text: 'Oé&A' },
      { text: '#N/A', problem: 'holds the error #N/A' },
    ]);
  });

  const cellsOf = async (cells: string) =>
    (await read(handMade({ 'xl/worksheets/sheet1.xml': sheetOf(cells) }))).rows[0]?.cells;

  test.each([
    ['a number', '<c/><c><v>1<!-- -->0<![CDATA[.5]]><?x?>0</v></c>'],
    ['a text', '<c/><c t="inlineStr"><is><t>1<!-- -->0<![CDATA[.5]]><?x?>0</t></is></c>'],
    [
      'a number after an element of another namespace',
      '<c/><c><x:v xmlns:x="urn:x">9</x:v><v>10.50</v></c>',
    ],
    ['a number without a place, behind an empty cell', '<c r="A2"/><c><v>10.50</v></c>'],
  ])('%s is read whole, in its column', async (_words, cells) => {
    const [first, amount] = (await cellsOf(cells)) ?? [];
    expect(first).toEqual({ text: '' });
    expect(amount?.text).toMatch(/^10\.50?$/);
  });

  test('a shared text in pieces is read whole, without what is of another namespace', async () => {
    const strings =
      '<sst><si><t>1<!-- -->0<x:t xmlns:x="urn:x">9</x:t><![CDATA[.5]]></t></si><x:si xmlns:x="urn:x"><t>7</t></x:si></sst>';
    const file = await read(
      handMade({
        'xl/sharedStrings.xml': strings,
        'xl/worksheets/sheet1.xml': sheetOf('<c t="s"><v>0</v></c><c t="s"><v>1</v></c>'),
      }),
    );
    expect(file.rows[0]?.cells[0]).toEqual({ text: '10.5' });
    expect(file.rows[0]?.cells[1]?.problem).toBe('names a text that the workbook does not hold');
  });

  test.each([
    ['two values', '<c><v>1</v><v>0</v></c>', 'has two values'],
    ['a text and a value', '<c><is><t>1</t></is><v>0</v></c>', 'has two values'],
    [
      'a second cell of its place',
      '<c r="A2"><v>1</v></c><c r="A2"><v>2</v></c>',
      'is in the sheet twice',
    ],
  ])('a cell with %s has a problem instead of one of them', async (_words, cells, problem) => {
    expect((await cellsOf(cells))?.[0]?.problem).toBe(problem);
  });

  test('days count from 1904 only where the workbook has it so, not where a comment has', async () => {
    const at = (workbook: string) =>
      read(
        handMade({
          'xl/workbook.xml': workbook,
          'xl/styles.xml': '<styleSheet><cellXfs><xf/><xf numFmtId="14"/></cellXfs></styleSheet>',
          'xl/worksheets/sheet1.xml': sheetOf('<c><v>1</v></c><c s="1"><v>45000</v></c>'),
        }),
      );
    const book = (more: string): string =>
      `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${more}<sheets><sheet name="A" r:id="rId1"/></sheets></workbook>`;
    const days = await Promise.all(
      ['<!-- <workbookPr date1904="1"/> --><workbookPr/>', '<workbookPr date1904="1"/>'].map(
        async (more) => (await at(book(more))).rows[0]?.cells[1]?.text,
      ),
    );
    expect(days).toEqual(['2023-03-15', '2027-03-16']);
  });

  test('a text that the workbook does not hold is reported, not left out', async () => {
    const cells = '<c t="s"><v>7</v></c><c><v>2</v></c>';
    const file = await read(handMade({ 'xl/worksheets/sheet1.xml': sheetOf(cells) }));
    expect(file.rows[0]?.cells[0]?.problem).toBe('names a text that the workbook does not hold');
  });

  test.each<[string, () => Uint8Array | Promise<Uint8Array>, RegExp]>([
    ['is protected', () => workbook(rows, { password: 'secret' }), /password/],
    ['is cut off', async () => (await workbook(rows)).slice(0, 900), /damaged|cut off/],
    ['holds a document type', () => withSheet('<!DOCTYPE x [<!ENTITY a "b">]><worksheet/>'), /XML/],
    ['holds an entity of its own', () => withSheet(sheetOf('<c><v>&mine;</v></c>')), /XML/],
    ['closes what is not open', () => withSheet('<worksheet><row></worksheet></row>'), /XML/],
    ['ends within its sheet', () => withSheet(sheetOf('').slice(0, -12)), /XML/],
    [
      'has its rows twice',
      () => withSheet(sheetOf('').replace('</worksheet>', '<sheetData/></worksheet>')),
      /rows twice/,
    ],
    [
      'has two parts under the name of its sheet',
      () =>
        handMade({
          'xl/_rels/workbook.xml.rels':
            '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId1" Target="worksheets/sheet2.xml"/></Relationships>',
          'xl/worksheets/sheet1.xml': sheetOf(''),
          'xl/worksheets/sheet2.xml': sheetOf(''),
        }),
      /no sheet that can be read/,
    ],
    ['has no sheet', () => archive({ 'xl/workbook.xml': '<workbook/>' }), /no sheet/],
    [
      'unpacks without an end',
      () => withSheet('<row>'.repeat(11_000_000)),
      /unpacks to far more than a payment file/,
    ],
  ])('that %s is refused in a sentence', async (_words, make, words) => {
    expect((await refused(await make())).message).toMatch(words);
  });

  const withSheet = (xml: string): Uint8Array => handMade({ 'xl/worksheets/sheet1.xml': xml });
});

describe('a file that is something else is refused by what it is', () => {
  test.each<[string, Uint8Array, RegExp]>([
    ['a web page', bytesOf('\uFEFF <!DOCTYPE html><table><tr><td>amount'), /web page/],
    ['a page saved as .xls', bytesOf('<html xmlns:o="x"><body>'), /web page/],
    ['XML', bytesOf('<?xml version="1.0"?><Document/>'), /XML/],
    ['a PDF', bytesOf('%PDF-1.7'), /PDF/],
    ['a program', bytesOf('MZ\u0090\0'), /program/],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2]), /picture/],
    ['an old workbook', ole(''), /XLS\)/],
    ['a protected workbook', ole('EncryptedPackage'), /password/],
    ['a Word document', archive({ 'word/document.xml': '<a/>' }), /Word/],
    ['an OpenDocument sheet', archive({ mimetype: 'x', 'content.xml': '<a/>' }), /OpenDocument/],
    ['another archive', archive({ 'readme.txt': 'hello' }), /archive without a workbook/],
  ])('%s', async (_words, bytes, words) => {
    const problem = await refused(bytes);
    expect(problem.code).toBe('file.type-unsupported');
    expect(problem.message).toMatch(words);
  });

  test('bytes without a meaning are not plain text', async () => {
    const noise = new Uint8Array(600).map((_, at) => (at * 7919) % 251);
    expect((await refused(noise)).code).toMatch(/file\.unreadable|input\.invalid/);
  });
});

describe('the heading', () => {
  test.each([
    ['From Account', 'account'],
    ['DEBIT_ACCOUNT', 'account'],
    ['payee-id', 'beneficiaryId'],
    ['Payee', 'beneficiary'],
    ['name', 'beneficiary'],
    ['IBAN', 'beneficiaryAccount'],
    ['Beneficiary Account', 'beneficiaryAccount'],
    [' AMOUNT ', 'amount'],
    ['Description', 'narration'],
    ['purpose', 'narration'],
  ])('“%s” is the column %s', async (name, field) => {
    const rest =
      field === 'amount' ? 'payee id' : field.startsWith('ben') ? 'amount' : 'iban,amount';
    const added = rest === 'iban,amount' ? `${name},payee id,amount` : `${name},${rest}`;
    const file = await read(bytesOf(`${added}\n1,2,3`));
    expect(file.columns).toHaveProperty(field, 0);
  });

  test('a filled column that is not known is left to a person, an empty one is not', async () => {
    const file = await read(bytesOf('payee,amount,Cost centre,Approved by,Note 2\na,1,2,3,'));
    expect(file.unknown?.at).toEqual([2, 3]);
    expect(file.notes).toEqual([]);
    expect(file.headings).toEqual(['payee', 'amount', 'Cost centre', 'Approved by', 'Note 2']);
  });

  test.each([
    ['is missing', '30026712,B-1,1250.50\n1,2,3', /does not name the columns/],
    ['has no amount', 'payee,currency\na,USD', /no column called amount/],
    ['has no payee', 'amount,currency\n1,USD', /no column names the payees/],
    ['names one thing twice', 'payee,name,amount\na,b,1', /“payee” and “name” mean the same/],
  ])('that %s has to be matched by a person', async (_words, text, words) => {
    expect(await refused(bytesOf(text))).toMatchObject({
      code: 'file.columns-unknown',
      message: expect.stringMatching(words) as string,
    });
  });
});

describe('the size', () => {
  test.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(), 'file.empty'],
    ['blanks', bytesOf(' \n\n,,,\n'), 'file.empty'],
    ['a heading alone', bytesOf(heading), 'file.empty'],
    ['too many bytes', new Uint8Array(limits.paymentFileBytesMax + 1), 'file.too-large'],
    [
      'too many lines',
      bytesOf(`payee,amount\n${'a,1\n'.repeat(limits.paymentLinesMax + 1)}`),
      'file.too-large',
    ],
  ])('%s is refused', async (_words, bytes, code) => {
    expect((await refused(bytes)).code).toBe(code);
  });

  test('as many lines as are allowed are read', async () => {
    const text = `payee,amount\n${'a,1\n'.repeat(limits.paymentLinesMax)}`;
    expect((await read(bytesOf(text))).rows).toHaveLength(limits.paymentLinesMax);
  });
});

const quoted = (text: string): string => text.replace(/[^,\n]+/g, (value) => `"${value}"`);

function swapped(_: number, at: number, bytes: Uint8Array): number {
  return bytes[at % 2 === 0 ? at + 1 : at - 1] ?? 0;
}

function ole(name: string): Uint8Array {
  const magic = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
  return new Uint8Array([...magic, ...Buffer.alloc(500), ...Buffer.from(name, 'utf16le')]);
}
