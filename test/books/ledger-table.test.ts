import { describe, expect, test } from 'vitest';

import { seenTable } from '../../electron/nouns/books/ledger/ledger-table.ts';
import type { Cell } from '../../electron/engines/files/table.ts';
import { limits } from '../../shared/limits.ts';
import { amounts, refusal, rowsOf, taken } from './ledger-rows.ts';

const rent = 'Date;Reference;Amount';

describe('a line of a ledger', () => {
  test('has day, amount, references, words, currency and account as the table has them', () => {
    const rows = rowsOf(
      'Date;Reference;Document;Name;Text;Amount;Currency;Account',
      ' 20/11/2026 ; R-1 ;D-1; Kestrel ;Rent ; 12.50 ; usd ; 77 ',
      '21/11/2026;;D-2;;;-3;;',
      '22/11/2026;R-3;;Osei;;4;;',
    );
    expect(taken(rows)).toEqual({
      lines: [
        {
          ...{ line: 2, day: '2026-11-20', amount: '12.50', currency: 'USD', account: '77' },
          ...{ references: ['R-1', 'D-1'], text: 'Kestrel Rent' },
        },
        {
          ...{ line: 3, day: '2026-11-21', amount: '-3.00', currency: '', account: '' },
          ...{ references: ['D-2'], text: '' },
        },
        {
          ...{ line: 4, day: '2026-11-22', amount: '4.00', currency: '', account: '' },
          ...{ references: ['R-3'], text: 'Osei' },
        },
      ],
      notes: [],
      reading: {
        shape: expect.stringContaining('heading') as string,
        headings: 'Date;Reference;Document;Name;Text;Amount;Currency;Account'.split(';'),
        columns: {
          ...{ day: 0, reference: 1, document: 2, name: 3, text: 4 },
          ...{ amount: 5, currency: 6, account: 7 },
        },
        ...{ reversed: false, decimals: 'point', dayOrder: 'day-first' },
      },
    });
  });

  test('has as many decimals as its currency, or that of the account', () => {
    const rows = rowsOf(
      `${rent};Currency`,
      '2026-11-20;R-1;12.5;JPY',
      '2026-11-20;R-2;12.5;KWD',
      '2026-11-20;R-3;12.5;',
    );
    expect(amounts(rows)).toEqual(['12.5', '12.500', '12.50']);
    expect(amounts(rows, { currency: 'BHD' })[2]).toBe('12.500');
  });

  test('has its sign by its side, and none can be read without a side that is known', () => {
    const sided = (side: string) =>
      rowsOf('Date;Reference;Amount;Side', `2026-11-20;R-1;12.50;${side}`, '2026-11-20;R-2;1.25;D');
    expect(amounts(sided('D'))[0]).toBe('12.50');
    expect(amounts(sided('C'))[0]).toBe('-12.50');
    expect(refusal(sided('X'))).toBe('input.invalid: the amount on line 2 cannot be read exactly.');
    expect(refusal(sided(''))).toBe('input.invalid: the amount on line 2 cannot be read exactly.');
    const odd = rowsOf('Date;Reference;Amount;Side', '2026-11-20;R-1;x;D');
    expect(refusal(odd)).toContain('the amount on line 2 cannot be read exactly');
  });

  test.each([
    ['12.50;', '12.50'],
    [';12.50', '-12.50'],
    ['12.50;2.50', '10.00'],
    ['-;12.50', '-12.50'],
    ['12.50;0.00', '12.50'],
  ])('of debit and credit %s is %s', (sides, amount) => {
    expect(amounts(rowsOf('Date;Reference;Debit;Credit', `2026-11-20;R-1;${sides}`))).toEqual([
      amount,
    ]);
  });

  test.each(['x;12.50', '12.50;x', 'x;x'])('of debit and credit %s is refused', (sides) => {
    const rows = rowsOf('Date;Reference;Debit;Credit', `2026-11-20;R-1;${sides}`);
    expect(refusal(rows)).toContain('line 2 cannot be read exactly');
  });

  test('whose amount has a problem is refused, though it is empty', () => {
    const cells: Cell[] = [{ text: '2026-11-20' }, { text: 'R-1' }, { text: '', problem: 'odd' }];
    expect(refusal([...rowsOf(rent), { line: 2, cells }])).toContain('line 2 cannot be read');
  });

  test('that goes on with fewer cells is a line without an amount', () => {
    for (const short of ['2026-11-20;R-2', '2026-11-20;R-2; '])
      expect(taken(rowsOf(rent, '2026-11-20;R-1;1.25', short)).notes).toEqual([
        'Line 3 has no amount and was left out.',
      ]);
  });

  test('is the other way round where a person says so', () => {
    const rows = rowsOf(rent, '2026-11-20;R-1;1.25', '2026-11-20;R-1;-3');
    expect(amounts(rows, { options: { reversed: true } })).toEqual(['-1.25', '3.00']);
    expect(taken(rows, { options: { reversed: true } }).reading.reversed).toBe(true);
  });
});

