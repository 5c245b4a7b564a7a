import { describe, expect, test } from 'vitest';

import { statementsInCamt } from '../../../electron/nouns/statements/second-source/formats/read-camt.ts';
import { limits } from '../../../shared/limits.ts';
import { bytesOf } from '../../support/stores/table-files.ts';

const holders = {
  Stmt: 'BkToCstmrStmt',
  Rpt: 'BkToCstmrAcctRpt',
  Ntfctn: 'BkToCstmrDbtCdtNtfctn',
} as const;
type Kind = keyof typeof holders;

const message = (kind: Kind, ...statements: readonly string[]) =>
  `<Document><${holders[kind]}>${statements.map((inside) => `<${kind}>${inside}</${kind}>`).join('')}</${holders[kind]}></Document>`;

async function read(text: string) {
  const found = await statementsInCamt(bytesOf(text));
  if (!found.ok) throw new Error(found.error);
  return found.value;
}
const only = async (inside: string, kind: Kind = 'Stmt') => (await read(message(kind, inside)))[0];
const days = async (inside: string, kind: Kind = 'Stmt') => {
  const { firstDay, lastDay } = (await only(inside, kind)) ?? {};
  return [firstDay, lastDay];
};

const balance = (kind: string, day: string, amount = '1.00') =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
const period = (from: string, to: string) =>
  `<FrToDt><FrDtTm>${from}</FrDtTm><ToDtTm>${to}</ToDtTm></FrToDt>`;
