import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { readLedger } from '../../../electron/nouns/books/ledger/read-ledger.ts';
import {
  compareSource,
  type LocalPeriod,
} from '../../../electron/nouns/statements/second-source/compare/compare.ts';
import { outlineOf } from '../../../electron/nouns/statements/second-source/compare/compare-source.ts';
import { statementsInMt940 } from '../../../electron/nouns/statements/second-source/formats/read-mt940.ts';
import {
  formatOf,
  readSource,
} from '../../../electron/nouns/statements/second-source/formats/read-source.ts';
import { accountStatementsOf } from '../../../electron/nouns/statements/second-source/formats/account-statements.ts';
import { verdictOf } from '../../../electron/nouns/statements/second-source/compare/verdict.ts';

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));

/** A statement of one account, without balances where none are given. */
const statement = (
  lines: readonly string[],
  { opening = '', closing = '', currency = 'EUR' } = {},
): string =>
  [
    ...[':20:STMT', ':25:NL91ABNA0417164300', ':28C:1/1'],
    ...(opening === '' ? [] : [`:60F:C201231${currency}${opening}`]),
    ...lines.map((line) => `:61:${line}`),
    ...(closing === '' ? [] : [`:62F:C211231${currency}${closing}`]),
    '-',
  ].join('\r\n');

