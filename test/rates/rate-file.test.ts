import { describe, expect, test } from 'vitest';

import { addRateFile } from '../../electron/nouns/rates/add-rate-file.ts';
import { readRates } from '../../electron/nouns/rates/rate-file.ts';
import { listRates } from '../../electron/nouns/rates/tables.ts';
import { openLoneDesk } from '../support/desks/lone-desk.ts';
import { archive, bytesOf, handMade, workbook } from '../support/stores/table-files.ts';

const daily = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<Cube>
		<Cube time='2026-07-01'>
			<Cube currency='USD' rate='1.0850'/>
			<Cube currency='XQX' rate='n/a'/>
		</Cube>
	</Cube>
</gesmes:Envelope>`;

const readAs = async (bytes: Uint8Array) => {
  const read = await readRates(bytes, { fileName: 'given.csv', reporting: 'USD' });
  return read.ok
    ? read.value.rates.map(
        ({ base, counter, rate, at, source, name }) =>
          `1 ${base} is ${rate} ${counter} of ${at} by ${source} ${name}`,
      )
    : read.error;
};
const read = (text: string) => readAs(bytesOf(text));
const columns = 'currency,rate,date\n';

/** A workbook with these headings and one line of cells, written as they are. */
const sheetWith = (headings: readonly string[], cells: string): Uint8Array => {
  const head = headings.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('');
  return handMade({
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1">${head}</row><row r="2">${cells}</row></sheetData></worksheet>`,
  });
};

