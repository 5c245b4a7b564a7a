import { describe, expect, test } from 'vitest';

import type { RequestedAccount, LedgerReading } from '../../electron/nouns/books/ledger/ledger.ts';
import { readLedger } from '../../electron/nouns/books/ledger/read-ledger.ts';
import { matchLines } from '../support/files/match-lines.ts';
import { dayNumber } from '../../shared/calendar/calendar.ts';
import { limits } from '../../shared/limits.ts';
import { bytesOf, workbook } from '../support/stores/table-files.ts';

const reading: LedgerReading = {
  period: { from: '2026-11-01', to: '2026-11-30' },
  currency: 'CHF',
  days: 31,
  options: { columns: {}, decimals: null },
  savedFor: () => null,
};

/** The account is 0123456789, and 77 another of ours. */
const own: RequestedAccount = {
  accountNumber: '0123456789',
  names: { numberOf: (written) => (['0123456789', '77'].includes(written) ? written : null) },
};

const read = (file: string | Uint8Array) =>
  readLedger(typeof file === 'string' ? bytesOf(file) : file, reading, own);

async function taken(file: string | Uint8Array) {
  const ledger = await read(file);
  if (!ledger.ok) throw new Error(`${ledger.error.code}: ${ledger.error.message}`);
  const { lines, notes } = ledger.value;
  return {
    lines: lines.map(
      ({ line, day, amount, references, text }) =>
        `${String(line)}: ${day} ${amount} ${references.join('+')} ${text}`,
    ),
    notes,
  };
}

async function refusal(file: string | Uint8Array): Promise<string> {
  const ledger = await read(file);
  return ledger.ok ? 'taken' : `${ledger.error.code}: ${ledger.error.message}`;
}

describe('amounts as they are written in Switzerland and beside it', () => {
  test.each([
    ["1'250,10", '1250.10'],
    ['1’250,10', '1250.10'],
    ['1´250,10', '1250.10'],
    ['1 250,10', '1250.10'],
    ['1.250,10-', '-1250.10'],
    ['(1.250,10)', '-1250.10'],
    ['CHF 1.250,10', '1250.10'],
    ['1.250,10 CHF', '1250.10'],
    ['1.250,--', '1250.00'],
    ['1.250,-', '1250.00'],
    ['-1.250,–', '-1250.00'],
    ['1.250,10 S', '1250.10'],
    ['1.250,10 H', '-1250.10'],
    ['1.250,10 Cr.', '-1250.10'],
  ])('%s is %s', async (written, amount) => {
    const { lines } = await taken(
      `Datum;Beleg;Betrag\n20.11.2026;RE-4711;"${written}"\n21.11.2026;RE-4712;1,25`,
    );
    expect(lines[0]).toBe(`2: 2026-11-20 ${amount} RE-4711 `);
  });

  test('a side that a line states twice, and not the same, is refused by its line', async () => {
    expect(await refusal('Datum;Beleg;Betrag\n20.11.2026;RE-4711;-1,25 S')).toContain(
      'the amount on line 2 cannot be read exactly',
    );
  });
});

