import { describe, expect, test } from 'vitest';

import { compareSource } from '../../../electron/nouns/statements/second-source/compare/compare.ts';
import { statementsInOfx } from '../../../electron/nouns/statements/second-source/formats/read-ofx.ts';
import {
  formatOf,
  readSource,
} from '../../../electron/nouns/statements/second-source/formats/read-source.ts';
import { verdictOf } from '../../../electron/nouns/statements/second-source/compare/verdict.ts';
import { addDays } from '../../../shared/calendar/calendar.ts';
import { bytesOf } from '../../support/stores/table-files.ts';

/** Written by hand from the specifications of OFX 1.0.3 and 2.2, chapter 11. */
const header = [
  'OFXHEADER:100',
  ...['DATA:OFXSGML', 'VERSION:103', 'SECURITY:NONE', 'ENCODING:USASCII', 'CHARSET:1252'],
  ...['COMPRESSION:NONE', 'OLDFILEUID:NONE', 'NEWFILEUID:NONE', '', ''],
].join('\r\n');

const transaction = (values: Readonly<Record<string, string>> = {}, more = '') =>
  `<STMTTRN>${Object.entries({
    ...{ TRNTYPE: 'CHECK', DTPOSTED: '20261105', TRNAMT: '-200.00', FITID: '00002' },
    ...values,
  })
    .map(([name, value]) => `<${name}>${value}`)
    .join('\r\n')}${more}</STMTTRN>`;

const statement = (
  transactions: readonly string[],
  {
    account = '999988',
    currency = 'USD',
    list = '<DTSTART>20261101<DTEND>20261130',
    balance = '<LEDGERBAL><BALAMT>200.29<DTASOF>20261130120000</LEDGERBAL>',
  } = {},
) => `<STMTTRNRS><TRNUID>1001<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>${currency}
<BANKACCTFROM><BANKID>121099999<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST>${list}${transactions.join('')}</BANKTRANLIST>${balance}
<AVAILBAL><BALAMT>9.99<DTASOF>20261130</AVAILBAL></STMTRS></STMTTRNRS>`;

const sgml = (...statements: readonly string[]) =>
  `${header}<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>20261130120000<LANGUAGE>ENG<FI><ORG>BANK<FID>1</FI></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1>${statements.join('')}</BANKMSGSRSV1></OFX>`;

async function statements(text: string | Uint8Array) {
  const read = await statementsInOfx(typeof text === 'string' ? bytesOf(text) : text);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}
const refusal = async (text: string) => {
  const read = await statementsInOfx(bytesOf(text));
  return read.ok ? 'read' : read.error;
};
const only = async (...transactions: readonly string[]) =>
  (await statements(sgml(statement(transactions))))[0];

