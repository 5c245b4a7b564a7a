import { describe, expect, test } from 'vitest';

import {
  compareSource,
  type LocalPeriod,
} from '../../../electron/nouns/statements/second-source/compare/compare.ts';
import {
  formatOf,
  readSource,
} from '../../../electron/nouns/statements/second-source/formats/read-source.ts';
import { verdictOf } from '../../../electron/nouns/statements/second-source/compare/verdict.ts';
import type { StatementEntry } from '../../../shared/bank/statements.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string) =>
  readSource('downloadStatement', bytesOf(text), (written) => written === '2010044871');

const entryOf = (id: string, amount: string, direction: string) => ({
  ...{ id, amount, direction },
  currency: 'USD',
  date: '2026-01-01',
});

const mt940 = [
  '{1:F01BANKBEBBAXXX0000000000}{2:I940CLIENTXXXXN}{4:',
  ':20:STMT-1',
  ':25:BANKBEBB/2010044871',
  ':28C:324/1',
  ':60F:C251230USD1000,00',
  ':61:2512310101D250,5NTRFNONREF//B-1',
  'supplementary details',
  ':86:/EREF/R-1/REMI/Rent',
  ' of November',
  ':61:260101RC10,NMSC260101//B-2',
  ':62M:C260101USD739,50',
  '-}',
  '{1:F01BANKBEBBAXXX0000000000}{2:I940CLIENTXXXXN}{4:',
  ':20:STMT-1',
  ':25:BANKBEBB/2010044871',
  ':28C:324/2',
  ':60M:C260101USD739,50',
  ':61:2601010101C0,50NINTNONREF',
  ':62F:C260101USD740,00',
  '-}',
].join('\r\n');

const camt = `<?xml version="1.0" encoding="UTF-8"?>
<c:Document xmlns:c="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><c:BkToCstmrStmt><c:Stmt>
<c:Acct><c:Id><c:Othr><c:Id>2010044871</c:Id></c:Othr></c:Id><c:Ccy>USD</c:Ccy></c:Acct>
<c:Bal><c:Tp><c:CdOrPrtry><c:Cd>OPBD</c:Cd></c:CdOrPrtry></c:Tp><c:Amt Ccy="USD">1000.00</c:Amt><c:CdtDbtInd>CRDT</c:CdtDbtInd></c:Bal>
<c:Bal><c:Tp><c:CdOrPrtry><c:Cd>CLBD</c:Cd></c:CdOrPrtry></c:Tp><c:Amt Ccy="USD">250.00</c:Amt><c:CdtDbtInd>DBIT</c:CdtDbtInd></c:Bal>
<c:Ntry><c:NtryRef>1</c:NtryRef><c:Amt Ccy="USD">1250.00</c:Amt><c:CdtDbtInd>DBIT</c:CdtDbtInd>
<c:BookgDt><c:Dt>2026-01-01</c:Dt></c:BookgDt><c:AcctSvcrRef>B-1</c:AcctSvcrRef>
<c:NtryDtls><c:TxDtls><c:Refs><c:AcctSvcrRef>other</c:AcctSvcrRef></c:Refs><c:Amt Ccy="EUR">7.00</c:Amt></c:TxDtls></c:NtryDtls></c:Ntry>
</c:Stmt></c:BkToCstmrStmt></c:Document>`;

test('MT940 is read exactly: both balances, marks, reversals, and the year of a booking date', async () => {
  expect(formatOf(bytesOf(mt940))).toBe('mt940');
  expect(await read(mt940)).toEqual({
    ok: true,
    value: {
      head: { account: '2010044871', currency: 'USD', opening: '1000.00', closing: '740.00' },
      entries: [
        { ...entryOf('B-1', '250.5', 'debit'), words: ['/EREF/R-1/REMI/Rent of November'] },
        { ...entryOf('B-2', '10', 'debit'), words: ['260101'] },
        { ...entryOf('', '0.50', 'credit'), words: [] },
      ],
      hasIds: false,
    },
  });
});

