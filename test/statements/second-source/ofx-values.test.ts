import { describe, expect, test } from 'vitest';

import { statementsInOfx } from '../../../electron/nouns/statements/second-source/formats/read-ofx.ts';
import { limits } from '../../../shared/limits.ts';
import { bytesOf } from '../../support/stores/table-files.ts';

const ofx = (inside: string) => `OFXHEADER:100\n\n<OFX>${inside}</OFX>`;
const statement = (inside: string, currency = '<CURDEF>USD') =>
  ofx(`<STMTRS>${currency}<BANKACCTFROM><ACCTID>77</BANKACCTFROM>${inside}</STMTRS>`);
const list = (...inside: readonly string[]) => `<BANKTRANLIST>${inside.join('')}</BANKTRANLIST>`;
const transaction = (inside = '', { day = '20261105', amount = '-5.00', type = 'OTHER' } = {}) =>
  `<STMTTRN><TRNTYPE>${type}<DTPOSTED>${day}<TRNAMT>${amount}<FITID>F${inside}</STMTTRN>`;
const ledger = (day: string, amount = '7.00') =>
  `<LEDGERBAL><BALAMT>${amount}<DTASOF>${day}</LEDGERBAL>`;

async function read(text: string | Uint8Array) {
  const found = await statementsInOfx(typeof text === 'string' ? bytesOf(text) : text);
  if (!found.ok) throw new Error(found.error);
  const [only] = found.value;
  if (!only) throw new Error('no statement');
  return only;
}
const refusal = async (text: string) => {
  const found = await statementsInOfx(bytesOf(text));
  return found.ok ? 'read' : found.error;
};
const entryOf = async (...given: Parameters<typeof transaction>) => {
  const { entries, notes } = await read(statement(list(transaction(...given))));
  return entries[0] ?? notes[0];
};

describe('an OFX file without a statement', () => {
  const none = 'There is no statement of a bank account or card in the OFX file.';
  const status = (inside: string) => `<STATUS>${inside}</STATUS>`;

  test.each([
    ['', none],
    ['<SEVERITY>INFO<MESSAGE>All is well', none],
    ['<SEVERITY>ERROR', none],
    ['<SEVERITY>ERROR<MESSAGE>One<MESSAGE>Two', none],
    ['<MESSAGE>No severity', none],
    ['<SEVERITY>error<MESSAGE>No such account', `${none} The bank writes: “No such account”.`],
    [
      `<SEVERITY>ERROR<MESSAGE>${'x'.repeat(201)}`,
      `${none} The bank writes: “${'x'.repeat(200)}”.`,
    ],
  ])('with the status %s', async (inside, words) => {
    expect(await refusal(ofx(status(`<CODE>0${inside}`)))).toBe(words);
  });

  test('has the first reason that is one', async () => {
    const error = (message: string) => status(`<SEVERITY>ERROR<MESSAGE>${message}`);
    const text = ofx(`${status('<SEVERITY>WARN<MESSAGE>w')}${error('first')}${error('second')}`);
    expect(await refusal(text)).toBe(`${none} The bank writes: “first”.`);
  });
});

describe('the characters of OFX', () => {
  const text = statement(list(transaction('<NAME>Müller')));
  const words = async (bytes: Uint8Array) => (await read(bytes)).entries[0]?.words;
  const behind = (first: number, second: number) =>
    new Uint8Array([first, second, ...bytesOf(text, 'latin1')]);

  test('are UTF-16 of either order behind its mark', async () => {
    const little = bytesOf(`\uFEFF${text}`, 'utf16le');
    expect(await words(little)).toEqual(['Müller']);
    expect(await words(new Uint8Array(Buffer.from(little).swap16()))).toEqual(['Müller']);
  });

  test.each([
    [0xff, 0x20],
    [0x20, 0xfe],
    [0xfe, 0x20],
    [0x20, 0xff],
  ])('are Windows-1252 where only one byte is that of a mark: %d %d', async (first, second) => {
    expect(await words(behind(first, second))).toEqual(['Müller']);
  });
});

