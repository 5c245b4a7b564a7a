import { describe, expect, test } from 'vitest';

import { linesOfStatement } from '../../electron/nouns/books/ledger/ledger-statement.ts';
import type { RequestedAccount, LedgerReading } from '../../electron/nouns/books/ledger/ledger.ts';
import {
  openLedger,
  readLedger,
  parsedLines,
} from '../../electron/nouns/books/ledger/read-ledger.ts';
import type { SourceEntry } from '../../electron/nouns/statements/second-source/formats/source.ts';
import type { ParsedStatement } from '../../electron/nouns/statements/second-source/formats/account-statements.ts';
import { limits } from '../../shared/limits.ts';
import { archive, bytesOf, workbook } from '../support/stores/table-files.ts';

const refusal = async (bytes: Uint8Array) => {
  const opened = await openLedger(bytes);
  return opened.ok ? opened.value.format : `${opened.error.code}: ${opened.error.message}`;
};
const reading: LedgerReading = {
  ...{ period: null, currency: '', days: 31, savedFor: () => null },
  options: { columns: {}, decimals: null },
};

describe('a ledger is opened by what it is', () => {
  const taken =
    'Ledgers are read from CSV, XLSX, camt.052, camt.053, camt.054, MT940, BAI2 and OFX.';

  test('and refused where it is something else', async () => {
    expect(await refusal(bytesOf(''))).toBe('file.empty: it is empty.');
    expect(await refusal(bytesOf('\n \n'))).toBe('file.empty: there is nothing in it.');
    expect(await refusal(bytesOf('<html><body>Sign in</body></html>'))).toBe(
      `file.type-unsupported: it is a web page. ${taken}`,
    );
    expect(await refusal(archive({ 'word/document.xml': '<a/>' }))).toBe(
      `file.type-unsupported: it is a Word document. ${taken}`,
    );
    // What a web page has in it is not looked at.
    expect(await refusal(bytesOf('<html>\n:20:A\n:25:1\n</html>'))).toContain('it is a web page.');
  });

  test('and refused where it is larger than ten megabytes, before it is read', async () => {
    const large = new Uint8Array(limits.ledgerBytesMax + 1).fill(0x20);
    expect(await refusal(large)).toBe('file.too-large: it is larger than 10 MB.');
    expect(await refusal(large.subarray(1))).not.toContain('file.too-large');
  });

  test('a table from text or a workbook, and a statement', async () => {
    expect(await refusal(bytesOf('Date;Amount;Text'))).toBe('table');
    expect(await refusal(bytesOf('[Date;Amount;Text'))).toBe('table');
    expect(await refusal(await workbook([['Date', 'Amount']]))).toBe('table');
    expect(await refusal(bytesOf(':20:A\r\n:25:1\r\n:60F:C261101EUR1,00\r\n-'))).toBe('statement');
  });

  test('with the refusal of a statement’s own reader', async () => {
    expect(await refusal(bytesOf('<Document><BkToCstmrStmt><Stmt>'))).toBe(
      'file.unreadable: The file is no proper XML, or its end is missing.',
    );
  });

  test.each([
    ...['General ledger', 'LEDGER', 'books', 'Open items', 'Journal', 'Postings', 'Hauptbuch'],
    ...['Buchungen', 'offene Posten'],
  ])('of a workbook the sheet “%s”', async (name) => {
    const opened = await openLedger(await workbook([['Date', 'Amount']], { name, others: ['A'] }));
    expect(opened).toMatchObject({
      value: { table: { rows: [{ cells: [{ text: 'Date' }, { text: 'Amount' }] }] } },
    });
  });

  test.each(['My ledger', 'Journal 2', 'Open itemss'])(
    'of a workbook not the sheet “%s”',
    async (name) => {
      const rows = [['Date', 'Amount']];
      const opened = await openLedger(await workbook(rows, { name, others: ['A'] }));
      expect(opened).toMatchObject({
        value: { table: { rows: [{ cells: [{ text: 'not' }, {}, {}] }] } },
      });
    },
  );

  test('as a table of thirty rows above twenty thousand lines at most', async () => {
    const table = (count: number) =>
      bytesOf(Array.from({ length: count }, () => '2026-11-20;R-1;1').join('\n'));
    const most = limits.ledgerLinesMax + 30;
    expect(await refusal(table(most))).toBe('table');
    expect(await refusal(table(most + 1))).toMatch(/^file\.too-large: it has more than 20,000/);
  });

  test('by the separator that gives the most known headings', async () => {
    const text = 'Name, first;Date, of booking;Amount;Reference';
    const opened = await openLedger(bytesOf(`${text}\na, b;2026-11-20, x;1,5;R`));
    expect(opened).toMatchObject({
      value: { table: { rows: [{ cells: [{}, {}, { text: 'Amount' }, {}] }, {}] } },
    });
  });
});