test('a line that is none is left out, and named with its text', async () => {
  const result = await read(mt940.replace(':61:260101RC10,', ':61:26A101RC10,'));
  expect(result.ok && result.value.entries.map(({ amount }) => amount)).toEqual(['250.5', '0.50']);
  expect(result).toMatchObject({
    value: { unread: 1, notes: [expect.stringContaining('“26A101RC10,NMSC'), expect.anything()] },
  });
});

test('camt.053 is read exactly, its entries not by what their details repeat', async () => {
  expect(formatOf(bytesOf(camt))).toBe('xml');
  expect(await read(camt)).toEqual({
    ok: true,
    value: {
      head: { account: '2010044871', currency: 'USD', opening: '1000.00', closing: '-250.00' },
      entries: [{ ...entryOf('B-1', '1250.00', 'debit'), words: ['other'] }],
      hasIds: false,
    },
  });
});

describe('a file of several accounts is read for the one that was asked for, and names the others', () => {
  test('in MT940', async () => {
    const whole = await read(mt940);
    const others = ['1', '2'].map((number) => mt940.replaceAll('BANKBEBB/2010044871', number));
    const some = await read([others[0], mt940, others[1]].join('\r\n'));
    expect(some).toEqual({
      ok: true,
      value: {
        ...(whole.ok ? whole.value : {}),
        notes: ['Its parts of accounts 1, 2 are left out.'],
      },
    });
  });

  test('in camt.053, whose statements of one account go on from each other', async () => {
    const [statement = ''] = /<c:Stmt>[\s\S]*<\/c:Stmt>/.exec(camt) ?? [];
    const next = statement
      .replace('1000.00', '-250.00')
      .replace('DBIT</c:CdtDbtInd></c:Bal>', 'DBIT</c:CdtDbtInd></c:Bal>')
      .replaceAll('2026-01-01', '2026-01-02');
    const other = statement.replaceAll('2010044871', '77');
    const file = camt.replace('</c:Stmt>', `</c:Stmt>${other}${next}`);
    const some = await read(file);
    expect(some).toMatchObject({
      value: {
        head: { account: '2010044871', opening: '1000.00', closing: '-250.00' },
        entries: [{ date: '2026-01-01' }, { date: '2026-01-02' }],
        notes: ['Its part of account 77 is left out.'],
      },
    });
  });
});

const amount = '<c:Amt Ccy="USD">1250.00</c:Amt>';
const entryOfCamt = async (from: string, to: string) => {
  const source = await read(camt.replace(from, to));
  return source.ok ? source.value.entries[0] : source.error;
};

test.each([
  ['a comment', '1<!-- -->250.00'],
  ['CDATA', '<![CDATA[1]]>250<![CDATA[.00]]>'],
  ['an instruction', '1250<?x?>.00'],
])('an amount of camt.053 that %s parts is read whole', async (_words, written) => {
  expect(await entryOfCamt('>1250.00<', `>${written}<`)).toMatchObject({ amount: '1250.00' });
});

test.each([
  ['an amount', amount.replaceAll('c:', 'x:').replace('1250', '9999') + amount],
  ['elements of ours in an element', `<x:Old>${amount.replace('1250', '9999')}</x:Old>${amount}`],
  ['a currency', amount.replace('Ccy', 'x:Ccy="EUR" Ccy')],
])('%s of another namespace is no data of camt.053', async (_words, written) => {
  const declared = written.replace(/^<([\w:]+)/, '<$1 xmlns:x="urn:x"');
  expect(await entryOfCamt(amount, declared)).toMatchObject({ amount: '1250.00', currency: 'USD' });
});

test('an account with two names above the entries refuses the file, with its line', async () => {
  expect(await entryOfCamt('</c:Othr>', '</c:Othr><c:IBAN>X</c:IBAN>')).toMatch(
    /^Line 3 has a second IBAN above the entries, where there is one at most/,
  );
});