describe('a statement of OFX with few fields', () => {
  test('has neither currency nor account, days nor entries', async () => {
    expect(await read(ofx('<STMTRS></STMTRS>'))).toEqual({
      ...{ namedAccount: '', head: {}, entries: [], notes: [], unread: 0 },
      ...{ firstDay: undefined, lastDay: undefined },
    });
    const entry = await read(statement(list(transaction()), ''));
    expect(entry.entries[0]).not.toHaveProperty('currency');
    expect(entry.head).toStrictEqual({});
  });

  test('has the days of its entries, in whatever order these are', async () => {
    const days = ['20261107', '20261103', '20261105'].map((day) => transaction('', { day }));
    expect(await read(statement(list(...days)))).toMatchObject({
      ...{ firstDay: '2026-11-03', lastDay: '2026-11-07' },
    });
    expect(await read(statement(list('<DTSTART>20261101<DTEND>20261130', ...days)))).toMatchObject({
      ...{ firstDay: '2026-11-01', lastDay: '2026-11-30' },
    });
    expect(await read(statement(list('<DTSTART>20261101', ...days)))).toMatchObject({
      ...{ firstDay: '2026-11-01', lastDay: '2026-11-07' },
    });
  });

  test('without entries and period is of the day of its balance', async () => {
    expect(await read(statement(ledger('20261104')))).toMatchObject({
      ...{ firstDay: '2026-11-04', lastDay: '2026-11-04', head: { closing: '7.00' }, notes: [] },
    });
  });

  test('has its currency and type in small letters all the same', async () => {
    const found = await read(
      statement(list(transaction('', { type: 'debit', amount: '-1.234' })), '<CURDEF>bhd'),
    );
    expect([found.head.currency, found.entries[0]?.amount]).toEqual(['BHD', '1.234']);
    expect(await entryOf('', { type: 'credit' })).toContain('its type credit speaks against');
  });
});

describe('an entry of OFX', () => {
  test('has all that it is called by as words', async () => {
    const names = '<REFNUM>R<CHECKNUM>C<MEMO>M<MEMO>N<EXTDNAME>E<PAYEE><NAME>P</PAYEE>';
    expect(await entryOf(names)).toEqual({
      ...{ id: 'F', amount: '5.00', direction: 'debit', currency: 'USD', date: '2026-11-05' },
      words: ['E', 'M', 'N', 'C', 'R', 'P'],
    });
    expect(await entryOf()).toMatchObject({ words: [] });
  });

  test('may have no id', async () => {
    const text = statement(list(transaction().replace('<FITID>F', '')));
    expect((await read(text)).entries).toMatchObject([{ id: '', amount: '5.00' }]);
  });

  test.each([
    ['<CURRENCY><CURSYM>eur</CURRENCY>', 'EUR'],
    ['<CURRENCY><CURRATE>1</CURRENCY>', 'USD'],
    ['<CURRENCY><CURSYM>EUR<CURSYM>CHF</CURRENCY>', 'USD'],
  ])('with %s is in %s', async (inside, currency) => {
    expect(await entryOf(inside)).toMatchObject({ currency });
  });

  test('that is left out is named by its number among the entries and eighty characters', async () => {
    const name = 'N'.repeat(80);
    const text = statement(
      list(transaction(), transaction(`<NAME>${name}`, { amount: 'x' }), transaction()),
    );
    expect(await read(text)).toMatchObject({
      ...{ entries: [{}, {}], unread: 1 },
      notes: [
        `Its entry 2 is left out, as its amount “x” cannot be read for certain: “${`20261105 x F ${name}`.slice(0, 80)}”.`,
      ],
    });
  });

  test('of nothing may be of either type', async () => {
    for (const type of ['DEBIT', 'CREDIT'])
      for (const amount of ['0.00', '-0.00'])
        expect(await entryOf('', { type, amount })).toMatchObject({ amount: '0.00' });
  });

  test('without a day or an amount is left out', async () => {
    const without = async (name: string) =>
      (await read(statement(list(transaction().replace(new RegExp(`<${name}>[^<]*`), '')))))
        .notes[0];
    expect(await without('DTPOSTED')).toContain('as its day “” is none');
    expect(await without('TRNAMT')).toContain('as its amount “” cannot be read');
    expect(await without('TRNTYPE')).toBeUndefined();
  });

  test('that is not booked yet is counted', async () => {
    const text = statement(
      `${list(transaction())}<BANKTRANLISTP>${'<STMTTRNP><TRNAMT>1</STMTTRNP>'.repeat(2)}</BANKTRANLISTP>`,
    );
    expect((await read(text)).notes).toEqual([
      '2 entries in it are not booked yet and are left out.',
    ]);
  });
});