describe('the notes of a ledger', () => {
  const asked: RequestedAccount = {
    accountNumber: '77',
    names: { numberOf: (written) => (['77', '78'].includes(written) ? written : null) },
  };
  const table = bytesOf(
    'Date;Text;Amount;Account\n2026-11-20;Müller;1.25;77\nsoon;x;1.25;77\n2026-11-20;x;1.25;9\n2026-12-31;x;1.25;77',
    'latin1',
  );

  test('are of how it was read, of its lines, of its accounts and of its days, in that order', async () => {
    const period = { from: '2026-11-20', to: '2026-11-20' };
    const ledger = await readLedger(table, { ...reading, period }, asked);
    expect(ledger).toMatchObject({
      value: {
        lines: [{ line: 2 }],
        notes: [
          'Read as Windows-1252: check names with accents.',
          'Line 3 has no day and was left out.',
          'Its part of account 9 is left out.',
          '1 line is more than 31 days from the period: left out.',
        ],
        reading: { decimals: 'point' },
      },
    });
  });

  test('are none of a reading where it is a statement', async () => {
    const mt940 = ':20:L\r\n:25:77\r\n:60F:C261101EUR0,00\r\n:61:261120C1,25NTRFR-1\r\n-';
    const ledger = await readLedger(bytesOf(mt940), reading, asked);
    expect(ledger.ok && Object.keys(ledger.value)).toEqual(['lines', 'notes']);
  });

  test('of a file that cannot be taken are one sentence, which begins small', async () => {
    const message = async (bytes: Uint8Array) => {
      const ledger = await readLedger(bytes, reading, asked);
      return ledger.ok ? 'taken' : `${ledger.error.code}: ${ledger.error.message}`;
    };
    const of = (account: string) =>
      `:20:L\r\n:25:${account}\r\n:60F:C261101EUR0,00\r\n:61:261120C1,25NTRFR-1\r\n-\r\n`;
    expect(await message(bytesOf(of('78')))).toMatch(
      /^file\.unreadable: the file says that it is of account 78/,
    );
    expect(await message(bytesOf(''))).toBe('file.empty: it is empty.');
    expect(await message(bytesOf('Wann;Wieviel\nsoon;x'))).toMatch(/^file\.columns-unknown: /);
  });

  test('lines are counted once the other accounts are out', async () => {
    const count = limits.ledgerLinesMax;
    const entries = (own: number) =>
      [
        ':20:L\r\n:25:78\r\n:60F:C261101EUR0,00\r\n:61:261120C1,25NTRFR-1\r\n-',
        ':20:L\r\n:25:77\r\n:60F:C261101EUR0,00',
        ...Array.from({ length: own }, () => ':61:261120C1,25NTRFR-1'),
        '-',
      ].join('\r\n');
    const most = await readLedger(bytesOf(entries(count)), reading, asked);
    expect(most.ok && most.value.lines.length).toBe(count);
    const more = await readLedger(bytesOf(entries(count + 1)), reading, asked);
    expect(more).toMatchObject({ error: { code: 'file.too-large' } });
  });
});

