import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import type { RequestedAccount, LedgerReading } from '../../electron/nouns/books/ledger/ledger.ts';
import { readLedger } from '../../electron/nouns/books/ledger/read-ledger.ts';
import { repeatedNotes } from '../../electron/nouns/books/ledger/repeated.ts';
import { fromUnits } from '../../shared/money/decimal.ts';
import { bytesOf, workbook } from '../support/stores/table-files.ts';

const reading: LedgerReading = {
  period: { from: '2026-11-01', to: '2026-11-30' },
  currency: 'EUR',
  days: 31,
  options: { columns: {}, decimals: null },
  savedFor: () => null,
};

/** The account is 0123456789, and 77 another of ours. */
const own: RequestedAccount = {
  accountNumber: '0123456789',
  names: { numberOf: (written) => (['0123456789', '77'].includes(written) ? written : null) },
};

async function read(file: string | Uint8Array, more: Partial<LedgerReading> = {}) {
  const bytes = typeof file === 'string' ? bytesOf(file) : file;
  const ledger = await readLedger(bytes, { ...reading, ...more }, own);
  if (!ledger.ok) throw new Error(`${ledger.error.code}: ${ledger.error.message}`);
  return ledger.value;
}

const lines = async (file: string | Uint8Array, more: Partial<LedgerReading> = {}) =>
  (await read(file, more)).lines.map(
    ({ day, amount, references, text }) => `${day} ${amount} ${references.join('+')} ${text}`,
  );

const refusal = async (file: string | Uint8Array, more: Partial<LedgerReading> = {}) => {
  const bytes = typeof file === 'string' ? bytesOf(file) : file;
  const ledger = await readLedger(bytes, { ...reading, ...more }, own);
  return ledger.ok ? 'taken' : `${ledger.error.code}: ${ledger.error.message}`;
};