describe('rates of columns of one’s own', () => {
  test('are in the reporting currency, or of the base that is named', async () => {
    expect(
      await read(
        ' Currency ;RATE; Date;Base\n eur ; 1.08 ;2026-11-20;\njpy;150;2026-11-20; usd \n',
      ),
    ).toEqual([
      '1 EUR is 1.08 USD of 2026-11-20 by file given.csv',
      '1 USD is 150 JPY of 2026-11-20 by file given.csv',
    ]);
  });

  test('need a base on each line, or a chosen currency', async () => {
    const readUnchosen = async (text: string) => {
      const given = { fileName: 'given.csv', reporting: null };
      const answer = await readRates(bytesOf(text), given);
      return answer.ok
        ? answer.value.rates.map(({ base, counter }) => `${base} ${counter}`)
        : answer.error;
    };
    expect(await readUnchosen(`${columns}EUR,1.08,2026-11-20\n`)).toBe(
      'it has no column “base”. Choose the currency of the total first.',
    );
    const based = 'currency,rate,date,base\nUSD,1.08,2026-11-20,EUR\n';
    expect(await readUnchosen(based)).toEqual(['EUR USD']);
    expect(await readUnchosen(`${based}JPY,163,2026-11-20,\n`)).toBe('line 3 has no base.');
  });

  test('are those of a workbook alike, on the sheet that is called rates', async () => {
    const rows = [
      ['currency', 'rate', 'date'],
      ['EUR', 1.085, '2026-07-01'],
    ];
    const bytes = await workbook(rows, { name: 'Rates', others: ['Old rates', 'Rates 2025'] });
    expect(await readAs(bytes)).toEqual(['1 EUR is 1.085 USD of 2026-07-01 by file given.csv']);
  });

  const day = '<c t="inlineStr"><is><t>2026-07-01</t></is></c>';
  const cells = { currency: '<c t="inlineStr"><is><t>EUR</t></is></c>', rate: '<c><v>1.1</v></c>' };

  test.each([
    ['rate', { ...cells, rate: '<c><f>1/B9</f><v>1.1</v></c>' }, 'is a formula: paste its value'],
    ['rate', { ...cells, rate: '<c><v>1.1</v><v>1.2</v></c>' }, 'has two values'],
    [
      'currency',
      { ...cells, currency: '<c t="str"><f>A9</f><v>EUR</v></c>' },
      'is a formula: paste its value',
    ],
  ])('refuse the whole file where the %s of a line cannot be used: %j', async (name, line, why) => {
    const sheet = sheetWith(['currency', 'rate', 'date'], `${line.currency}${line.rate}${day}`);
    expect(await readAs(sheet)).toContain(`the ${name} of line 2 ${why}`);
    const whole = sheetWith(['currency', 'rate', 'date'], `${cells.currency}${cells.rate}${day}`);
    expect(await readAs(whole)).toHaveLength(1);
  });

  test('that stand twice and agree are one rate, and those of another day are another', async () => {
    const again = `${columns}EUR,1.08,2026-07-01\nEUR,1.08,2026-07-01\nEUR,1.09,2026-07-02\nGBP,1.09,2026-07-01\n`;
    expect(await read(again)).toHaveLength(4);
    const based = ['EUR,1.1,2026-07-01,USD', 'EUR,1.2,2026-07-01,GBP', 'CHF,1.3,2026-07-01,USD'];
    expect(await read(`currency,rate,date,base\n${based.join('\n')}\n`)).toHaveLength(3);
  });

  test('stand in any order, between what separates the headings that are known', async () => {
    const rates = ['1 EUR is 1.1 USD of 2026-07-01 by file given.csv'];
    const lines = ['date;Currency;rate;a,b,c,d,e,f', '2026-07-01;EUR;1.1;', ''];
    expect(await read(lines.join('\n'))).toEqual(rates);
    expect(await read('USD,date\n1,2026-07-01\n')).toContain('it has no column “currency”');
    expect(await read('Date; USD ;a,b,c,d\n2026-07-01;1.0;\n')).toEqual([
      '1 EUR is 1.0 USD of 2026-07-01 by file given.csv',
    ]);
    // The headings are known where no cell below them is, and a currency is known within its quotes.
    expect(await read('date;Currency;rate;a,b,c,d,e,f\n2026-07-01;eur;1.1;\n')).toEqual(rates);
    expect(await read('Date;" USD ";a,rate,b,c,d\n2026-07-01;1.1;\n')).toEqual(rates);
  });

  const one = '1 EUR is 1.1 USD of 2026-07-01 by file given.csv';
  test.each([
    ['valuta,rate,date\nEUR,1.1,2026-07-01\n', [one]],
    ['currency,rate,valuta\nEUR,1.1, 2026-07-01 \n', [one]],
    ['currency,rate,valuta\nEUR,1.1,2026-07-01\nGBP,1.2\n', 'line 3 has no day: “”.'],
    [
      'valuta,rate,date\nEUR,1.1,2026-07-01\n2026-07-01,1.1,2026-07-01\n',
      'it has no column “currency”, and is not the European Central Bank’s.',
    ],
  ])('have under “Valuta” a currency or a day, as all its values are: %j', async (text, as) => {
    expect(await read(text)).toEqual(as);
  });

  test('are of 20,000 lines at most, the headings among them', async () => {
    const lines = (count: number) => read(`Date,USD\n${'2026-07-01,1.1\n'.repeat(count - 1)}`);
    expect(await lines(20_000)).toBe('line 3 has the day 2026-07-01 again.');
    expect(await lines(20_001)).toBe('it has more than 20,000 lines: give the newest of them.');
  });

  test('have twelve decimals; zeros behind them say nothing, and other digits refuse the file', async () => {
    expect(await read(`${columns}EUR,1.12345678901200,2026-07-01\n`)).toEqual([
      '1 EUR is 1.123456789012 USD of 2026-07-01 by file given.csv',
    ]);
    expect(await read(`${columns}EUR,1.1234567890120001,2026-07-01\n`)).toContain('has no rate');
  });

  test.each([
    ['currency,rate\nEUR,1\n', 'it has no column “date”, and is not the European Central Bank’s.'],
    [
      'base,else\nEUR,1\n',
      'it has no column “currency”, no column “rate”, no column “date”, and is not the European Central Bank’s.',
    ],
    [`${columns}EUR,1,04/05/2026\n`, 'line 2 has no day: “04/05/2026”.'],
    [`${columns}EUR,1,20 Nov\n`, 'line 2 has no day: “20 Nov”.'],
    [`${columns}EUR,1,20 Foo 2026\n`, 'line 2 has no day: “20 Foo 2026”.'],
    [`${columns}EUR,1,the 20 Nov 2026\n`, 'line 2 has no day: “the 20 Nov 2026”.'],
    [`${columns}EUR,1,20 Nov 20266\n`, 'line 2 has no day: “20 Nov 20266”.'],
    [`${columns}EUR,0,2026-07-01\n`, 'line 2 has no rate: “0”.'],
    [`${columns}EUR,-1,2026-07-01\n`, 'line 2 has no rate: “-1”.'],
    [`${columns}EUR,1e2,2026-07-01\n`, 'line 2 has no rate: “1e2”.'],
    [`${columns}XQX,1,2026-07-01\n`, 'line 2 names no currency that is known here.'],
    [
      'currency,rate,date,base\nEUR,1,2026-07-01,XQX\n',
      'line 2 names no currency that is known here.',
    ],
    [
      `${columns}EUR,1,2026-07-01\nEUR,2,2026-07-01\n`,
      'line 3 has another rate of EUR for 2026-07-01 than a line above.',
    ],
    [columns, 'there is no rate in it.'],
    ['currency;rate;date\n"EUR', 'line 2'],
  ])('refuse the whole file with the line: %j', async (text, why) => {
    expect(await read(text)).toContain(why);
  });

  test.each([
    ['0,123', '0.123'],
    ['1,08', '1.08'],
    ['12,5', '12.5'],
    ['1,0854', '1.0854'],
    ['110,25', '110.25'],
  ])('have a comma before the decimals where it can be nothing else: %s', async (rate, as) => {
    expect(await read(`currency;rate;date\nEUR;${rate};2026-07-01\n`)).toEqual([
      `1 EUR is ${as} USD of 2026-07-01 by file given.csv`,
    ]);
  });

  test.each([
    '1,085',
    '10,085',
    '1,08,5',
    'x1,08',
    '1,08x',
    '0,',
    '1,',
    ',5',
    '0,1x',
    'a,12',
    '1,abcd',
    '1,ab',
  ])('are not guessed out of %s', async (rate) => {
    expect(await read(`currency;rate;date\nEUR;${rate};2026-07-01\n`)).toContain('has no rate');
  });

  test.each([
    '20.11.26',
    'x20.11.2026',
    '20.11.2026x',
    'ab.11.2026',
    '20.ab.2026',
    '20.11.abcd',
    '32.1.2026',
  ])('are of no day by %s', async (day) => {
    expect(await read(`${columns}EUR,1.1,${day}\n`)).toBe(`line 2 has no day: “${day}”.`);
  });

  test.each([
    ['20.11.2026', '2026-11-20'],
    ['1.2.2026', '2026-02-01'],
    ['3 Nov 2026', '2026-11-03'],
    ['20 november 2026', '2026-11-20'],
    ['01 MAY 2026', '2026-05-01'],
  ])('read a day with the name of its month, %s', async (day, iso) => {
    expect(await read(`${columns}EUR,1.1,${day}\n`)).toEqual([
      `1 EUR is 1.1 USD of ${iso} by file given.csv`,
    ]);
  });
});