function read(text: string) {
  const read = statementsInMt940(bytesOf(text));
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

/** One line’s day, signed amount, references and the bank’s reference. */
function only(line: string) {
  const [entry, another] = read(statement([line]))[0]?.entries ?? [];
  if (!entry || another) throw new Error('not one entry');
  const sign = entry.direction === 'debit' ? '-' : '';
  return [entry.date, `${sign}${entry.amount ?? ''}`, entry.words?.join('|'), entry.id];
}

describe('a statement line as banks write it', () => {
  test.each([
    [
      'ING: a type of two letters and a blank',
      '210722C25,03NOV NONREF',
      ['2021-07-22', '25.03', '', ''],
    ],
    [
      'ING: a reference behind such a type',
      '210722D3,68NGT TMG TANGO',
      ['2021-07-22', '-3.68', 'TMG TANGO', ''],
    ],
    [
      'Triodos: the same, with an entry date',
      '2101010102D10,00NIT NONREF',
      ['2021-01-02', '-10.00', '', ''],
    ],
    [
      'Commerzbank: a blank before the type',
      '2106080608D12,35 NRTIKREF+//2021160878\r\n/OCMT/EUR11,85/',
      ['2021-06-08', '-12.35', '', '2021160878'],
    ],
    [
      'Deutsche Bank: funds code and a blank',
      '2103310331CR50,00 NTRFNONREF//21090254',
      ['2021-03-31', '50.00', '', '21090254'],
    ],
    [
      'ASN: an entry date of four blanks',
      '210101    D65,00NOVBNL47INGB9999999999\r\nhr g paulus',
      ['2021-01-01', '-65.00', 'NL47INGB9999999999', ''],
    ],
    [
      'Citi: the same, with a funds code and no bank reference',
      '210312    DD212,39NMSCNONREF//\r\n/ABC/FEE',
      ['2021-03-12', '-212.39', '', ''],
    ],
    [
      'Knab: no comma',
      '2107290729C500NTRF29-07-2021 10:05//B4G29PGDCK1QFV3E',
      ['2021-07-29', '500', '29-07-2021 10:05', 'B4G29PGDCK1QFV3E'],
    ],
    [
      'Rabobank: a point with two digits, filled with zeros',
      '210109C000000000300.00NMSC170059286       J JANSEN',
      ['2021-01-09', '300.00', '170059286|J JANSEN', ''],
    ],
    [
      'Rabobank: yen with a point at the end',
      '210109D00000000115351.NMSCNONREF          TOKYO SPORTS',
      ['2021-01-09', '-115351', 'TOKYO SPORTS', ''],
    ],
    [
      'Zetb: no type where // follows',
      '2111301130CN220000,00//19239782213',
      ['2021-11-30', '220000.00', '', '19239782213'],
    ],
    [
      'Sberbank: a type of one letter, blanks and another',
      '2110111011DF2402,00S   X\r\n:NS:01526715',
      ['2021-10-11', '-2402.00', 'X', ''],
    ],
    ['no type before NONREF', '2110111011D12,50NONREF', ['2021-10-11', '-12.50', '', '']],
    [
      'Sparkasse: the amount on the next line',
      '2111261126CR\r\n30,00N062NONREF',
      ['2021-11-26', '30.00', '', ''],
    ],
    ['nothing behind the amount', '211126D7,', ['2021-11-26', '-7', '', '']],
    [
      'the reversal of a debit with a funds code',
      '2111261126RDR12,N024REF-1',
      ['2021-11-26', '12', 'REF-1', ''],
    ],
    [
      'the reversal of a credit',
      '2111261126RC12,5NTRFREF-1//A//B',
      ['2021-11-26', '-12.5', 'REF-1', 'A//B'],
    ],
    ['an entry of the year before', '2101021231D1,00NTRFX', ['2020-12-31', '-1.00', 'X', '']],
  ])('%s', (_what, line, expected) => {
    expect(only(line)).toEqual(expected);
  });
});

describe('a line that cannot be read in exactly one way is left out by name, and the rest is read', () => {
  test.each([
    ['month 13', '211301D1,00NTRFX', '211301 is no day'],
    ['the 30th of February', '2102300301D1,00NTRFX', '210230 is no day'],
    ['an entry month 13', '2101011301D1,00NTRFX', '1301 is no entry date'],
    ['an entry date half a year off', '2101010630D1,00NTRFX', '0630 is no entry date'],
    ['a point with three digits', '210101D1.234NTRFX', 'can be read in two ways'],
    ['a comma with three digits in euros', '210101D1,234NTRFX', 'can be read in two ways'],
    ['a whole number filled with zeros', '210101D000050000NTRFX', 'can be read in two ways'],
    ['two marks in the amount', '210101D1.234,56NTRFX', 'is no amount'],
    ['a digit behind a blank', '210101D1,00 5NTRFX', 'does not end plainly'],
    ['a minus behind the amount', '210101D1,00-NTRFX', 'does not end plainly'],
    ['a minus before it', '210101D-1,00NTRFX', 'no statement line'],
    ['an expected debit', '210101ED1,00NTRFX', 'no statement line'],
    ['five decimals', '210101D1,23456NTRFX', 'cannot be kept exactly'],
    ['an amount that goes on in the next line', '210101D12,\r\n50NTRFX', 'does not end plainly'],
    ['a whole number that does', '210101D1\r\n234,50NTRFX', 'does not end plainly'],
    ['digits of the details on the next line', '210101D\r\n12 Main Street', 'no statement line'],
    ['eight digits for the day', '20210101D1,00NTRFX', 'no statement line'],
  ])('%s', (_what, line, reason) => {
    const [found] = read(statement([line, '210102C5,00NTRFY']));
    expect(found?.entries.map(({ amount }) => amount)).toEqual(['5.00']);
    expect(found?.unread).toBe(1);
    expect(found?.notes).toEqual([expect.stringContaining(reason)]);
    expect(found?.notes[0]).toContain(`“${line.split('\r\n')[0] ?? ''}`);
  });

  test('with what its balances lack', () => {
    const lines = ['210101D12,345NTRFX', '210102C5,00NTRFY'];
    const [found] = read(statement(lines, { opening: '100,00', closing: '92,65' }));
    expect(found?.notes).toEqual([
      'One line of it cannot be read and is left out: “210101D12,345NTRFX” (the amount 12,345 can be read in two ways).',
      'Its lines do not lead from its opening to its closing balance: a debit of 12.35 EUR is missing.',
    ]);
  });

  test('with what its balances lack, in the decimals of the currency', () => {
    const missing = (currency: string, closing: string) =>
      read(statement(['210102C5,NTRFY'], { opening: '100,', closing, currency }))[0]?.notes;
    const note = (amount: string): string =>
      `Its lines do not lead from its opening to its closing balance: a debit of ${amount} is missing.`;
    expect(missing('JPY', '92,')).toEqual([note('13 JPY')]);
    expect(missing('KWD', '92,65')).toEqual([note('12.350 KWD')]);
  });

  test('three decimals are read where the balances prove them, or the currency has three', () => {
    const proven = statement(['210101D12,345NTRFX'], { opening: '100,', closing: '87,655' });
    expect(read(proven)[0]).toMatchObject({
      entries: [{ amount: '12.345' }],
      unread: 0,
      notes: [],
    });
    const dinars = statement(['210101D12,345NTRFX'], { opening: '0,', currency: 'KWD' });
    expect(read(dinars)[0]?.entries).toMatchObject([{ amount: '12.345' }]);
  });

  test('a whole number is left out where only its hundredth leads to the balance', () => {
    const lines = ['210101C500NTRFX', '210101C1,00NTRFX'];
    const [found] = read(statement(lines, { opening: '1,00', closing: '7,00' }));
    expect(found?.entries.map(({ amount }) => amount)).toEqual(['1.00']);
    expect(found?.notes[0]).toContain('the amount 500 can be read in two ways');
    const [other] = read(statement(lines, { opening: '1,00', closing: '9,00' }));
    expect(other?.entries.map(({ amount }) => amount)).toEqual(['500', '1.00']);
  });

  test('many are counted, and the first of them named', () => {
    const lines = Array.from({ length: 9 }, (_, at) => `2113${String(at + 10)}D1,00NTRFX`);
    const [found] = read(statement([...lines, '210101D1,00NTRFX']));
    expect(found?.notes[0]).toMatch(
      /^9 lines of it cannot be read and are left out: .* and 6 more\.$/,
    );
  });

  test('a text that would reorder the sentence is shown without what does', () => {
    const [found] = read(statement(['x\u202ey\u0000z', '210101D1,00NTRFX']));
    expect(found?.notes[0]).toContain('“x y z”');
  });
});

test('a file of which no line can be read is refused with its first line', async () => {
  const found = await outlineOf(bytesOf(statement(['21AA01D1,00NTRFX'])));
  expect(found.ok ? '' : found.error).toMatch(
    /^No line and no balance of it can be read\. .*“21AA01D1,00NTRFX”/,
  );
});

test('what agrees but for a line that cannot be read does not agree', () => {
  const comparison = {
    ...{ differences: [], entries: 4, balances: 'both' as const, missingDays: 0, later: 0 },
    ...{ unread: 1, excerpt: null, notInExcerpt: 0 },
  };
  expect(verdictOf(comparison)).toEqual({
    verdict: 'partial',
    summary: 'What both hold agrees (4), but 1 line of the file cannot be read.',
  });
});

test('a ledger with an odd line is read without it, and names it', async () => {
  const text = statement(['21AA01D1,00NTRFX', '210102C5,00NTRFY']);
  const ledger = await readLedger(
    bytesOf(text),
    {
      ...{ period: { from: '2021-01-01', to: '2021-01-31' }, currency: 'EUR', days: 31 },
      options: { columns: {}, decimals: null },
      savedFor: () => null,
    },
    { names: { numberOf: () => null }, accountNumber: '1' },
  );
  expect(ledger).toMatchObject({
    ok: true,
    value: { lines: [{ day: '2021-01-02', amount: '5.00' }] },
  });
  expect(ledger.ok && ledger.value.notes.join()).toContain('“21AA01D1,00NTRFX”');
});

describe('a file', () => {
  test('without a reference before its account is MT940, statement by statement', async () => {
    const body = (day: string) =>
      [
        ...['ABNANL2A', '940', 'ABNANL2A', ':25:NL62ABNA0000000001', ':28:001/01'],
        ...[':60F:C201231EUR1,00', `:61:${day}C1,00NTRFX`, ':62F:C210101EUR2,00', '-'],
      ].join('\r\n');
    const bytes = bytesOf(`${body('210101')}\r\n${body('210102')}\r\n`);
    expect(formatOf(bytes)).toBe('mt940');
    const found = statementsInMt940(bytes);
    expect(found.ok && found.value.map(({ entries }) => entries.length)).toEqual([1, 1]);
    expect((await outlineOf(bytes)).ok).toBe(true);
  });

  test.each([
    ['\r\n', 'Windows'],
    ['\n', 'Unix'],
    ['\r', 'old Macintoshes'],
  ])('with ends of lines %j, of %s, is read the same', (end) => {
    const text = statement(['210101D1,00NTRFX', '210102C5,00NTRFY']).replaceAll('\r\n', end);
    expect(formatOf(bytesOf(text))).toBe('mt940');
    expect(read(text)[0]?.entries).toHaveLength(2);
  });

  test('whose message goes on with another account keeps the two apart', () => {
    const part = (account: string, line: string) =>
      [':20:S', `:25:${account}`, ':60F:C210101EUR1,00', `:61:${line}`, ':62M:C210101EUR2,00'].join(
        '\r\n',
      );
    const found = read(`${part('1', '210101C1,00NTRFX')}\r\n${part('2', '210101C1,00NTRFY')}\r\n`);
    expect(found.map(({ namedAccount, entries }) => [namedAccount, entries.length])).toEqual([
      ['1', 1],
      ['2', 1],
    ]);
  });

  test('with an account of option P is of that account', () => {
    expect(read(':20:S\r\n:25P:123456\r\nBANKBEBB\r\n:60F:C210101EUR1,00')[0]?.namedAccount).toBe(
      '123456',
    );
  });

  test('whose balance has a month 13, or another currency, says so', () => {
    const text = (closing: string) =>
      `:20:S\r\n:25:1\r\n:60F:C210101EUR1,00\r\n:61:210101C1,00NTRFX\r\n:62F:${closing}`;
    expect(read(text('C211301EUR2,00'))[0]).toMatchObject({
      head: { opening: '1.00' },
      notes: ['Its closing balance cannot be read: “C211301EUR2,00”.'],
    });
    expect(read(text('C210101USD2,00'))[0]?.notes).toEqual([
      'Its closing balance is in USD and is left out.',
    ]);
  });

  test('whose bank references repeat is compared entry by entry', async () => {
    const text = statement([
      '210101D1,00NCHGX//A',
      '210101D2,00NCHGX//A',
      '210101D3,00NCHGX//NONREF',
    ]);
    const source = await readSource('downloadStatement', bytesOf(text), () => true);
    if (!source.ok) throw new Error(source.error);
    expect(source.value.entries.map(({ id }) => id)).toEqual(['A', 'A', '']);
    const entries = ['1.00', '2.00', '3.00'].map((amount, at) => ({
      ...({
        id: `E-${String(at)}`,
        amount,
        direction: 'debit',
        currency: 'EUR',
        balance: '0',
      } as const),
      ...{ transactionType: '', narration: '', customReference: '' },
      transactionDate: '2021-01-01T10:00:00.000Z',
    }));
    const local: LocalPeriod = {
      ...{ accountNumber: '1', from: '2021-01-01', to: '2021-01-01', currency: 'EUR', days: 1 },
      receivedAt: new Map([['2021-01-01', '2021-01-03T00:00:00.000Z']]),
      ...{ opening: null, closing: null },
      entries: (async function* () {
        yield await Promise.resolve(entries);
      })(),
    };
    const { differences } = await compareSource(
      { ...source.value, head: {} },
      local,
      '2021-01-03T00:00:00.000Z',
    );
    expect(differences).toEqual([]);
  });
});

describe('another message of SWIFT is named, with what can be dropped in its place', () => {
  const body = ':20:S\r\n:25:1\r\n:28C:1/1\r\n';
  test.each([
    [
      'MT942',
      `${body}:34F:EURD0,\r\n:13D:2101011200+0100\r\n:61:210101D1,00NTRFX\r\n:90D:1EUR1,\r\n-`,
    ],
    ['MT942', `{1:F01BANKBEBBAXXX0000000000}{2:I942CLIENTXXXXN}{4:\r\n${body}:34F:EUR0,\r\n-}`],
    ['MT942', `${body}:13:01011200\r\n-`],
    ['MT942', `${body}:90C:2EUR7,\r\n-`],
    [
      'MT941',
      `{1:F01BANKBEBBAXXX0000000000}{2:O9411200BANK}{4:\r\n${body}:60F:C210101EUR1,\r\n:90D:3EUR7,\r\n:62F:D210101EUR6,\r\n-}`,
    ],
    ['MT941', `${body}:60F:C210101EUR1,\r\n:90D:3EUR7,\r\n:62F:D210101EUR6,\r\n-`],
    [
      'MT900',
      `{1:F01BANKBEBBAXXX0000000000}{2:I900CLIENTXXXXN}{4:\r\n:20:S\r\n:21:R\r\n:25:1\r\n:32A:210101EUR1,\r\n-}`,
    ],
  ])('%s', async (name, text) => {
    const found = await outlineOf(bytesOf(text));
    expect(found.ok ? '' : found.error).toMatch(
      new RegExp(`^The file is an ${name}, .*Use the MT940 or camt\\.053 of that day instead\\.$`),
    );
    const lacks = name === 'MT941' ? 'it has no entries.' : 'it has no balances that prove';
    expect(found.ok ? '' : found.error).toContain(lacks);
  });

  test('what is only mentioned in a text is no other message', async () => {
    const found = await outlineOf(bytesOf(`:20:S\r\n:25:1\r\n:86:as of :13D:2101011200\r\n-`));
    expect(found.ok ? '' : found.error).toBe('There is no statement in it.');
  });

  test('a statement that counts no entries is one, whatever sum it has behind the count', () => {
    const balances = ':60F:C210101EUR1,\r\n:62F:C210102EUR1,\r\n';
    expect(read(`${body}${balances}:90D:000EUR10,\r\n-`)).toMatchObject([
      { entries: [], head: { opening: '1', closing: '1' } },
    ]);
  });

  test('among statements it is left out by name', () => {
    const found = read(
      `${statement(['210101D1,00NTRFX'])}\r\n${body}:34F:EURD0,\r\n:61:210101D9,00NTRFX\r\n-`,
    );
    expect(found.map(({ entries }) => entries.length)).toEqual([1]);
    expect(found[0]?.notes.join()).toContain(
      'One message of the file is no statement (MT941, MT942) and is left out.',
    );
  });
});

describe('whatever a line is made of', () => {
  const signsOf = (text: string) => text.split('');
  const digits = (min: number, max: number) =>
    fc.string({ unit: fc.constantFrom(...signsOf('0123456789')), minLength: min, maxLength: max });
  const whole = digits(1, 11).map((text) => text.replace(/^0+(?=.)/, ''));
  const amount = fc.oneof(
    fc
      .tuple(whole, digits(0, 2))
      .map(([a, b]) => ({ written: `${a},${b}`, plain: b === '' ? a : `${a}.${b}` })),
    fc
      .tuple(whole, digits(0, 2))
      .map(([a, b]) => ({ written: `000${a}.${b}`, plain: b === '' ? a : `${a}.${b}` })),
    whole.map((a) => ({ written: a, plain: a })),
  );
  const form = fc.record({
    amount,
    day: fc.constantFrom('210101', '211231', '240229'),
    entry: fc.constantFrom('same', '', '    '),
    mark: fc.constantFrom('C', 'D', 'RC', 'RD'),
    funds: fc.constantFrom('', 'R', 'D', 'C', 'N'),
    blank: fc.constantFrom('', ' '),
    rest: fc.constantFrom(
      '',
      '//A1',
      'NTRFREF',
      ' NTRFNONREF//A1',
      'NOV NONREF',
      'NONREF',
      'S   X',
      'N062REF 12,50',
    ),
  });

  test('a form that banks write is read to the amount, side and day it was written from', () => {
    fc.assert(
      fc.property(form, ({ amount, day, entry, mark, funds, blank, rest }) => {
        const dated = `${day}${entry === 'same' ? day.slice(2) : entry}`;
        const [date, signed] = only(`${dated}${mark}${funds}${blank}${amount.written}${rest}`);
        expect(signed).toBe(`${mark === 'D' || mark === 'RC' ? '-' : ''}${amount.plain}`);
        expect(date).toBe(`20${day.slice(0, 2)}-${day.slice(2, 4)}-${day.slice(4)}`);
      }),
      { numRuns: 2_000 },
    );
  });

  test('every line is either read to all its digits, or left out', () => {
    const sign = fc.constantFrom(...signsOf('0123456789,.CDRN/- \n'));
    const line = fc
      .tuple(form, fc.nat(30), fc.string({ unit: sign, maxLength: 3 }), fc.nat(2))
      .map(([{ amount, day, mark, funds, rest }, at, extra, cut]) => {
        const text = `${day}${mark}${funds}${amount.written}${rest}`;
        return `${text.slice(0, at)}${extra}${text.slice(at + cut)}`;
      });
    fc.assert(
      fc.property(line, (text) => {
        const [found] = read(statement([text, '210102C5,00NTRFY']));
        const [first] = found?.entries ?? [];
        expect((found?.entries.length ?? 0) + (found?.unread ?? 0)).toBe(2);
        if (found?.unread === 1) return;
        const [, side = '', written = '', behind = ''] =
          /^(?:\d{6}|\d{10}|\d{6} {4})\s*(R?[CD])[A-Z]?\s*(\d[\d.,]*)[ \t]*(.?)/.exec(text) ?? [];
        expect(first?.direction).toBe(side === 'D' || side === 'RC' ? 'debit' : 'credit');
        expect(behind).toMatch(/^[A-Za-z/]?$/);
        expect(first?.amount?.replace('.', '')).toBe(
          written.replace(/^0+(?=\d)/, '').replace(/[.,]/, ''),
        );
        expect((/[.,](\d*)$/.exec(written)?.[1] ?? '').length).toBe(
          (first?.amount?.split('.')[1] ?? '').length,
        );
        expect(text).not.toMatch(/^[\d\s]*R?[CD][A-Z]?[ \t]*[\d.,]+\s*\n\s*[\d.,]/);
        if (/[.]/.test(written)) expect(written).toMatch(/^\d+\.\d{0,2}$/);
        expect(written).not.toMatch(/[1-9]\d*,\d{3}$/);
      }),
      { numRuns: 5_000 },
    );
  });

  test('no file of any signs is refused with a fault', () => {
    const piece = fc.constantFrom(
      ':20:A',
      ':25:1',
      ':60F:C210101EUR1,',
      ':61:',
      '210101D1,00NTRF',
      ':62F:',
      ':86:x',
      '-',
      '\n',
      '\r',
      '{',
      ':61:2101',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('');
        const lines = text.split(/\r\n|\r|\n/).filter((line) => line.startsWith(':61:')).length;
        const found = statementsInMt940(bytesOf(text));
        if (!found.ok) return;
        const counted = found.value.reduce(
          (sum, { entries, unread = 0 }) => sum + entries.length + unread,
          0,
        );
        expect(counted).toBe(lines);
        accountStatementsOf(found.value);
      }),
      { numRuns: 2_000 },
    );
  });
});