describe('a ledger is read as its program writes it', () => {
  test('debit and credit in two columns: an account’s debits come in', async () => {
    const file = [
      'General ledger 1200,,,,',
      'Date,Document,Text,Debit,Credit',
      '20/11/2026,INV-1001,Kestrel Foods,"1,250.10",',
      '21/11/2026,PAY-77,Osei Textiles,,90.00',
      ',,Total,"1,250.10",90.00',
    ].join('\n');
    expect(await lines(file)).toEqual([
      '2026-11-20 1250.10 INV-1001 Kestrel Foods',
      '2026-11-21 -90.00 PAY-77 Osei Textiles',
    ]);
    expect((await read(file)).notes).toEqual(['Line 5 has no day and was left out.']);
  });

  test('one amount with its side in German, and a comma before the decimals', async () => {
    const file = [
      'Buchungsdatum;Belegnummer;Buchungstext;Betrag;Soll/Haben',
      '20.11.2026;RE-4711;Miete;1.250,10;S',
      '21.11.2026;RE-4712;Strom;90,00;H',
    ].join('\r\n');
    expect(await lines(file)).toEqual([
      '2026-11-20 1250.10 RE-4711 Miete',
      '2026-11-21 -90.00 RE-4712 Strom',
    ]);
  });

  test.each([
    ['(90.00)', '-90.00'],
    ['90.00-', '-90.00'],
    ['−90.00', '-90.00'],
    ['EUR 1,090.00', '1090.00'],
    ['0090.5', '90.50'],
  ])('%s is %s', async (written, amount) => {
    const file = `Date,Reference,Amount\n2026-11-20,INV-1001,"${written}"\n2026-11-21,INV-1002,"1.25"`;
    expect((await read(file)).lines[0]?.amount).toBe(amount);
  });

  test('a workbook with typed days and numbers', async () => {
    const sheet = await workbook([
      ['Posting date', 'Reference', 'Customer', 'Amount'],
      [new Date(Date.UTC(2026, 10, 20)), 'INV-1001', 'Kestrel', 1250.1],
      ['2026-11-21', 'INV-1002', 'Osei', -90],
    ]);
    expect(await lines(sheet)).toEqual([
      '2026-11-20 1250.10 INV-1001 Kestrel',
      '2026-11-21 -90.00 INV-1002 Osei',
    ]);
  });

  test('of a workbook’s sheets the one that is called a ledger, and not the one of payments', async () => {
    const rows = [
      ['Date', 'Reference', 'Amount'],
      ['2026-11-20', 'INV-1001', 12.5],
    ];
    const book = await workbook(rows, { name: 'General ledger', others: ['Cover', 'Payments'] });
    expect(await lines(book)).toEqual(['2026-11-20 12.50 INV-1001 ']);
  });

  test('signs that a person says are the other way round, and lines that stand there twice', async () => {
    const file =
      'Date,Reference,Debit,Credit\n2026-11-20,INV-1001,12.50,\n2026-11-21,INV-1002,,3.00';
    const options = { columns: {}, decimals: null, reversed: true } as const;
    expect(await lines(file, { options })).toEqual([
      '2026-11-20 -12.50 INV-1001 ',
      '2026-11-21 3.00 INV-1002 ',
    ]);
    const { lines: twice } = await read(`${file}\n2026-11-21,INV-1002,,3.00`);
    expect(repeatedNotes(twice)).toEqual([
      'Word for word the same in the books: lines 3 and 4. They may be booked twice.',
    ]);
    expect(repeatedNotes((await read(file)).lines)).toEqual([]);
  });

  test('MT940 and camt.053 that the books wrote: what they credit came in', async () => {
    const mt940 = [
      ':20:LEDGER',
      ':25:0123456789',
      ':28C:1/1',
      ':60F:C261101EUR0,00',
      ':61:2611201120C1250,10NTRFINV-1001//DOC-1',
      ':86:Kestrel Foods',
      ':61:2611211121D90,00NTRFNONREF',
      ':62F:C261130EUR1160,10',
    ].join('\r\n');
    expect(await lines(mt940)).toEqual([
      '2026-11-20 1250.10 INV-1001+DOC-1 Kestrel Foods',
      '2026-11-21 -90.00  ',
    ]);
    // A month of daily statements is one ledger.
    const again = mt940.replace('2611201120C1250,10', '2611221122C1,00');
    expect(await lines(`${mt940}\r\n-\r\n${again}`)).toHaveLength(4);
    const camt = `<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="EUR">90.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>
      <BookgDt><Dt>2026-11-21</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>PAY-77001</EndToEndId></Refs>
      <RmtInf><Ustrd>Osei Textiles</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;
    expect(await lines(camt)).toEqual(['2026-11-21 -90.00 PAY-77001 Osei Textiles']);
    const notification = camt
      .replace(/BkToCstmrStmt/g, 'BkToCstmrDbtCdtNtfctn')
      .replace(/Stmt>/g, 'Ntfctn>')
      .replace('BookgDt>', 'ValDt>')
      .replace('/BookgDt>', '/ValDt>');
    expect(await read(notification)).toMatchObject({
      lines: [{ day: '2026-11-21', amount: '-90.00' }],
      notes: [
        'It is a notification (camt.054): it need not have every entry of its days.',
        'One entry of it has no booking date: the value date counts.',
      ],
    });
    expect(await refusal(camt.replace('<CdtDbtInd>DBIT</CdtDbtInd>', ''))).toBe(
      'file.unreadable: no line of it can be read. One entry of it cannot be read and is left out: line 1 (neither debit nor credit).',
    );
    expect(await refusal('<Document xmlns="camt.086.001.01"><BkSvcsBllgStmt/></Document>')).toMatch(
      /^file.unreadable: The file is camt.086.001.01, a statement of bank fees, and has no entries/,
    );
  });

  test('BAI2 and OFX that the books wrote', async () => {
    const bai2 = [
      '01,BOOKS,BANK,261121,0200,1,,,2/',
      '02,BANK,BOOKS,1,261120,,EUR,2/',
      '03,0123456789,,010,0,,/',
      '16,399,125010,0,DOC-1,INV-1001,Kestrel Foods',
      '16,699,9000,0,DOC-2,,',
      '49,134010,4/',
      '98,134010,1,6/',
      '99,134010,1,8/',
    ].join('\n');
    const found = ['2026-11-20 1250.10 INV-1001+DOC-1 Kestrel Foods', '2026-11-20 -90.00 DOC-2 '];
    expect(await lines(bai2)).toEqual(found);
    const ofx = `OFXHEADER:100
<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>0123456789</BANKACCTFROM><BANKTRANLIST>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261120<TRNAMT>1250,10<FITID>DOC-1<NAME>Kestrel Foods<MEMO>INV-1001</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261120<TRNAMT>-90<FITID>DOC-2</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
    expect(await lines(ofx)).toEqual(found);
    const odd = ofx.replace('-90', '-9,000');
    expect((await read(odd)).notes).toEqual([
      'Its entry 2 is left out, as its amount “-9,000” cannot be read for certain: “20261120 -9,000 DOC-2”.',
    ]);
  });

  test('every amount that a ledger can write comes back to the last digit', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), {
          minLength: 1,
          maxLength: 20,
        }),
        async (units) => {
          // The last one shows which mark stands before the decimals: 1.001 alone does not.
          const amounts = [...units.map((one) => fromUnits(one, 2)), '1.25'];
          const rows = amounts.map((amount, at) => `2026-11-20,INV-${String(1000 + at)},${amount}`);
          const { lines: found } = await read(['Date,Reference,Amount', ...rows].join('\n'));
          expect(found.map(({ amount }) => amount)).toEqual(amounts);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('a ledger of several accounts', () => {
  const mt940 = (account: string, amount: string) =>
    `:20:L\r\n:25:${account}\r\n:28C:1/1\r\n:60F:C261101EUR0,00\r\n:61:2611201120C${amount}NTRFINV-${account}\r\n:62F:C261130EUR${amount}\r\n-\r\n`;
  const table = (heading: string, ...accounts: string[]) =>
    [
      `${heading};Datum;Betrag;Beleg`,
      ...accounts.map(
        (account, at) => `${account};2026-11-2${String(at)};${String(at)},50;RE-${String(at)}`,
      ),
    ].join('\n');

  test('in MT940 has the lines of the asked one, and names the others', async () => {
    const file = mt940('999', '1,00') + mt940('0123456789', '2,00') + mt940('77', '3,00');
    const { lines: found, notes } = await read(file);
    expect(found.map(({ amount, references }) => [amount, ...references])).toEqual([
      ['2.00', 'INV-0123456789'],
    ]);
    expect(notes).toEqual(['Its parts of accounts 999, 77 are left out.']);
  });

  test('none of which is the asked one is refused with their names', async () => {
    expect(await refusal(mt940('999', '1,00') + mt940('77', '3,00'))).toBe(
      'file.unreadable: it is of several accounts, 999, 77, and none is known to be this one. Save a file of this account alone, or choose another account.',
    );
  });

  test('of one account that is another of ours is refused', async () => {
    expect(await refusal(mt940('77', '3,00'))).toContain('it is of account 77');
    expect(await lines(mt940('999', '1,00'))).toHaveLength(1);
  });

  test('in a table has the lines of the asked one, and names the others', async () => {
    const { lines: found, notes } = await read(table('Konto', '0123456789', '77', '0123456789'));
    expect(found.map(({ amount }) => amount)).toEqual(['0.50', '2.50']);
    expect(notes).toEqual(['Its part of account 77 is left out.']);
  });

  test('in a table whose accounts are none of ours is read whole: they are those of the books', async () => {
    const { lines: found, notes } = await read(table('Konto', '1200', '4400', '1800'));
    expect([found.length, notes]).toEqual([3, []]);
    const otherSides = await read(table('Account', 'CH93-1', '77', 'CH93-2'));
    expect([otherSides.lines.length, otherSides.notes]).toEqual([3, []]);
  });
});

describe('what is not sure is asked, and nothing is taken', () => {
  test('headings in other words: what the columns look like is said, and a person’s word is enough', async () => {
    const file =
      'Wann;Wieviel;Wofür;Noch offen\n20.11.2026;12,50;INV-1001;9,00\n21.11.2026;13,75;INV-1002;9,00';
    expect(await refusal(file)).toBe(
      'file.columns-unknown: no column is known to be the day. Its columns are “Wann” (dates: day?), “Wieviel” (amounts), “Wofür” (references: reference?), “Noch offen” (amounts). Say what they mean: day, amount, debit, credit, side, currency, reference, document, name, text, account.',
    );
    const columns = { day: 'wann', amount: '2', reference: 'Wofür' };
    const options = { columns, decimals: null };
    expect(await lines(file, { options })).toEqual([
      '2026-11-20 12.50 INV-1001 ',
      '2026-11-21 13.75 INV-1002 ',
    ]);
    const { reading: how } = await read(file, { options });
    const saved = {
      ...{ columns: how?.columns as Record<string, number>, decimals: how?.decimals ?? null },
      ...{ offset: 0, words: 'As before.', reading: {} },
    };
    const again = await read(file, { savedFor: (one) => (one === how?.shape ? saved : null) });
    expect([again.lines.length, again.notes]).toEqual([2, ['As before.']]);
  });

  test('a day that may be a month, where the period does not decide', async () => {
    const file = (day: string) => `Date,Reference,Amount\n${day},INV-1001,1.25`;
    const period = { from: '2026-01-01', to: '2026-12-31' };
    expect(await refusal(file('04/05/2026'), { period })).toContain('month first: say which');
    expect(await refusal(file('11/04/2026'), { period: null })).toContain('month first: say which');
    expect(await lines(file('11/04/2026'))).toEqual(['2026-11-04 1.25 INV-1001 ']);
    const mixed = 'Date,Reference,Amount\n13/11/2026,INV-1001,1.25\n11/14/2026,INV-1002,1.25';
    expect(await refusal(mixed)).toContain('some of its days can be read only with the day first');
    const options = { columns: {}, decimals: null, dayOrder: 'day-first' } as const;
    expect(await lines(file('04/05/2026'), { period, options })).toEqual([
      '2026-05-04 1.25 INV-1001 ',
    ]);
  });

  test.each([
    ['a point or comma', '2026-11-20,INV-1001,"1,500"', 'choose which is the decimal separator'],
    ['an amount of too many digits', '2026-11-20,INV-1001,1.23456', 'the amount on line 2'],
    ['an amount that is none', '2026-11-20,INV-1001,n/a', 'the amount on line 2'],
    ['a line without any day', 'soon,INV-1001,1.25', 'none of its lines has a day'],
  ])('%s', async (_words, line, words) => {
    expect(await refusal(`Date,Reference,Amount\n${line}`)).toContain(words);
  });

  test('another type of file', async () => {
    expect(await refusal('%PDF-1.7 …')).toBe(
      'file.type-unsupported: it is a PDF. Ledgers are read from CSV, XLSX, camt.052, camt.053, camt.054, MT940, BAI2 and OFX.',
    );
    expect(await refusal('')).toBe('file.empty: it is empty.');
  });
});

test('lines in another currency and far from the period are left out, and counted', async () => {
  const file = [
    'Date,Reference,Amount,Currency',
    '2026-11-20,INV-1001,1.25,EUR',
    '2026-11-20,INV-1002,1.25,USD',
    '2026-01-20,INV-1003,1.25,EUR',
  ].join('\n');
  const { lines: found, notes } = await read(file);
  expect(found).toHaveLength(1);
  expect(notes).toEqual([
    '1 line is in another currency: left out.',
    '1 line is more than 31 days from the period: left out.',
  ]);
});