describe('lines that are left out are named', () => {
  const without = (count: number) => Array.from({ length: count }, () => 'soon;R-1;1.25');
  const good = '2026-11-20;R-1;1.25';

  test.each([
    [1, 'Line 2 has no day and was left out.'],
    [2, 'Lines 2, 3 have no day and were left out.'],
    [5, 'Lines 2, 3, 4, 5, 6 have no day and were left out.'],
    [6, 'Lines 2, 3, 4, 5, 6 and 1 more have no day and were left out.'],
    [8, 'Lines 2, 3, 4, 5, 6 and 3 more have no day and were left out.'],
  ])('%d without a day', (count, note) => {
    expect(taken(rowsOf(rent, ...without(count), good)).notes).toEqual([note]);
  });

  test('a file of nothing else is asked about, and one without a line is empty', () => {
    expect(refusal(rowsOf(rent, 'soon;R-1;1.25'))).toBe(
      'file.columns-unknown: none of its lines has a day that can be read.',
    );
    expect(refusal(rowsOf(rent))).toBe('file.empty: there is no line under its heading.');
  });

  test.each([
    ...['Total', 'Grand total', 'Totals:', 'Subtotal', 'sub-totals', 'Totaal', 'TOTALE', 'Sum'],
    ...['Solde', 'Solde initial', 'Solde final', 'Solde précédent', 'solde debut', 'Solde fin'],
    ...['Beginsaldo', 'Eindsaldo', 'Saldo iniziale', 'Saldo finale', 'Saldo inicial'],
    ...['Saldo final', 'Saldo anterior', 'Opening balance', 'Closing balance', 'Final balance'],
    ...[
      'Ending balance',
      'Beginning balance',
      'Balance',
      'Balance b/f',
      'Balance bf',
      'Balance c/f',
      'Balance cf',
    ],
    ...['Balance brought forward', 'Balance carried forward', 'Summe', 'Zwischensumme'],
    ...['Gesamtsumme', 'Gesamt', 'Saldo', 'Bestand', 'Anfangssaldo', 'Endbestand', 'Schlusssaldo'],
    ...['Eröffnungssaldo', 'Eroffnungsbestand', 'Saldovortrag', 'Saldo Vortrag', 'Übertrag'],
    ...['Vortrag', 'Total 30.11.2026', 'Total: 1’250.00', "Sum (30/11, 1'250.00)"],
  ])('“%s” is a sum', (words) => {
    const rows = rowsOf('Date;Text;Amount;Reference;Document;Name', '2026-11-20;Rent;1.25');
    for (const line of [`2026-11-30;${words};1.25`, `2026-11-30;;1.25;;;${words}`]) {
      const found = taken([...rows, ...rowsOf(line).map((row) => ({ ...row, line: 3 }))]);
      expect(found.lines).toHaveLength(1);
      expect(found.notes).toEqual(['Line 3 is a sum or a balance by its words and was left out.']);
    }
  });

  test.each([
    ...['Total Energies', 'My total', 'Totalled', 'Sumatra coffee', 'Balance sheet audit'],
    ...['Saldo of invoice', 'Vortragsreihe', 'Total A', ''],
  ])('“%s” is a payment', (words) => {
    const rows = rowsOf('Date;Text;Amount', '2026-11-20;Rent;1.25', `2026-11-30;${words};1.25`);
    expect(taken(rows).lines).toHaveLength(2);
  });

  test.each(['R-1;', ';D-1'])(
    'what is called a total is a payment by its reference: %s',
    (more) => {
      const rows = rowsOf('Date;Text;Amount;Reference;Document', `2026-11-20;Total;1.25;${more}`);
      expect(taken(rows).lines).toHaveLength(1);
    },
  );

  test('more lines than are matched at once are refused', () => {
    const many = (count: number) => rowsOf(rent, ...Array.from({ length: count }, () => good));
    expect(taken(many(limits.ledgerLinesMax)).lines).toHaveLength(limits.ledgerLinesMax);
    expect(refusal(many(limits.ledgerLinesMax + 1))).toMatch(/^file\.too-large: /);
  });
});