describe('a ledger that is written as a statement', () => {
  const entry = (given: Partial<SourceEntry> = {}): SourceEntry => ({
    ...{ id: 'B-1', amount: '12.50', direction: 'credit', date: '2026-11-20' },
    ...given,
  });
  const statement = (
    entries: readonly SourceEntry[],
    more: Partial<ParsedStatement> = {},
  ): ParsedStatement => ({
    ...{
      namedAccount: '77',
      head: {},
      firstDay: undefined,
      lastDay: undefined,
      notes: [],
      entries,
    },
    ...more,
  });
  const linesOf = (statements: readonly ParsedStatement[], reversed?: boolean) =>
    linesOfStatement(statements, {
      currency: 'EUR',
      options: { columns: {}, decimals: null, ...(reversed !== undefined && { reversed }) },
    });

  test('has a line of each entry, with its references apart from its words', () => {
    const words = ['INV-1', 'Rent of November', 'DOC-2', 'Kestrel Foods'];
    const found = linesOf([
      statement([entry({ words, currency: 'KWD' })]),
      statement([entry({ id: '', direction: 'debit' })], { namedAccount: '' }),
    ]);
    expect(found).toEqual({
      ok: true,
      value: {
        lines: [
          {
            ...{ line: 1, day: '2026-11-20', amount: '12.500', currency: 'KWD', account: '77' },
            references: ['INV-1', 'DOC-2', 'B-1'],
            text: 'Rent of November Kestrel Foods',
          },
          {
            ...{ line: 2, day: '2026-11-20', amount: '-12.50', currency: '', account: '' },
            ...{ references: [], text: '' },
          },
        ],
        notes: [],
      },
    });
  });

  test('has its signs the other way round where a person says so', () => {
    const both = [statement([entry(), entry({ direction: 'debit' })])];
    const amounts = (reversed?: boolean) => {
      const found = linesOf(both, reversed);
      return found.ok && found.value.lines.map(({ amount }) => amount);
    };
    expect([amounts(), amounts(false), amounts(true)]).toEqual([
      ['12.50', '-12.50'],
      ['12.50', '-12.50'],
      ['-12.50', '12.50'],
    ]);
  });

  test.each([
    ['no amount', { amount: 'x' }],
    ['no day', { date: '20.11.2026' }],
    ['a side that is neither', { direction: 'both' }],
  ])('with %s of one entry is refused by its number', (_words, odd) => {
    expect(linesOf([statement([entry(), entry(odd)])])).toMatchObject({
      error: {
        code: 'file.unreadable',
        message: 'the day, the amount or the side of its entry 2 cannot be read.',
      },
    });
  });

  test.each(['amount', 'date', 'direction'] as const)('without %s is refused', (field) => {
    const { [field]: _gone, ...rest } = entry();
    expect(linesOf([statement([rest as SourceEntry])])).toMatchObject({ ok: false });
  });

  test('says once what it is where it need not have every entry, before its notes', () => {
    const excerpt = 'a notification (camt.054)';
    const found = linesOf([
      statement([entry()], { excerpt, notes: ['One.'] }),
      statement([entry()], { excerpt, notes: ['Two.'] }),
    ]);
    expect(found).toMatchObject({
      value: {
        notes: [
          'It is a notification (camt.054): it need not have every entry of its days.',
          ...['One.', 'Two.'],
        ],
      },
    });
  });

  test('of which no entry can be read is refused with its notes; one without entries is not', () => {
    const notes = ['Line 1 is odd.', 'Line 2 is odd.'];
    expect(linesOf([statement([]), statement([], { unread: 2, notes })])).toEqual({
      ok: false,
      error: {
        code: 'file.unreadable',
        message: 'no line of it can be read. Line 1 is odd. Line 2 is odd.',
      },
    });
    expect(linesOf([statement([], { unread: 0 })])).toMatchObject({ ok: true });
    expect(linesOf([statement([entry()], { unread: 1, notes })])).toMatchObject({
      value: { notes },
    });
  });

  test('is parsed as a statement, whatever a table would need', () => {
    const parsed = parsedLines(
      { format: 'statement', statements: [statement([entry()])] },
      reading,
    );
    expect(parsed).toMatchObject({ value: { lines: [{ amount: '12.5' }] } });
  });
});