describe('amounts of OFX', () => {
  const amountOf = async (amount: string, currency = 'USD') => {
    const found = await read(statement(list(transaction('', { amount })), `<CURDEF>${currency}`));
    return found.entries[0]?.amount ?? 'left out';
  };

  test.each([
    ['5.', '5'],
    ['5,', '5'],
    ['000', '0'],
    ['0', '0'],
    ['00.50', '0.50'],
    ['0,5', '0.5'],
    ['12,34', '12.34'],
    ['12.3456', '12.3456'],
    ['1,234.', '1234'],
    ['1.234,', '1234'],
    ['12,345.6', '12345.6'],
    ['123,456,789.01', '123456789.01'],
    ['12.345,67', '12345.67'],
    ['123.456.789,01', '123456789.01'],
    ['0.123', '0.123'],
    ['0,123', '0.123'],
    ['.123', '0.123'],
    ['0001.234', '1.234'],
    ['1234.567', '1234.567'],
  ])('%s is %s', async (written, amount) => {
    expect(await amountOf(written)).toBe(amount);
  });

  test.each([
    ...['1.234', '12,345', '123.456', '1.23456', '1,23,4', '1234,567.00', '1,2345.00', '1.2.3,4'],
    ...['12,34.56', '1,234,56', '.', ',', '+', '-', '--5', '+-5', 'x5', '5x', '5 ', '1,234.5.6'],
    ...[
      '1.234,5,6',
      '1.234,5.6',
      '1,234.5,6',
      '123456789012345',
      '1234.567,00',
      ',234.56',
      '1,234.56x',
      'x1.234,56',
    ],
  ])('%s is none for certain', async (written) => {
    const expected = written === '5 ' ? '5' : 'left out';
    expect(await amountOf(written)).toBe(expected);
  });

  test.each([
    ['BHD', '1.234'],
    ['USD', 'left out'],
    ['JPY', 'left out'],
    ['CLF', 'left out'],
    ['QQQ', 'left out'],
  ])('one mark before three digits is read in %s: %s', async (currency, amount) => {
    expect(await amountOf('1.234', currency)).toBe(amount);
  });
});

describe('days of OFX', () => {
  test.each([
    '20261105',
    '2026110509',
    '202611050941',
    '20261105094100',
    '20261105094100.1',
    '20261105094100.123456',
    '20261105[0:GMT]',
    '20261105 [-5:EST]',
    '20261105094100.123 [+5.30:IST]',
    '20261105[]',
  ])('%s is one', async (day) => {
    expect(await entryOf('', { day })).toMatchObject({ date: '2026-11-05' });
  });

  test.each([
    ...['202611050', '20261105094', '2026110509410', '20261105094100.', '20261105094100.1234567'],
    ...['20261105.1', '20261105[0:GMT', '20261105[0]x', 'x20261105', '2026-11-05', '2026110x'],
    ...['19791231', '20261131'],
  ])('%s is none', async (day) => {
    expect(await entryOf('', { day })).toContain(`its day “${day}” is none`);
  });

  test('the first that is one is in 1980', async () => {
    expect(await entryOf('', { day: '19800101' })).toMatchObject({ date: '1980-01-01' });
  });
});

describe('a balance of OFX', () => {
  const odd = 'Its balance or the day of the balance cannot be read, and is not compared.';
  const closing = async (...inside: readonly string[]) => {
    const { head, notes } = await read(statement(inside.join('')));
    return [head.closing, ...notes];
  };

  test.each([
    ['without a day', '<LEDGERBAL><BALAMT>7.00</LEDGERBAL>'],
    ['without an amount', '<LEDGERBAL><DTASOF>20261104</LEDGERBAL>'],
    ['with two amounts', '<LEDGERBAL><BALAMT>7.00<BALAMT>8.00<DTASOF>20261104</LEDGERBAL>'],
    ['with two days', '<LEDGERBAL><BALAMT>7.00<DTASOF>20261104<DTASOF>20261105</LEDGERBAL>'],
  ])('%s is not compared', async (_words, balance) => {
    expect(await closing(balance)).toEqual([undefined, odd]);
  });

  test('of the day of the last entry is the closing one', async () => {
    const entries = list(transaction('', { day: '20261105' }));
    expect(await closing(entries, ledger('20261105'))).toEqual(['7.00']);
    expect(await closing(entries, ledger('20261104'))).toEqual([
      undefined,
      'Its balance is of 2026-11-04, not of the end of its period, and is not compared.',
    ]);
  });

  test('of any day within a period without entries is the closing one', async () => {
    const period = list('<DTSTART>20261101<DTEND>20261130');
    expect(await closing(period, ledger('20261101'))).toEqual(['7.00']);
    expect(await closing(period, ledger('20261130', '-7,00'))).toEqual(['-7.00']);
    expect((await closing(period, ledger('20261201')))[0]).toBeUndefined();
  });
});

test('as many entries are read as the desk reads over all statements, and no more', async () => {
  const of = (count: number) => `<STMTRS>${list('<STMTTRN></STMTTRN>'.repeat(count))}</STMTRS>`;
  const max = limits.secondSourceEntriesMax;
  expect(await refusal(ofx(of(1) + of(max)))).toBe(
    'It has more entries than the desk reads: ask the bank for fewer days in one file.',
  );
  expect(await refusal(ofx(of(1) + of(max - 1)))).toBe('read');
});