const made = '<CreDtTm>2026-11-18T14:00:00</CreDtTm>';
const entry = (id: string, amount = '5.00') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-18</Dt></BookgDt>${id === '' ? '' : `<AcctSvcrRef>${id}</AcctSvcrRef>`}</Ntry>`;

describe('the days of a camt statement', () => {
  test('are those of its period, before those of its balances', async () => {
    const balances = balance('OPBD', '2026-11-01') + balance('CLBD', '2026-11-30');
    expect(await days(period('2026-11-02T00:00:00', '2026-11-29T23:59:59') + balances)).toEqual([
      ...['2026-11-02', '2026-11-29'],
    ]);
    expect(await days(balances)).toEqual(['2026-11-01', '2026-11-30']);
    expect(await days('<FrToDt><FrDt>2026-11-02</FrDt><ToDt>2026-11-29</ToDt></FrToDt>')).toEqual([
      '2026-11-02',
      '2026-11-29',
    ]);
  });

  test('begin behind the evening of the balance before', async () => {
    expect(await days(balance('PRCD', '2026-11-01'))).toEqual(['2026-11-02', undefined]);
    expect(await days(balance('PRCD', '2026-10-31') + balance('OPBD', '2026-11-05'))).toEqual([
      ...['2026-11-05', undefined],
    ]);
    expect(await days('')).toEqual([undefined, undefined]);
  });

  test.each([
    ['2026-11-01T00:00:00', '2026-12-01T00:00:00', '2026-11-30'],
    ['2026-11-01T00:00:00', '2026-12-01T00:00:00.000+01:00', '2026-11-30'],
    ['2026-11-01T00:00:00', '2026-11-02T00:00:00', '2026-11-01'],
    ['2026-11-01T00:00:00', '2026-11-30T00:00:01', '2026-11-30'],
    ['2026-11-01T00:00:00', '2026-11-30T23:59:59', '2026-11-30'],
    ['2026-11-01T00:00:00', '2026-11-01T00:00:00', '2026-11-01'],
    ['2026-11-01', '2026-11-01T00:00:00', '2026-11-01'],
    ['2026-11-02T00:00:00', '2026-11-01T00:00:00', '2026-11-01'],
    ['2026-11-01T00:00:00', '2026-13-01T00:00:00', '2026-13-01'],
  ])('from %s to %s end on %s', async (from, to, day) => {
    expect((await days(period(from, to)))[1]).toBe(day);
  });

  test('that end at midnight and name no beginning end with the day before', async () => {
    expect(await days('<FrToDt><ToDtTm>2026-12-01T00:00:00</ToDtTm></FrToDt>')).toEqual([
      ...[undefined, '2026-11-30'],
    ]);
  });

  test('of a report end with its balance within the day; of a statement they do not', async () => {
    const interim = balance('OPBD', '2026-11-18') + balance('ITBD', '2026-11-19');
    expect(await days(interim, 'Rpt')).toEqual(['2026-11-18', '2026-11-19']);
    expect(await days(interim, 'Ntfctn')).toEqual(['2026-11-18', '2026-11-19']);
    expect(await days(interim)).toEqual(['2026-11-18', undefined]);
    expect(await days(interim + balance('CLBD', '2026-11-20'), 'Rpt')).toEqual([
      ...['2026-11-18', '2026-11-20'],
    ]);
  });

  test('of a report without an entry are that on which it was made, where it names no other', async () => {
    expect(await days(made, 'Rpt')).toEqual(['2026-11-18', '2026-11-18']);
    expect(await days(made + balance('CLBD', '2026-11-17'), 'Rpt')).toEqual([
      ...['2026-11-17', '2026-11-17'],
    ]);
    expect(await days(made + balance('OPBD', '2026-11-17'), 'Rpt')).toEqual([
      ...['2026-11-17', '2026-11-18'],
    ]);
    expect(await days('', 'Rpt')).toEqual([undefined, undefined]);
    expect(await days(made + entry('A'), 'Rpt')).toEqual([undefined, undefined]);
    expect(await days(made)).toEqual([undefined, undefined]);
  });
});

describe('the head of a camt statement', () => {
  const account = (inside: string) => `<Acct><Id>${inside}</Id></Acct>`;

  test('has its account as an IBAN or otherwise, or none', async () => {
    expect((await only(account('<IBAN>DE89</IBAN>')))?.namedAccount).toBe('DE89');
    expect((await only(account('<Othr><Id>77</Id></Othr>')))?.namedAccount).toBe('77');
    expect((await only(''))?.namedAccount).toBe('');
  });

  test('has the currency of its account, of its balances, or of its first entry', async () => {
    const currency = async (inside: string) => (await only(inside))?.head.currency;
    const own = '<Acct><Ccy>USD</Ccy></Acct>';
    const balances = balance('OPBD', '2026-11-18');
    expect(await currency(own + balances + entry('A'))).toBe('USD');
    expect(await currency(balances + entry('A'))).toBe('CHF');
    expect(await currency(entry('A'))).toBe('EUR');
    expect((await only(''))?.head).toStrictEqual({});
  });

  test('has its balances, and what is odd of them before what is odd of its entries', async () => {
    const twice = balance('OPBD', '2026-11-18') + balance('OPBD', '2026-11-18', '2.00');
    const found = await only(
      twice + balance('CLBD', '2026-11-18', '3.00') + entry('A', 'x') + entry('B'),
    );
    expect(found?.head).toEqual({ currency: 'CHF', closing: '3.00' });
    expect(found).toMatchObject({
      ...{ unread: 1, entries: [{ id: 'B' }] },
      notes: [
        'Its opening balance is there twice with other figures and is left out.',
        'One entry of it cannot be read and is left out: line 1 (no amount).',
      ],
    });
    const opened = await only(balance('OPBD', '2026-11-18'));
    expect(opened?.head).toEqual({ currency: 'CHF', opening: '1.00' });
  });

  test.each([
    ['a second account', '<Acct/><Acct/>', 'Acct'],
    ['a second name of the account', account('<IBAN>A</IBAN><IBAN>B</IBAN>'), 'IBAN'],
    ['a second amount in a balance', '<Bal><Amt>1</Amt><Amt>2</Amt></Bal>', 'Amt'],
  ])('with %s refuses the file', async (_words, inside, name) => {
    const found = await statementsInCamt(bytesOf(message('Stmt', '', inside)));
    expect(found).toEqual({
      ok: false,
      error: `Line 1 has a second ${name} above the entries, where there is one at most: nothing of the file was read.`,
    });
  });
});

describe('reports that have an entry of an earlier one', () => {
  const own = async (kind: Kind, ...statements: readonly string[]) =>
    (await read(message(kind, ...statements))).map(({ entries, notes }) => [
      entries.map(({ id }) => id),
      ...notes,
    ]);

  test('count it once, and a note says how many', async () => {
    const first = entry('A') + entry('B');
    expect(await own('Rpt', first, first + entry('C'), first)).toEqual([
      [['A', 'B']],
      [['C'], '2 entries of it are in an earlier report of the file too and count once.'],
      [[], '2 entries of it are in an earlier report of the file too and count once.'],
    ]);
    expect(await own('Ntfctn', entry('A'), entry('A'))).toEqual([
      [['A']],
      [[], 'One entry of it is in an earlier report of the file too and counts once.'],
    ]);
  });

  test('count an entry without a reference, or of another amount, each time', async () => {
    expect(await own('Rpt', entry(''), entry(''), entry(''))).toEqual([[['']], [['']], [['']]]);
    expect(await own('Rpt', entry('A'), entry('A', '6.00'))).toEqual([[['A']], [['A']]]);
  });

  test('count twice what one of them has twice, and statements what they have', async () => {
    expect(await own('Rpt', entry('A') + entry('A'))).toEqual([[['A', 'A']]]);
    expect(await own('Stmt', entry('A'), entry('A'))).toEqual([[['A']], [['A']]]);
  });

  test('say so after any other note about them', async () => {
    const odd = entry('B', 'x');
    expect((await own('Rpt', entry('A'), entry('A') + odd))[1]).toEqual([
      [],
      'One entry of it cannot be read and is left out: line 1 (no amount).',
      'One entry of it is in an earlier report of the file too and counts once.',
    ]);
  });
});

test('bytes that are not what the file says they are are read as every other statement file', async () => {
  const text = `<?xml version="1.0" encoding="UTF-8"?>${message('Stmt', entry('A').replace('</Ntry>', '<AddtlNtryInf>Müller</AddtlNtryInf></Ntry>'))}`;
  const words = async (encoding: BufferEncoding) => {
    const found = await statementsInCamt(bytesOf(text, encoding));
    return found.ok && found.value[0]?.entries[0]?.words;
  };
  expect([await words('utf8'), await words('latin1')]).toEqual([['Müller'], ['Müller']]);
});

test('as many entries are read as the desk reads, and no more', async () => {
  // A second account is found behind the count.
  const of = (count: number) => message('Stmt', '<Acct/><Acct/>', '<Ntry/>'.repeat(count));
  const refusal = async (count: number) => {
    const found = await statementsInCamt(bytesOf(of(count)));
    return found.ok ? 'read' : found.error;
  };
  expect(await refusal(limits.secondSourceEntriesMax)).toContain('has a second Acct');
  expect(await refusal(limits.secondSourceEntriesMax + 1)).toBe(
    'It has more entries than the desk reads: ask the bank for fewer days in one file.',
  );
});