describe('the currency of a heading', () => {
  const currencies = (...lines: readonly string[]) =>
    taken(rowsOf(...lines)).lines.map(({ currency }) => currency);

  test('is that of the lines that state none', () => {
    expect(currencies('Date;Text;Amount (CHF)', '2026-11-20;Rent;1.25')).toEqual(['CHF']);
    expect(
      currencies('Date;Text;Amount (CHF);Currency', '2026-11-20;A;1.25;usd', '2026-11-20;B;1.25;'),
    ).toEqual(['USD', 'CHF']);
    expect(currencies('Date;Text;Debit (CHF);Credit (CHF)', '2026-11-20;Rent;1.25;')).toEqual([
      'CHF',
    ]);
  });

  test('is that of none where the amounts have two, or only one of them has one', () => {
    expect(currencies('Date;Text;Debit (CHF);Credit (EUR)', '2026-11-20;Rent;1.25;')).toEqual(['']);
    expect(currencies('Date;Text;Debit (CHF);Credit', '2026-11-20;Rent;1.25;')).toEqual(['']);
  });

  test('beside an amount is that of its line, behind the one in a column of its own', () => {
    expect(
      currencies('Date;Text;Amount (CHF)', '2026-11-20;A;USD 1.25', '2026-11-20;B;1.25'),
    ).toEqual(['USD', 'CHF']);
    expect(
      currencies('Date;Text;Amount;Currency', '2026-11-20;A;1.25 USD;EUR', '2026-11-20;B;£1.25;'),
    ).toEqual(['EUR', 'GBP']);
    expect(
      currencies('Date;Text;Debit;Credit', '2026-11-20;A;;1.25 €', '2026-11-20;B;USD 1.25;'),
    ).toEqual(['EUR', 'USD']);
  });

  test('decides the decimals of the amount', () => {
    expect(amounts(rowsOf('Date;Text;Amount (KWD)', '2026-11-20;Rent;1.25'))).toEqual(['1.250']);
  });
});

describe('a column of two meanings', () => {
  const read1 = (...values: readonly string[]) =>
    taken(rowsOf('Date;Text;Amount;Valuta', ...values.map((one) => `2026-11-20;Rent;1;${one}`)))
      .reading.columns;

  test('has that of its values, however many lines have none', () => {
    expect(read1('EUR', '', '  ', ' ').currency).toBe(3);
    expect(read1('EUR', 'x', 'x')).not.toHaveProperty('currency');
  });

  test('has that of its first two hundred lines', () => {
    const copies = (count: number, text: string) => Array.from({ length: count }, () => text);
    expect(read1(...copies(200, 'EUR'), ...copies(100, 'x')).currency).toBe(3);
    expect(read1(...copies(150, 'EUR'), ...copies(150, 'x'))).not.toHaveProperty('currency');
  });
});

describe('a heading is looked for in the first 30 rows', () => {
  const titles = (count: number) => Array.from({ length: count }, () => 'Ledger 1200;;');

  test('and the lines begin behind it', () => {
    const found = taken(rowsOf(...titles(29), 'Wer;Date;Text;Amount', 'A;2026-11-20;Rent;1.25'));
    expect(found.lines).toMatchObject([{ line: 31, text: 'Rent' }]);
    expect(seenTable(rowsOf(...titles(30), 'A;Date;Text;Amount', 'x;y;z;z')).first).toBe(0);
  });

  test('and needs three names that are known', () => {
    const rows = rowsOf('Date;Wieviel;Text', '2026-11-20;1.25;Rent');
    expect(taken(rows).notes).toEqual(['By its values it is read with “Wieviel” as amount.']);
    // Two known names above numbers are a heading by the values under them.
    expect(seenTable(rows).first).toBe(1);
    // Three are one, whatever stands under them.
    const words = rowsOf('A;B;C', 'Date;Text;Amount', 'x;y;z');
    expect(seenTable(words).first).toBe(2);
    expect(seenTable(rowsOf('A;B;C', 'Date;Text;Wieviel', 'x;y;z')).first).toBe(0);
  });
});

describe('how a table looks', () => {
  test('is its columns with what each may mean, and its first rows with the one above them', () => {
    const lines = Array.from({ length: 9 }, (_, at) => `2026-11-2${String(at)};1.2${String(at)};x`);
    const seen = seenTable(rowsOf('Ledger;;', 'Date;Amount;Text', ...lines));
    expect(
      seen.columns.map(({ heading, description, guess }) => [heading, description, guess]),
    ).toEqual([
      ['Date', 'dates', 'day'],
      ['Amount', 'amounts', 'amount'],
      ['Text', 'texts', 'text'],
    ]);
    expect(seen.firstLines.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(seen.firstLines[1]).toEqual({ line: 3, cells: ['2026-11-20', '1.20', 'x'] });
    expect(seen.hasHeading).toBe(true);
  });

  test('is that of its lines alone', () => {
    const seen = seenTable(rowsOf('Ledger;;', 'Date;Amount;Wer', '2026-11-20;1.25;R-1001'));
    expect(seen.columns.map(({ description }) => description)).toEqual([
      'dates',
      'amounts',
      'references',
    ]);
  });

  test('without a heading begins with its first row', () => {
    const seen = seenTable(rowsOf('2026-11-20;1.25;Rent', '2026-11-21;1.25;Rent'));
    expect(seen.firstLines.map(({ line }) => line)).toEqual([1, 2]);
    expect(seen.columns.map(({ guess }) => guess)).toEqual(['day', 'amount', 'text']);
  });
});