describe('debit and credit in two columns', () => {
  const file = (...rows: string[]) => ['Datum;Beleg;Text;Soll;Haben', ...rows].join('\n');

  test('either may be a zero, blank, or the other way round by its sign', async () => {
    const { lines, notes } = await taken(
      file(
        "20.11.2026;RE-4711;Miete;1'250,10;0,00",
        '21.11.2026;RE-4712;Strom;;90,00',
        '22.11.2026;RE-4713;Storno;-12,00;',
        '23.11.2026;RE-4714;Netto;15,00;5,00',
      ),
    );
    expect(lines).toEqual([
      '2: 2026-11-20 1250.10 RE-4711 Miete',
      '3: 2026-11-21 -90.00 RE-4712 Strom',
      '4: 2026-11-22 -12.00 RE-4713 Storno',
      '5: 2026-11-23 10.00 RE-4714 Netto',
    ]);
    expect(notes).toEqual([]);
  });

  test('sums and balances at the end are left out by name, with a day or without', async () => {
    const { lines, notes } = await taken(
      file(
        '01.11.2026;;Saldovortrag;500,00;',
        '20.11.2026;RE-4711;Miete;1250,10;',
        '30.11.2026;;Endsaldo;1750,10;',
        '30.11.2026;;Closing balance;;1750,10',
        ';;Total;1750,10;0,00',
        'Summe;;;1750,10;0,00',
      ),
    );
    expect(lines).toEqual(['3: 2026-11-20 1250.10 RE-4711 Miete']);
    expect(notes).toEqual([
      'Lines 6, 7 have no day and were left out.',
      'Lines 2, 4, 5 are sums or balances by their words and were left out.',
    ]);
  });

  test('a line that has no amount at all is left out by name, and one of 0.00 stands', async () => {
    const { lines, notes } = await taken(
      file(
        '20.11.2026;RE-4711;Miete;1250,10;',
        '21.11.2026;RE-4712',
        '22.11.2026;RE-4713;Nichts;0,00;0,00',
      ),
    );
    expect(lines).toHaveLength(2);
    expect(notes).toEqual(['Line 3 has no amount and was left out.']);
  });
});

describe('a damaged file is refused as a whole, in one sentence', () => {
  const heading = 'Date,Reference,Amount';
  const rows = Array.from({ length: 400 }, (_, at) => `2026-11-20,INV-${String(1000 + at)},1.25`);

  test('a quote that opens in the middle', async () => {
    const broken = rows.toSpliced(200, 1, '2026-11-20,"INV-1200,1.25');
    expect(await refusal([heading, ...broken].join('\n'))).toMatch(
      /^input\.invalid: line \d+ has a quote that does not open or close a value\.$/,
    );
  });

  test('bytes that were lost in the middle', async () => {
    const bytes = bytesOf([heading, ...rows].join('\n'));
    bytes.fill(0, 4_000, 4_100);
    expect(await refusal(bytes)).toBe('file.unreadable: it is not plain text, or it is damaged.');
  });

  test('a workbook that was cut', async () => {
    const whole = await workbook([
      heading.split(','),
      ...rows.map((row) => {
        const [day = '', reference = '', amount = ''] = row.split(',');
        return [day, reference, Number(amount)];
      }),
    ]);
    expect(await refusal(whole.subarray(0, Math.floor(whole.length / 2)))).toMatch(/^file\./);
  });

  test('a statement that ends in the middle', async () => {
    const camt = `<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="CHF">90.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>
      <BookgDt><Dt>2026-11-21</Dt></BookgDt></Ntry><Ntry><Amt Ccy="CHF">`;
    expect(await refusal(camt)).toMatch(/^file\.unreadable: .*its end is missing/i);
    const mt940 = ':20:L\r\n:25:0123456789\r\n:60F:C261101CHF0,00\r\n:61:26112011';
    expect(await refusal(mt940)).toMatch(/^file\.unreadable: no line of it can be read/);
    const cut = mt940.replace(':61:', ':61:261120C1,25NTRFINV-1\r\n:61:');
    const { lines, notes } = await taken(cut);
    expect(lines).toEqual(['1: 2026-11-20 1.25 INV-1 ']);
    expect(notes.join(' ')).toMatch(/its end may be missing\. .*“26112011”/);
  });
});

describe('a file of an old program', () => {
  const text =
    'Datum;Beleg;Empfänger;Buchungstext;Betrag\r\n20.11.2026;RE-4711;Müller;Miete für November;1.250,10\r\n';

  test('in Windows-1252 has its names, and says how it was read', async () => {
    const { lines, notes } = await taken(bytesOf(text, 'latin1'));
    expect(lines).toEqual(['2: 2026-11-20 1250.10 RE-4711 Müller Miete für November']);
    expect(notes).toEqual(['Read as Windows-1252: check names with accents.']);
  });

  test('in the code page of DOS has its amounts and references, whatever becomes of its names', async () => {
    const bytes = bytesOf(text.replace('ä', '\u0084').replaceAll('ü', '\u0081'), 'latin1');
    const { lines, notes } = await taken(bytes);
    expect(lines[0]).toMatch(/^2: 2026-11-20 1250\.10 RE-4711 Miete f.r November$/);
    expect(notes).toEqual(['Read as Windows-1252: check names with accents.']);
  });

  test('in UTF-16 is read as it stands', async () => {
    const { lines } = await taken(bytesOf(`\uFEFF${text}`, 'utf16le'));
    expect(lines).toEqual(['2: 2026-11-20 1250.10 RE-4711 Müller Miete für November']);
  });
});