describe('OFX 1.x, whose elements have no closing tags', () => {
  test('is read with its account, days, entries and balance', async () => {
    const text = sgml(
      statement([
        transaction({ CHECKNUM: '1000', NAME: 'J&amp;K &lt;Ltd&gt;', MEMO: '' }),
        transaction({
          ...{ TRNTYPE: 'CREDIT', TRNAMT: '+300,5', FITID: '3', MEMO: 'Invoice 4711' },
          DTPOSTED: '20261120235959.123[-5:EST]',
        }),
      ]),
    );
    expect(formatOf(bytesOf(text))).toBe('ofx');
    expect(await statements(text)).toEqual([
      {
        namedAccount: '999988',
        head: { currency: 'USD', closing: '200.29' },
        ...{ firstDay: '2026-11-01', lastDay: '2026-11-30', notes: [], unread: 0 },
        entries: [
          {
            ...{ id: '00002', amount: '200.00', direction: 'debit', currency: 'USD' },
            ...{ date: '2026-11-05', words: ['J&K <Ltd>', '1000'] },
          },
          {
            ...{ id: '3', amount: '300.5', direction: 'credit', currency: 'USD' },
            ...{ date: '2026-11-20', words: ['Invoice 4711'] },
          },
        ],
      },
    ]);
  });

  test('in Windows-1252, in UTF-8 whatever its header says, and in UTF-16', async () => {
    const text = sgml(statement([transaction({ NAME: 'Müller – €' })]));
    const latin = new Uint8Array(
      Buffer.from(text.replace('–', '\u0096').replace('€', '\u0080'), 'latin1'),
    );
    for (const bytes of [latin, bytesOf(text), bytesOf(`\uFEFF${text}`, 'utf16le')]) {
      const [found] = await statements(bytes);
      expect(found?.entries[0]?.words).toEqual(['Müller – €']);
    }
  });

  test('with closing tags, small letters, one line, and an empty element all the same', async () => {
    const closed = sgml(statement([transaction()])).replaceAll(
      /<(TRNTYPE|DTPOSTED|TRNAMT|FITID)>([^<]*)/g,
      '<$1>$2</$1><MEMO></MEMO>',
    );
    const plain = await only(transaction());
    expect(await statements(closed)).toEqual([plain]);
    expect(await statements(closed.replaceAll(/<\/?\w+>/g, (tag) => tag.toLowerCase()))).toEqual([
      plain,
    ]);
    expect(await statements(closed.replaceAll(/[\r\n]+(?=<)/g, ''))).toEqual([plain]);
  });

  test('what a bank adds in an aggregate of its own is no value of the entry', async () => {
    const own = '<ACME.MORE><TRNAMT>9999.00<FITID>X</ACME.MORE>';
    expect((await only(transaction({}, own)))?.entries).toMatchObject([
      { id: '00002', amount: '200.00' },
    ]);
  });

  test('several statements, and a card', async () => {
    const card = `<CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>EUR<CCACCTFROM><ACCTID>4111</CCACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261130${transaction({ FITID: 'C' })}</BANKTRANLIST></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`;
    const text = sgml(statement([transaction()]), statement([], { account: '77' }));
    const found = await statements(text.replace('</OFX>', card));
    expect(found.map(({ namedAccount, head }) => [namedAccount, head.currency])).toEqual([
      ['999988', 'USD'],
      ['77', 'USD'],
      ['4111', 'EUR'],
    ]);
    const read = await readSource('downloadStatement', bytesOf(text), (one) => one === '999988');
    expect(read).toMatchObject({
      value: {
        head: { account: '999988' },
        entries: [{ id: '00002' }],
        notes: ['Its part of account 77 is left out.'],
      },
    });
  });
});