test('a message in a bank’s envelope is read; a statement of another namespace is none', async () => {
  const [head = '', ...rest] = camt.split('\n');
  const message = rest.join('\n');
  const inEnvelope = `${head}<b:Envelope xmlns:b="urn:b"><b:Head/>${message}</b:Envelope>`;
  expect(await read(inEnvelope)).toEqual(await read(camt));
  const foreign = camt
    .replace('<c:Stmt>', '<x:Stmt xmlns:x="urn:x">')
    .replace('/c:Stmt', '/x:Stmt');
  expect(await read(foreign)).toMatchObject({ ok: false });
});

test('elements without end are no proper XML, soon', async () => {
  const deep = camt.replace('</c:Stmt>', `${'<c:a>'.repeat(1_000_000)}</c:Stmt>`);
  expect(await read(deep)).toEqual({
    ok: false,
    error: expect.stringContaining('no proper XML') as string,
  });
});

test('an IBAN is not held against the number by which the account is asked', async () => {
  const other = mt940.replaceAll('BANKBEBB/2010044871', 'BE68539007547034');
  expect(await read(other)).not.toHaveProperty('value.head.account');
});

test.each([
  [
    'several accounts, none of them this one',
    `${mt940.replaceAll('BANKBEBB/2010044871', '1')}\r\n${mt940.replaceAll('BANKBEBB/2010044871', '2')}`,
    'of several accounts, 1, 2, and none is known to be this one',
  ],
  ['XML of something else', '<html><body>Sign in</body></html>', 'no camt.052'],
  ['XML that is cut', camt.slice(0, -40), 'no proper XML'],
  [
    'a document type',
    `<!DOCTYPE x [<!ENTITY e "e">]>${camt.slice(camt.indexOf('<c:'))}`,
    'no proper',
  ],
])('%s is stored and not compared, and the error says so', async (_what, text, words) => {
  const result = await read(text);
  expect(result.ok ? '' : result.error).toContain(words);
});

describe('a file whose references are its own', () => {
  const entry = (id: string, direction: 'debit' | 'credit', amount: string): StatementEntry => ({
    id,
    amount,
    direction,
    currency: 'USD',
    transactionType: '',
    transactionDate: '2026-01-01T10:00:00.000Z',
    narration: '',
    customReference: '',
    balance: '0',
  });
  const here = [
    entry('e-1', 'debit', '250.50'),
    entry('e-2', 'debit', '10.00'),
    entry('e-3', 'credit', '0.50'),
  ];
  async function verdict(entries: readonly StatementEntry[]) {
    const source = await read(mt940);
    const local: LocalPeriod = {
      accountNumber: '2010044871',
      from: '2026-01-01',
      to: '2026-01-01',
      currency: 'USD',
      receivedAt: new Map([['2026-01-01', '2026-01-03T00:00:00.000Z']]),
      days: 1,
      opening: '1000.00',
      closing: '740.00',
      entries: (async function* () {
        yield await Promise.resolve(entries);
      })(),
    };
    if (!source.ok) throw new Error(source.error);
    const compared = await compareSource(source.value, local, '2026-01-03T00:00:00.000Z');
    return { ...verdictOf(compared), differences: compared.differences };
  }

  test('agrees where every entry of it has one of ours that is the same', async () => {
    expect(await verdict(here)).toMatchObject({ verdict: 'agrees', differences: [] });
  });

  test('takes one of ours for one of theirs only', async () => {
    const twice = await verdict([...here, entry('e-4', 'debit', '10.00')]);
    expect(twice.differences).toMatchObject([{ kind: 'only-here', entryId: 'e-4' }]);
  });

  test('differs by an amount that only one side has', async () => {
    const other = await verdict([...here.slice(0, 2), entry('e-3', 'credit', '0.5001')]);
    expect(other.differences).toMatchObject([
      { kind: 'only-here', entryId: 'e-3' },
      { kind: 'only-there', entryId: null, amount: '0.50' },
    ]);
  });
});