test('a file of more lines than are matched at once is refused with what to do, whatever its format', async () => {
  const count = limits.ledgerLinesMax + 1;
  const words = 'file.too-large: it has more than 20,000 lines: save fewer days in one file.';
  const csv = Array.from({ length: count }, (_, at) => `2026-11-20,INV-${String(at)},1.25`);
  expect(await refusal(['Date,Reference,Amount', ...csv].join('\n'))).toBe(words);
  const mt940 = Array.from(
    { length: count },
    (_, at) => `:61:2611201120C1,25NTRFINV-${String(at)}`,
  );
  expect(
    await refusal([':20:L', ':25:0123456789', ':60F:C261101CHF0,00', ...mt940].join('\r\n')),
  ).toBe(words);
});

describe('an entry of camt.053 that is a batch', () => {
  const transaction = (at: number): string =>
    `<TxDtls><Refs><EndToEndId>PAY-7700${String(at)}</EndToEndId></Refs><RltdPties><Cdtr><Nm>Payee ${String(at)}</Nm></Cdtr><CdtrAcct><Id><IBAN>CH93007620116238529${String(at)}</IBAN></Id></CdtrAcct></RltdPties><RmtInf><Ustrd>Invoice INV-2026-4500${String(at)}</Ustrd></RmtInf></TxDtls>`;
  const camt = `<Document><BkToCstmrStmt><Stmt><Ntry><NtryRef>1</NtryRef><Amt Ccy="CHF">270.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>
    <BookgDt><Dt>2026-11-21</Dt></BookgDt><AcctSvcrRef>BANK-9001</AcctSvcrRef><NtryDtls><Btch><PmtInfId>RUN-2026-088</PmtInfId><NbOfTxs>3</NbOfTxs></Btch>${[1, 2, 3].map(transaction).join('')}</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;

  test('is one line with the references of all that it holds, and with no account of a payee', async () => {
    const ledger = await read(camt);
    expect(ledger.ok && ledger.value.lines).toEqual([
      {
        ...{ line: 1, day: '2026-11-21', amount: '-270.00' },
        references: ['RUN-2026-088', 'PAY-77001', 'PAY-77002', 'PAY-77003', 'BANK-9001'],
        text: 'Payee 1 Invoice INV-2026-45001 Payee 2 Invoice INV-2026-45002 Payee 3 Invoice INV-2026-45003',
      },
    ]);
  });

  test.each([
    ['by the reference of each transaction', (at: number) => `PAY-7700${String(at)}`],
    ['by the invoice that each names', (at: number) => `INV-2026-4500${String(at)}`],
  ])('is matched with the entries that the bank booked one by one, %s', async (_words, named) => {
    const ledger = await read(camt);
    const [batch] = ledger.ok ? ledger.value.lines : [];
    const day = dayNumber('2026-11-21');
    const left = [
      {
        id: '1',
        day,
        units: -2_700_000n,
        references: batch?.references ?? [],
        text: batch?.text ?? '',
      },
    ];
    const right = [1, 2, 3].map((at) => ({
      ...{ id: `F-${String(at)}`, day: day + 1, units: -900_000n, text: `SEPA ${named(at)}` },
      references: [],
    }));
    const found = matchLines(left, right, {
      ...{ days: 5, feeUpTo: () => 0n, ignored: [], together: [], apart: [] },
    });
    expect(found.matches.map(({ rule, right: entries }) => [rule, entries.length])).toEqual([
      ['together', 3],
    ]);
    const short = matchLines(left, right.slice(1), {
      ...{ days: 5, feeUpTo: () => 0n, ignored: [], together: [], apart: [] },
    });
    expect(short.matches).toEqual([]);
  });
});
