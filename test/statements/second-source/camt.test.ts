import { describe, expect, test } from 'vitest';

import {
  compareSource,
  type LocalPeriod,
} from '../../../electron/nouns/statements/second-source/compare/compare.ts';
import { outlineOf } from '../../../electron/nouns/statements/second-source/compare/compare-source.ts';
import { statementsInCamt } from '../../../electron/nouns/statements/second-source/formats/read-camt.ts';
import { readSource } from '../../../electron/nouns/statements/second-source/formats/read-source.ts';
import { verdictOf } from '../../../electron/nouns/statements/second-source/compare/verdict.ts';
import type { StatementEntry } from '../../../shared/bank/statements.ts';
import { bytesOf } from '../../support/stores/table-files.ts';

/** Written by hand from the message definitions of ISO 20022, Bank-to-Customer Cash Management. */
const holders = {
  '052': ['BkToCstmrAcctRpt', 'Rpt'],
  '053': ['BkToCstmrStmt', 'Stmt'],
  '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const;
type Kind = keyof typeof holders;

const entry = ({ id = 'B-1', amount = '12.50', side = 'CRDT', booked = '2026-11-18', more = '' }) =>
  `<Ntry><NtryRef>1</NtryRef><Amt Ccy="EUR">${amount}</Amt>${side && `<CdtDbtInd>${side}</CdtDbtInd>`}<Sts><Cd>BOOK</Cd></Sts>${booked && `<BookgDt><Dt>${booked}</Dt></BookgDt>`}${more}<AcctSvcrRef>${id}</AcctSvcrRef></Ntry>`;

const balance = (kind: string, amount: string, day = '2026-11-18') =>
  `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;

const part = (kind: Kind, inside: string, { account = '4711', days = '' } = {}) =>
  `<${holders[kind][1]}><Id>1</Id><CreDtTm>2026-11-18T14:00:00</CreDtTm>${days}<Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>EUR</Ccy></Acct>${inside}</${holders[kind][1]}>`;

const message = (kind: Kind, ...parts: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${kind}.001.08"><${holders[kind][0]}><GrpHdr><MsgId>M</MsgId><CreDtTm>2026-11-19T06:00:00</CreDtTm></GrpHdr>${parts.join('\n')}</${holders[kind][0]}></Document>`;

async function statements(text: string) {
  const read = await statementsInCamt(bytesOf(text));
  if (!read.ok) throw new Error(read.error);
  return read.value;
}
const only = async (kind: Kind, inside: string, more = {}) =>
  (await statements(message(kind, part(kind, inside, more))))[0];
const refusal = async (text: string) => {
  const read = await statementsInCamt(bytesOf(text));
  return read.ok ? 'read' : read.error;
};

const held = (id: string, amount: string, day = '2026-11-18'): StatementEntry => ({
  ...{ id, amount, direction: 'credit', currency: 'EUR', transactionType: '', narration: '' },
  ...{ transactionDate: `${day}T10:00:00.000Z`, customReference: '', balance: '0' },
});

async function comparison(text: string, entries: readonly StatementEntry[], closing = '112.50') {
  const source = await readSource('downloadStatement', bytesOf(text), () => true);
  if (!source.ok) throw new Error(source.error);
  const local: LocalPeriod = {
    ...{ accountNumber: '4711', from: '2026-11-18', to: '2026-11-18', currency: 'EUR', days: 1 },
    ...{ opening: '100.00', closing },
    receivedAt: new Map([['2026-11-18', '2026-11-20T00:00:00.000Z']]),
    entries: (async function* () {
      yield await Promise.resolve(entries);
    })(),
  };
  const compared = await compareSource(source.value, local, '2026-11-20T00:00:00.000Z');
  return { ...verdictOf(compared), differences: compared.differences };
}

test.each([
  ['UTF-16', bytesOf('\uFEFF', 'utf16le'), 'utf16le', 'UTF-16'],
  ['ISO-8859-1', new Uint8Array(), 'latin1', 'ISO-8859-1'],
  ['Windows-1252, though it says UTF-8', new Uint8Array(), 'latin1', 'UTF-8'],
] as const)('a message in %s is read', async (_words, mark, encoding, name) => {
  const remittance = '<NtryDtls><TxDtls><RmtInf><Ustrd>Müller</Ustrd></RmtInf></TxDtls></NtryDtls>';
  const text = message('053', part('053', entry({ more: remittance }))).replace('UTF-8', name);
  const bytes = new Uint8Array([...mark, ...bytesOf(text, encoding)]);
  expect(await readSource('downloadStatement', bytes, () => true)).toMatchObject({
    value: { entries: [{ amount: '12.50', words: ['Müller'] }] },
  });
});

describe('camt.052 and camt.054 are read as second source', () => {
  test.each(['052', '054'] as const)('camt.%s: account, entries and days', async (kind) => {
    expect(await only(kind, entry({}))).toMatchObject({
      namedAccount: '4711',
      head: { currency: 'EUR' },
      entries: [{ id: 'B-1', amount: '12.50', direction: 'credit', date: '2026-11-18' }],
      excerpt: expect.stringContaining(`(camt.${kind})`) as string,
      notes: [],
    });
    expect(await outlineOf(bytesOf(message(kind, part(kind, entry({})))))).toMatchObject({
      value: {
        accountStatements: [{ namedAccount: '4711', from: '2026-11-18', to: '2026-11-18' }],
      },
    });
  });

  test('one without an entry, a period and balances is of the day on which it was made', async () => {
    const days = { firstDay: '2026-11-18', lastDay: '2026-11-18' };
    expect(await only('054', '')).toMatchObject(days);
    expect(await only('052', balance('OPBD', '1.00', '2026-11-17'))).toMatchObject({
      firstDay: '2026-11-17',
      lastDay: '2026-11-18',
    });
    expect(await only('053', '')).toMatchObject({ firstDay: undefined, lastDay: undefined });
  });

  test('what both hold agrees, and it never proves the day: what is missing is named', async () => {
    const notification = message('054', part('054', entry({})));
    expect(await comparison(notification, [held('B-1', '12.50'), held('B-2', '3.00')])).toEqual({
      verdict: 'partial',
      summary:
        'What both hold agrees (1). It is a notification (camt.054), which need not have every entry and proves no day: 1 entry is only here, and it has no closing balance.',
      differences: [],
    });
    const report = message(
      '052',
      part('052', balance('OPBD', '100.00') + balance('ITBD', '112.50') + entry({})),
    );
    expect((await comparison(report, [held('B-1', '12.50')])).summary).toBe(
      'What both hold agrees (1). It is an intraday report (camt.052), which need not have every entry and proves no day: it has no closing balance.',
    );
    const whole = message(
      '052',
      part('052', balance('OPBD', '100.00') + balance('CLBD', '112.50') + entry({})),
    );
    expect((await comparison(whole, [held('B-1', '12.50')])).verdict).toBe('partial');
    expect((await comparison(whole, [held('B-1', '12.50')], '113.00')).verdict).toBe('differs');
  });

  test('an entry of theirs that is not here differs all the same', async () => {
    const two = message('054', part('054', entry({}) + entry({ id: 'B-9', amount: '7.00' })));
    expect(await comparison(two, [held('B-1', '12.50')])).toMatchObject({
      verdict: 'differs',
      differences: [{ kind: 'only-there', entryId: 'B-9', amount: '7.00' }],
    });
  });

  test('reports within a day begin anew: what an earlier one has counts once, and a note says so', async () => {
    const second = entry({ id: 'B-2', amount: '3.00' });
    const reports = [part('052', entry({})), part('052', entry({}) + second)];
    const [first, later] = await statements(message('052', ...reports));
    expect(first?.entries.map(({ id }) => id)).toEqual(['B-1']);
    expect(later).toMatchObject({
      entries: [{ id: 'B-2' }],
      notes: ['One entry of it is in an earlier report of the file too and counts once.'],
    });
    // Of another account it is another entry.
    const other = part('052', entry({}), { account: '4712' });
    expect((await statements(message('052', reports[0] ?? '', other)))[1]?.entries).toHaveLength(1);
  });

  test('of several accounts the requested one’s reports are read, the others are named', async () => {
    const other = part('052', entry({ id: 'B-7' }), { account: '4712' });
    const text = message('052', other, part('052', entry({})));
    const read = await readSource('downloadStatement', bytesOf(text), (name) => name === '4711');
    expect(read).toMatchObject({
      value: {
        entries: [{ id: 'B-1' }],
        excerpt: 'an intraday report (camt.052)',
        notes: ['Its part of account 4712 is left out.'],
      },
    });
  });
});

describe('an entry without a booking date', () => {
  const value = (day: string) => `<ValDt><Dt>${day}</Dt></ValDt>`;
  const days = (from: string, to: string) => ({
    days: `<FrToDt><FrDtTm>${from}T00:00:00</FrDtTm><ToDtTm>${to}T23:59:59</ToDtTm></FrToDt>`,
  });
  const oneDay = days('2026-11-18', '2026-11-18');

  test.each([
    [
      'has its value date',
      value('2026-11-17'),
      days('2026-11-16', '2026-11-18'),
      '2026-11-17',
      'value date',
    ],
    [
      'has its value date where no days are written',
      value('2026-11-17'),
      {},
      '2026-11-17',
      'value date',
    ],
    ['has the only day of the statement', '', oneDay, '2026-11-18', 'statement’s only day'],
    [
      'is of that day where its value is later',
      value('2026-11-23'),
      oneDay,
      '2026-11-18',
      'statement’s only day',
    ],
  ])('%s, and a note says so', async (_words, more, of, date, name) => {
    expect(await only('053', entry({ booked: '', more }), of)).toMatchObject({
      entries: [{ date }],
      notes: [`One entry of it has no booking date: the ${name} counts.`],
    });
  });

  test('and without any day is left out by name, and the file is never the same', async () => {
    const days = `${balance('OPBD', '100.00')}${balance('CLBD', '112.50', '2026-11-19')}`;
    const read = await only('053', days + entry({ booked: '' }));
    expect(read).toMatchObject({
      ...{ entries: [], unread: 1 },
      notes: ['One entry of it cannot be read and is left out: line 2 (no day).'],
    });
  });
});

describe('an entry of camt that cannot be read in one way is left out by name', () => {
  const amount = '<Amt Ccy="EUR">12.50</Amt>';
  test.each([
    [
      'two amounts',
      entry({}).replace(amount, `<Amt Ccy="EUR">9999.00</Amt>${amount}`),
      'a second Amt on line 2',
    ],
    ['two booking days', entry({ more: '<BookgDt/>' }), 'a second BookgDt on line 2'],
    ['no amount', entry({}).replace(amount, ''), 'no amount'],
    ['an amount with a comma', entry({ amount: '1,000' }), 'no amount'],
    ['an amount with a sign', entry({ amount: '-1.00' }), 'no amount'],
    ['no side', entry({ side: '' }), 'neither debit nor credit'],
    ['a side of its own', entry({ side: 'RVSL' }), 'neither debit nor credit'],
    ['an impossible day', entry({ booked: '2026-02-30' }), 'no day'],
  ])('with %s', async (_words, odd, reason) => {
    const text = message('053', part('053', entry({ id: 'B-2' }) + odd));
    expect(await statements(text)).toMatchObject([
      {
        ...{ entries: [{ id: 'B-2' }], unread: 1 },
        notes: [`One entry of it cannot be read and is left out: line 2 (${reason}).`],
      },
    ]);
    expect((await comparison(text, [held('B-2', '12.50')])).verdict).toBe('partial');
  });

  test('a balance that is there twice with other figures is left out, with the same once', async () => {
    const twice = (amount: string) =>
      only('053', balance('CLBD', '1.00') + balance('CLBD', amount));
    expect(await twice('1.00')).toMatchObject({ head: { closing: '1.00' }, notes: [] });
    const other = await twice('2.00');
    expect(other?.head).not.toHaveProperty('closing');
    expect(other?.notes).toEqual([
      'Its closing balance is there twice with other figures and is left out.',
    ]);
  });
});

describe('a message without entries is named', () => {
  const of = (kind: string, element: string) =>
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${kind}"><${element}/></Document>`;
  test.each([
    ['camt.086.001.01', 'BkSvcsBllgStmt', 'camt.086.001.01, a statement of bank fees'],
    ['pain.002.001.03', 'CstmrPmtStsRpt', 'pain.002.001.03, a payment status report'],
    ['pain.001.001.09', 'CstmrCdtTrfInitn', 'pain.001.001.09, a credit transfer initiation'],
    ['urn:x', 'BkSvcsBllgStmt', 'camt.086, a statement of bank fees'],
    ['acmt.007.001.02', 'AcctOpngReq', 'acmt.007.001.02'],
  ])('%s', async (kind, element, name) => {
    expect(await refusal(of(kind, element))).toBe(
      `The file is ${name}, and has no entries of an account. Drop camt.052, camt.053, camt.054, MT940, BAI2 or OFX instead.`,
    );
  });

  test('other XML is none', async () => {
    expect(await refusal('<invoice/>')).toBe(
      'The file is XML, but no camt.052, camt.053 or camt.054.',
    );
  });
});