describe('OFX 2.x, which is XML', () => {
  const xml = (amount: string) =>
    `<?xml version="1.0" encoding="UTF-8" standalone="no"?><?OFX OFXHEADER="200" VERSION="220" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>
<OFX><!-- a bank --><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR</CURDEF><BANKACCTFROM><BANKID>1</BANKID><ACCTID>DE89</ACCTID></BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101</DTSTART><DTEND>20261130</DTEND><STMTTRN><TRNTYPE>OTHER</TRNTYPE><DTPOSTED>20261105000000[0:GMT]</DTPOSTED>
<TRNAMT>${amount}</TRNAMT><FITID>F-1</FITID><NAME/><MEMO><![CDATA[A & B < C]]></MEMO></STMTTRN></BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

  test('is read the same', async () => {
    expect(formatOf(bytesOf(xml('1.00')))).toBe('ofx');
    expect(await statements(xml('-12.50'))).toMatchObject([
      {
        ...{ namedAccount: 'DE89', head: { currency: 'EUR' }, notes: [] },
        entries: [
          {
            ...{ id: 'F-1', amount: '12.50', direction: 'debit', date: '2026-11-05' },
            words: ['A & B < C'],
          },
        ],
      },
    ]);
  });

  test.each(['1<!-- -->0.00', '<![CDATA[10.00]]>', '1<?x y?>0.00', '1&#48;.00'])(
    'an amount in pieces is all of them: %s',
    async (written) => {
      const [found] = await statements(xml(written));
      expect(found?.entries).toMatchObject([{ amount: '10.00', direction: 'credit' }]);
    },
  );

  test.each([
    ['an amount around another element', xml('1<X:Y>5</X:Y>0.00')],
    ['a document type', xml('1.00').replace('<OFX>', '<!DOCTYPE OFX [<!ENTITY a "1">]><OFX>')],
    ['a document type within', xml('1.00').replace('<STMTRS>', '<STMTRS><!ENTITY a "1">')],
    ['no end', xml('1.00').replace('</OFX>', '')],
    ['a remark without an end', xml('1.00').replace('<STMTRS>', '<STMTRS><!-- ')],
  ])('%s is refused', async (_words, text) => {
    expect(await refusal(text)).toBe('The file is no proper OFX, or its end is missing.');
  });
});

describe('amounts of OFX are never guessed', () => {
  test.each([
    ['-200.00', '200.00', 'debit'],
    ['200', '200', 'credit'],
    ['+.5', '0.5', 'credit'],
    ['-,5', '0.5', 'debit'],
    ['007.10', '7.10', 'credit'],
    ['1,234.56', '1234.56', 'credit'],
    ['-1.234.567,89', '1234567.89', 'debit'],
    ['1234,567', '1234.567', 'credit'],
  ])('%s is %s, a %s', async (written, amount, direction) => {
    const found = await only(transaction({ TRNTYPE: 'OTHER', TRNAMT: written }));
    expect([found?.notes, found?.entries]).toMatchObject([[], [{ amount, direction }]]);
  });

  test.each([
    '1,234',
    '12.345',
    '-999,000',
    'USD 5',
    '1 000.00',
    '5-',
    '(5.00)',
    '1e3',
    '',
    '1.2.3',
  ])('“%s” leaves its entry out by name', async (written) => {
    const found = await only(transaction({ TRNTYPE: 'OTHER', TRNAMT: written }), transaction());
    expect(found?.entries).toHaveLength(1);
    expect(found?.notes).toEqual([
      `Its entry 1 is left out, as its amount “${written}” cannot be read for certain: “20261105 ${written === '' ? '' : `${written} `}00002”.`,
    ]);
  });

  test('three decimals are those of a currency that has them', async () => {
    const [found] = await statements(
      sgml(statement([transaction({ TRNAMT: '-1.234' })], { currency: 'BHD' })),
    );
    expect(found?.entries).toMatchObject([{ amount: '1.234' }]);
  });

  test.each([
    ['DEBIT', '5.00'],
    ['CREDIT', '-5.00'],
  ])('a %s of %s leaves its entry out by name', async (type, amount) => {
    const found = await only(transaction({ TRNTYPE: type, TRNAMT: amount }));
    expect(found?.entries).toEqual([]);
    expect(found?.notes.join()).toContain(`its type ${type} speaks against the sign of its amount`);
  });

  test.each(['TRNAMT', 'DTPOSTED', 'FITID', 'TRNTYPE'])('as does a second %s', async (name) => {
    const found = await only(transaction({}, `<${name}>-9999.00`));
    expect(found?.entries).toEqual([]);
    expect(found?.notes.join()).toContain('Its entry 1 is left out, as it has an amount, a day,');
  });

  test('in another currency they are in that; what they were converted from is not looked at', async () => {
    const found = await only(
      transaction({}, '<CURRENCY><CURRATE>1.1<CURSYM>EUR</CURRENCY>'),
      transaction({}, '<ORIGCURRENCY><CURRATE>1.1<CURSYM>CHF</ORIGCURRENCY>'),
    );
    expect(found?.entries.map(({ currency }) => currency)).toEqual(['EUR', 'USD']);
  });

  test.each(['20261305', '2026110', '5 Nov 2026', '20261105120000 EST', '00000000'])(
    'nor is a day: %s',
    async (day) => {
      const found = await only(transaction({ DTPOSTED: day }));
      expect([found?.entries, found?.notes.join()]).toEqual([
        [],
        expect.stringContaining(`its day “${day}” is none`),
      ]);
    },
  );
});

describe('the balance of the ledger', () => {
  const closing = async (asOf: string, list?: string) => {
    const [found] = await statements(
      sgml(
        statement([transaction()], {
          balance: `<LEDGERBAL><BALAMT>-200,29<DTASOF>${asOf}</LEDGERBAL>`,
          ...(list !== undefined && { list }),
        }),
      ),
    );
    return [found?.head.closing, found?.lastDay, ...(found?.notes ?? [])];
  };

  test('is the closing one where no entry is behind its day', async () => {
    expect(await closing('20261130')).toEqual(['-200.29', '2026-11-30']);
    expect(await closing('20261105[+5.30:IST]')).toEqual(['-200.29', '2026-11-30']);
  });

  test('is none of the period before its last entry, or behind its end', async () => {
    const words = (day: string) =>
      `Its balance is of ${day}, not of the end of its period, and is not compared.`;
    expect(await closing('20261104')).toEqual([undefined, '2026-11-30', words('2026-11-04')]);
    expect(await closing('20261201')).toEqual([undefined, '2026-11-30', words('2026-12-01')]);
  });

  test('that cannot be read is not compared, and says so', async () => {
    expect((await closing('soon')).at(-1)).toContain('cannot be read, and is not compared');
  });

  test('a period from the year 1970 begins with its first entry', async () => {
    const [found] = await statements(
      sgml(statement([transaction()], { list: '<DTSTART>19700101<DTEND>20261130' })),
    );
    expect(found?.firstDay).toBe('2026-11-05');
  });
});

test('held beside the local copy it agrees by its entries and its one balance', async () => {
  const read = await readSource(
    'downloadStatement',
    bytesOf(sgml(statement([transaction()]))),
    () => true,
  );
  if (!read.ok) throw new Error(read.error);
  const verdict = async (closing: string) => {
    const dates = Array.from({ length: 30 }, (_, at) => addDays('2026-11-01', at));
    const compared = await compareSource(
      read.value,
      {
        ...{ accountNumber: '999988', from: '2026-11-01', to: '2026-11-30', currency: 'USD' },
        receivedAt: new Map(dates.map((day) => [day, '2026-12-01T00:00:00.000Z'])),
        ...{ days: 30, opening: '400.29', closing },
        entries: (async function* () {
          yield await Promise.resolve([
            {
              ...{ id: 'e-1', amount: '200.00', direction: 'debit' as const, currency: 'USD' },
              ...{ transactionDate: '2026-11-05T09:00:00.000Z', transactionType: '' },
              ...{ narration: '', customReference: '', balance: '0' },
            },
          ]);
        })(),
      },
      '2026-12-01T00:00:00.000Z',
    );
    return verdictOf(compared);
  };
  expect(await verdict('200.29')).toEqual({
    verdict: 'agrees',
    summary: 'The one entry and the closing balance are the same.',
  });
  expect(await verdict('200.28')).toMatchObject({ verdict: 'differs' });
});

test('entries that are not booked yet are left out and counted', async () => {
  const text = sgml(statement([transaction()])).replace(
    '</BANKTRANLIST>',
    '</BANKTRANLIST><BANKTRANLISTP><DTASOF>20261130<STMTTRNP><TRNTYPE>POS<DTTRAN>20261130<TRNAMT>-1.00</STMTTRNP></BANKTRANLISTP>',
  );
  const [found] = await statements(text);
  expect([found?.entries.length, found?.notes]).toEqual([
    1,
    ['One entry in it is not booked yet and is left out.'],
  ]);
});

test('a file without a statement says why, as the bank does', async () => {
  const text = sgml(
    '<STMTTRNRS><TRNUID>1<STATUS><CODE>2003<SEVERITY>ERROR<MESSAGE>Account not found</STATUS></STMTTRNRS>',
  );
  expect(await refusal(text)).toBe(
    'There is no statement of a bank account or card in the OFX file. The bank writes: “Account not found”.',
  );
});

test.each([
  ['signs that open tags', '<A'.repeat(500_000)],
  ['remarks', '<!-- -->'.repeat(200_000)],
  ['a long name', `<${'A'.repeat(1_000_000)}`],
  ['blanks in a tag', `</A${' '.repeat(1_000_000)}`],
  ['aggregates in each other', '<STMTTRN>'.repeat(100_000)],
])('%s without end are refused, and not looked at again and again', async (_words, text) => {
  expect(await refusal(`${header}<OFX>${text}</STMTTRN></OFX>`)).toMatch(/OFX/);
});