describe('rates of the European Central Bank', () => {
  test('are each of one euro; what has no rate on the day, or is no currency, is left out', async () => {
    const text = 'Date, USD, JPY, XQX, GBP, \n20 November 2026, 1.0850, N/A, 7.1, 0.8601, \n';
    expect(await read(text)).toEqual([
      '1 EUR is 1.0850 USD of 2026-11-20 by file given.csv',
      '1 EUR is 0.8601 GBP of 2026-11-20 by file given.csv',
    ]);
    expect(await read(daily)).toEqual(['1 EUR is 1.0850 USD of 2026-07-01 by file given.csv']);
  });

  test.each([
    ['Date,USD\nyesterday,1.08\n', 'line 2 has no day: “yesterday”.'],
    ['Date,USD\n', 'there is no rate in it.'],
    ['Date,USD\n2026-11-20,N/A\n', 'there is no rate in it.'],
    [daily.replace('1.0850', 'n/a'), 'line 5 has no rate: “n/a”.'],
    [daily.replace("rate='1.0850'", ''), 'line 5 has no rate: “”.'],
    [daily.replace('2026-07-01', '01/07/2026'), 'line 4 has no day: “01/07/2026”.'],
    [
      daily.replace('<Cube time', '<Day time').replace('</Cube>', '</Day>'),
      'it is XML, but not the European Central Bank’s',
    ],
    [daily.slice(0, -30), 'it ends in its middle, on line'],
    [daily.replace('</Cube>', '</Kube>'), 'is no proper XML.'],
    [
      '<Document><Stmt/></Document>',
      'it is XML, but not the European Central Bank’s file of rates.',
    ],
    [`<a><Cube currency='USD' rate='1'/></a>`, 'it is XML, but not the European Central Bank’s'],
  ])('refuse the whole file: %j', async (text, why) => {
    expect(await read(text)).toContain(why);
  });

  test('are refused where a day stands twice, or a rate of the newest day is none', async () => {
    expect(await read('Date,USD\n2026-11-20,1\n2026-11-20,2\n')).toBe(
      'line 3 has the day 2026-11-20 again.',
    );
    expect(await read('Date,USD\n2026-11-20,-\n')).toBe('line 2 has no rate: “-”.');
    expect(await read('Date,USD\n2026-11-20,xN/A\n')).toContain('has no rate');
    const twice = daily.replace('</Cube>', "</Cube><Cube time='2026-07-01'></Cube>");
    expect(await read(twice)).toContain('has the day 2026-07-01 again.');
    const usd = "<Cube currency='USD' rate='1.0850'/>";
    expect(await read(daily.replace(usd, `${usd}${usd}`))).toContain('has a second rate of USD.');
  });

  test.each([
    ['date', '<c t="str"><f>TODAY()</f><v>2026-11-20</v></c>', '<c><v>1.1</v></c>'],
    [
      'rate',
      '<c t="inlineStr"><is><t>2026-11-20</t></is></c>',
      '<c t="str"><f>NA()</f><v>N/A</v></c>',
    ],
  ])('are refused where the %s of a workbook is a formula', async (name, day, rate) => {
    expect(await readAs(sheetWith(['Date', 'USD'], `${day}${rate}`))).toBe(
      `the ${name} of line 2 is a formula: paste its value instead.`,
    );
    // What stands under no currency is not read.
    const other =
      '<c t="inlineStr"><is><t>2026-11-20</t></is></c><c><v>1.1</v></c><c><f>B1</f></c>';
    expect(await readAs(sheetWith(['Date', 'USD', 'note'], other))).toHaveLength(1);
  });

  test('are those of the newest line of a table, whether it is the first or the last', async () => {
    const lines = ['2026-11-18,1.1,', ' 2026-11-20 , 1.3,', '2026-11-19,1.2,'];
    for (const all of [lines, lines.toReversed()])
      expect(await read(`Date,USD,JPY\n${all.join('\n')}\n`)).toEqual([
        '1 EUR is 1.3 USD of 2026-11-20 by file given.csv',
      ]);
  });

  test('are of its own elements, and not of others that are called alike', async () => {
    const other =
      "<x:Cube xmlns:x='urn:x' time='2026-07-02'><x:Cube currency='USD' rate='9'/></x:Cube>";
    expect(await read(daily.replace('</gesmes:Envelope>', `${other}</gesmes:Envelope>`))).toEqual([
      '1 EUR is 1.0850 USD of 2026-07-01 by file given.csv',
    ]);
  });

  test('are those of its outermost element, whatever lies around it', async () => {
    const within = daily
      .replace('<Cube>', "<Part><x:Part xmlns:x='urn:x'><Cube>")
      .replace('</gesmes:Envelope>', '</x:Part></Part></gesmes:Envelope>');
    expect(await read(within)).toEqual(['1 EUR is 1.0850 USD of 2026-07-01 by file given.csv']);
  });

  test('are those that name a currency alone', async () => {
    const others = daily.replace('<Cube currency', "<Cube rate='9'/><Cube/><Cube currency");
    expect(await read(others)).toEqual(['1 EUR is 1.0850 USD of 2026-07-01 by file given.csv']);
  });

  test('are those of the newest day, wherever it stands', async () => {
    const day = (time: string, rate: string) =>
      `<Cube time='${time}'><Cube currency='USD' rate='${rate}'/></Cube>`;
    const days = [day('2026-06-30', '1.1'), day('2026-07-02', '1.3'), day('2026-07-01', '1.2')];
    expect(
      await read(
        `<E xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><Cube>${days.join('')}</Cube></E>`,
      ),
    ).toEqual(['1 EUR is 1.3 USD of 2026-07-02 by file given.csv']);
  });

  test('are unpacked from an archive with one file in it', async () => {
    expect(await readAs(archive({ 'daily.xml': daily }))).toHaveLength(1);
    expect(await readAs(archive({ 'a.csv': 'Date,USD\nmonday,1\n' }))).toBe(
      'in a.csv, line 2 has no day: “monday”.',
    );
    expect(await readAs(archive({ 'a.csv': columns, 'b.csv': columns }))).toMatch(
      /^it holds several files: give the one with the rates\./,
    );
    const inner = Buffer.from(archive({ b: 'c' }));
    for (const name of ['a.zip', 'a.csv'])
      expect(await readAs(archive({ [name]: inner }))).toMatch(
        /^a\.(zip|csv) is an archive within/,
      );
    const long = `${columns}EUR,1,2026-07-01${'0'.repeat(1_000_000)}\n`;
    expect(await readAs(archive({ 'a.csv': long }))).toMatch(/^a\.csv unpacks to 1 MB/);
  });

  test('are read from a text that is whole alone', async () => {
    const damaged = bytesOf(daily.replace('eurofxref">', 'eurofxref"><!--Zürich-->'), 'latin1');
    expect(await readAs(damaged)).toContain('is not written in UTF-8');
  });

  test('are of no other kind of file', async () => {
    expect(await read('%PDF-1.7')).toContain('Rates are read from CSV, XLSX');
    expect(await read('')).toContain('it has no column “currency”');
  });
});

test('a file of tomorrow is taken, as it may be tomorrow elsewhere, and one of a later day is not', async () => {
  const { journal } = openLoneDesk().parts;
  const add = (day: string) =>
    addRateFile(journal, bytesOf(`Date,USD\n${day},1.1\n`), {
      ...{ fileName: 'given.csv', reporting: null, nowMs: Date.parse('2026-11-20T23:59:59Z') },
    });
  expect(await add('2026-11-22')).toEqual({
    ok: false,
    error: 'its rates are of 2026-11-22, a future day. Nothing of it is used.',
  });
  expect(listRates(journal)).toEqual([]);
  expect(await add('2026-11-21')).toEqual({ ok: true, value: { count: 1, at: '2026-11-21' } });
  expect(listRates(journal)).toMatchObject([{ counter: 'USD', at: '2026-11-21' }]);
});
