import { describe, expect, test } from 'vitest';

import { readRates } from '../../electron/nouns/rates/rate-file.ts';
import { openFundedDesk } from '../support/desks/transfers-desk.ts';
import { archive, bytesOf, workbook } from '../support/stores/table-files.ts';

const daily = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='2026-07-01'>
			<Cube currency='USD' rate='1.0850'/>
			<Cube currency='GBP' rate='0.8601'/>
		</Cube>
	</Cube>
</gesmes:Envelope>`;

/** As the central bank publishes ninety days, but with the newest one last. */
const history = daily.replace(
  '<Cube>',
  "<Cube><Cube time='2026-06-30'><Cube currency='GBP' rate='0.9'/></Cube>",
);

async function given(bytes: Uint8Array, fileName: string) {
  const desk = await openFundedDesk();
  await desk.get('rates.save', { reporting: 'USD', byHand: [] });
  return { desk, give: { fileName, bytes: new Uint8Array(bytes) } };
}

test.each([
  ['eurofxref-daily.xml', bytesOf(daily)],
  ['eurofxref-hist-90d.xml', bytesOf(history)],
  [
    'eurofxref.zip',
    archive({ 'eurofxref.csv': 'Date, USD, GBP, \n01 July 2026, 1.0850, 0.8601, \n' }),
  ],
  [
    'oldest-first.csv',
    bytesOf(
      'Date, USD, GBP, \n2026-06-29,1.0,0.7,\n30 June 2026, 1.1, 0.9, \n01 July 2026, 1.0850, 0.8601, \n',
    ),
  ],
  [
    'in-no-order.csv',
    bytesOf(
      'Date, USD, GBP, JPY\n2026-06-30,1.1,0.9,1\n2026-07-01,1.0850,0.8601,N/A\n2026-06-29,1.0,0.7,1\n',
    ),
  ],
  ['daily.zip', archive({ 'eurofxref-daily.xml': daily })],
])('the central bank’s rates are read as they come: %s', async (name, bytes) => {
  const { desk, give } = await given(bytes, name);
  expect(await desk.get('rates.give', give)).toEqual({ count: 2, at: '2026-07-01' });
  const { rates } = await desk.get('rates.total', {});
  expect(rates.find(({ currency }) => currency === 'GBP')).toMatchObject({
    rate: '1.261481223114',
    name,
    at: '2026-07-01',
  });
});

test('columns of one’s own may stand in a workbook', async () => {
  const bytes = await workbook(
    [
      ['currency', 'rate', 'date'],
      ['EUR', 1.085, '2026-07-01'],
    ],
    { name: 'Rates' },
  );
  const { desk, give } = await given(bytes, 'rates.xlsx');
  await desk.get('rates.give', give);
  expect((await desk.get('rates.total', {})).rates).toMatchObject([
    { currency: 'EUR', rate: '1.085', name: 'rates.xlsx' },
  ]);
});

test('elements and attributes of another namespace are no rates', async () => {
  const other = daily
    .replace('<Cube>', '<Cube xmlns:x="urn:x">')
    .replace(
      "<Cube time='2026-07-01'>",
      "<x:Cube time='2026-07-02'/>$&<x:Cube currency='GBP' rate='9'/>",
    )
    .replace("rate='1.0850'", "x:rate='7' $&");
  const { desk, give } = await given(bytesOf(other), 'daily.xml');
  expect(await desk.get('rates.give', give)).toEqual({ count: 2, at: '2026-07-01' });
  const { rates } = await desk.get('rates.total', {});
  expect(rates.map(({ rate }) => rate)).toContain('1.261481223114');
});

const columns = 'currency,rate,date\n';

describe('columns under headings of other languages', () => {
  test.each([
    ['Währung;Kurs;Datum', 'USD;0,9217;01.07.2026'],
    ['Devise;Taux;Date', 'USD;0,9217;2026-07-01'],
    ['Moneda;Tipo de cambio;Fecha', 'USD;0.9217;01.07.2026'],
    ['Munt;Koers;Datum', 'USD;0,9217;01.07.2026'],
    ['Valuta;Cambio;Data', 'USD;0,9217;01.07.2026'],
    ['Moeda;Taxa;Data valor', 'USD;0,9217;01.07.2026'],
    ['Valuta;Wechselkurs;Währung', '01.07.2026;0,9217;USD'],
  ])('%s', async (heading, row) => {
    const read = await readRates(bytesOf(`${heading}\n${row}\n`), {
      ...{ fileName: 'a.csv', reporting: 'EUR' },
    });
    expect(read).toMatchObject({
      value: { rates: [{ base: 'USD', counter: 'EUR', rate: '0.9217', at: '2026-07-01' }] },
    });
  });

  test.each([
    ['1,085', 'line 2 has no rate: “1,085”'],
    ['1.085,5', 'line 2 has no rate'],
  ])('a rate of %s, which may be thousands, is refused', async (rate, words) => {
    const read = await readRates(bytesOf(`Währung;Kurs;Datum\nUSD;${rate};01.07.2026\n`), {
      ...{ fileName: 'a.csv', reporting: 'EUR' },
    });
    expect(read.ok ? 'read' : read.error).toContain(words);
  });

  test('a day that may be a month is refused', async () => {
    const read = await readRates(bytesOf('Devise;Taux;Date\nUSD;0,9217;04/05/2026\n'), {
      ...{ fileName: 'a.csv', reporting: 'EUR' },
    });
    expect(read.ok ? 'read' : read.error).toContain('line 2 has no day: “04/05/2026”');
  });
});

test.each([
  ['cut off in its middle', bytesOf(daily.slice(0, -60)), 'ends in its middle, on line 10'],
  ['a rate that is none', bytesOf(daily.replace('0.8601', 'n/a')), 'line 10 has no rate: “n/a”'],
  [
    'a day that is none',
    bytesOf(daily.replace('2026-07-01', '01/07/2026')),
    'line 8 has no day: “01/07/2026”',
  ],
  [
    'a day twice',
    bytesOf(history.replace('2026-06-30', '2026-07-01')),
    'line 8 has the day 2026-07-01 again',
  ],
  [
    'a rate twice',
    bytesOf(daily.replace("currency='USD' rate='1.0850'", "currency='GBP' rate='0.9'")),
    'line 10 has a second rate of GBP',
  ],
  [
    'cubes of another namespace',
    bytesOf(daily.replace('http://www.ecb.int/', 'urn:x:')),
    'not the European Central Bank’s',
  ],
  ['another XML', bytesOf('<Document><Stmt/></Document>'), 'not the European Central Bank’s'],
  [
    'a document type',
    bytesOf(daily.replace('<gesmes', '<!DOCTYPE a [<!ENTITY b "1">]><gesmes')),
    'no proper XML',
  ],
  ['a future day', bytesOf(daily.replace('2026-07-01', '2062-07-01')), 'a future day'],
  [
    'two rates of one day',
    bytesOf(`${columns}EUR,1.08,2026-07-01\nEUR,1.09,2026-07-01\n`),
    'line 3 has another rate of EUR',
  ],
  [
    'a day of the history that is none',
    bytesOf('Date,USD\n2026-07-01,1.0850\n31 June 2026,1.1\n'),
    'line 3 has no day: “31 June 2026”',
  ],
  [
    'a day of it twice',
    bytesOf('Date,USD\n2026-07-01,1.0850\n1 July 2026,1.1\n'),
    'line 3 has the day 2026-07-01 again',
  ],
  ['a rate in it that is none', bytesOf('Date,USD\n2026-07-01,1e3\n'), 'line 2 has no rate: “1e3”'],
  [
    'more lines than are read',
    bytesOf(`${columns}${'EUR,1.08,2026-07-01\n'.repeat(20_001)}`),
    'more than 20,000 lines',
  ],
  ['several files', archive({ 'a.csv': columns, 'b.csv': columns }), 'holds several files'],
  [
    'an archive within',
    archive({ 'a.csv': Buffer.from(archive({ b: 'c' })).toString('latin1') }),
    'an archive within an archive',
  ],
  ['a PDF', bytesOf('%PDF-1.7'), 'Rates are read from CSV, XLSX'],
])('%s is refused, and changes nothing', async (_, bytes, why) => {
  const { desk, give } = await given(bytes, 'rates');
  const { code, message } = await desk.refused('rates.give', give);
  expect([code, message]).toEqual(['file.unreadable', expect.stringContaining(why)]);
  expect((await desk.get('rates.total', {})).rates).toEqual([]);
});
