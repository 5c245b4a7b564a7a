import { describe, expect, test } from 'vitest';

import { statementsInBai2 } from '../../../electron/nouns/statements/second-source/formats/read-bai2.ts';
import {
  formatOf,
  readSource,
} from '../../../electron/nouns/statements/second-source/formats/read-source.ts';
import { accountStatementsOf } from '../../../electron/nouns/statements/second-source/formats/account-statements.ts';
import { bytesOf } from '../../support/stores/table-files.ts';
import { readBai2 } from '../../support/files/bai2-reader.ts';
import { awkwardEntries, copyWith, fileOf } from '../../support/files/handed-over.ts';

/** Written by hand from “Cash Management Balance Reporting Specifications, Version 2”. */
const file = [
  '01,122099999,123456789,261121,0200,1,,,2/',
  '02,031001234,122099999,1,261120,2359,,2/',
  '03,0123456789,,010,+4350000,,,015,4730000,,/',
  '88,072,1020000,,,074,500000,,/',
  '16,115,450000,S,100000,200000,150000,,,/',
  '16,475,50000,V,261119,,BR-2,1001,CHECK PAID, NO. 1001',
  '88,SECOND LINE / WITH A SLASH',
  '16,165,1,Z,BR-3,,/',
  '88,DEALER PAYMENTS',
  '16,495,20001,D,2,0,20000,1,1,BR-4,CR-4/',
  '49,11120002,9/',
  '98,11120002,1,11/',
  '99,11120002,1,13/',
].join('\r\n');

const statements = (text: string) => {
  const read = statementsInBai2(bytesOf(text));
  if (!read.ok) throw new Error(read.error);
  return read.value;
};
const refusal = (text: string) => {
  const read = statementsInBai2(bytesOf(text));
  return read.ok ? 'read' : read.error;
};
const notes = (text: string) => statements(text).flatMap((one) => one.notes);

/** One account with these entries, and the totals that belong to them. */
const fileWith = (
  entries: readonly string[],
  {
    group = '02,R,O,1,261120,,EUR,2/',
    account = '03,77,,010,100,,,015,200,,/',
    total = 300n +
      entries.reduce((sum, one) => sum + BigInt(/^16,\d*,(\d*)/.exec(one)?.[1] ?? 0), 0n),
    version = '2',
  } = {},
) =>
  [
    `01,S,R,261121,0200,1,,,${version}/`,
    ...[group, account, ...entries],
    `49,${total},${entries.length + 2}/`,
    `98,${total},1,${entries.length + 4}/`,
    `99,${total},1,${entries.length + 6}/`,
  ].join('\n');
const only = (text: string) => statements(text)[0];

describe('BAI2 is read as its specification has it', () => {
  test('balances, continuations, funds types, and texts with a comma or a slash', () => {
    expect(formatOf(bytesOf(file))).toBe('bai2');
    const entry = (
      id: string,
      amount: string,
      direction: string,
      words: readonly string[] = [],
    ) => ({ ...{ id, amount, direction, words }, currency: 'USD', date: '2026-11-20' });
    expect(statements(file)).toEqual([
      {
        namedAccount: '0123456789',
        head: { currency: 'USD', opening: '43500.00', closing: '47300.00' },
        ...{ firstDay: '2026-11-20', lastDay: '2026-11-20', notes: [], unread: 0 },
        entries: [
          entry('', '4500.00', 'credit'),
          entry('BR-2', '500.00', 'debit', [
            '1001',
            'CHECK PAID, NO. 1001',
            'SECOND LINE / WITH A SLASH',
          ]),
          entry('BR-3', '0.01', 'credit', ['DEALER PAYMENTS']),
          entry('BR-4', '200.01', 'debit', ['CR-4']),
        ],
      },
    ]);
  });

  test.each([
    ['USD', '12345', '123.45'],
    ['JPY', '12345', '12345'],
    ['BHD', '12345', '12.345'],
    ['CLF', '12345', '1.2345'],
    ['KWD', '1', '0.001'],
    ['EUR', '999999999999999', '9999999999999.99'],
  ])('amounts are of the smallest unit of %s', (currency, minor, amount) => {
    const account = `03,77,${currency},010,${minor},,,015,-${minor},,/`;
    const read = only(fileWith([`16,399,${minor},0,A,B,C`], { account, total: BigInt(minor) }));
    expect(read).toMatchObject({
      head: { currency, opening: amount, closing: `-${amount}` },
      entries: [{ amount, currency, direction: 'credit' }],
      notes: [],
    });
  });

  test.each([
    ['100', 'credit'],
    ['399', 'credit'],
    ['400', 'debit'],
    ['699', 'debit'],
    ['920', 'credit'],
    ['960', 'debit'],
  ])('an entry of type %s is a %s', (type, direction) => {
    expect(only(fileWith([`16,${type},5,Z,A,B,C`]))?.entries).toMatchObject([{ direction }]);
  });

  test('padded, longer than usual, with blank lines, ended by Control-Z, and by any line end', () => {
    const plain = fileWith(['16,399,5,,A,B,C']);
    const long = 'x'.repeat(5_000);
    const [found] = statements(fileWith([`16,399,5,,A,B,${long}`]));
    expect(found?.entries[0]?.words?.at(-1)).toBe(long);
    for (const end of ['\r', '\r\n', '   \r\n', '\n\n'])
      expect(statements(`${plain.replaceAll('\n', end)}\x1a`)).toEqual(statements(plain));
  });

  test('a continuation that has a colon behind its code goes on with the text', () => {
    const [found] = statements(fileWith(['16,399,5,,A,B,C\n88:EREF: 4711']));
    expect(found?.entries[0]?.words).toEqual(['B', 'C', 'EREF: 4711']);
  });

  test('a balance may go on in the next record between any two of its fields', () => {
    const [found] = statements(
      fileWith([], { account: '03,77,,010,100,,,015/\n88,-200,,/', total: -100n }),
    );
    expect(found?.head).toEqual({ currency: 'EUR', opening: '1.00', closing: '-2.00' });
  });

  test('a report of a day that is not over need not have every entry', () => {
    const interim = fileWith(['16,399,5,,A,B,C'], { group: '02,R,O,1,261120,1200,EUR,3/' });
    expect(statements(interim)[0]?.excerpt).toBe('an interim report (BAI2)');
    expect(statements(fileWith(['16,399,5,,A,B,C']))[0]).not.toHaveProperty('excerpt');
  });

  test('several accounts and days: of each account the first and the last balance', () => {
    const lines = [
      '01,S,R,261123,0200,1,,,2/',
      ...[
        '02,R,O,1,261120,,EUR,2/',
        '03,77,,010,100,,,015,150,,/',
        '16,399,50,,A,B,C',
        '49,300,3/',
      ],
      ...['03,88,,010,1,,,015,1,,/', '49,2,2/', '98,302,2,7/'],
      ...[
        '02,R,O,1,261121,,EUR,2/',
        '03,77,,010,150,,,015,120,,/',
        '16,699,30,,D,E,F',
        '49,300,3/',
      ],
      ...['98,300,1,5/', '99,602,2,14/'],
    ].join('\n');
    expect(notes(lines)).toEqual([]);
    expect(accountStatementsOf(statements(lines))).toMatchObject([
      {
        ...{ namedAccount: '77', from: '2026-11-20', to: '2026-11-21', notes: [] },
        head: { opening: '1.00', closing: '1.20' },
        entries: [{ id: 'A' }, { id: 'D' }],
      },
      { namedAccount: '88', entries: [] },
    ]);
  });
});

describe('what of a BAI2 file is odd is named, and nothing is guessed', () => {
  const good = '16,399,5,,A,B,C';

  test.each([
    ['an amount with a point', '16,399,12.34,,X,Y,Z', 'amount “12.34” is no integer'],
    ['an amount with a sign', '16,699,-5,,X,Y,Z', 'amount “-5” is no integer'],
    ['no amount', '16,699,,,X,Y,Z', 'amount “” is no integer'],
    ['a type of neither side', '16,010,5,,X,Y,Z', 'type 010 is neither'],
    ['a loan', '16,721,5,,X,Y,Z', 'type 721 is neither'],
    ['funds of no type', '16,399,5,Q,X,Y,Z', 'funds type “Q” is none'],
  ])('an entry with %s is left out by its line', (_words, entry, words) => {
    const [found] = statements(fileWith([good, entry]));
    expect([found?.unread, found?.entries.map(({ id }) => id)]).toEqual([1, ['A']]);
    expect(found?.notes.join()).toContain('Line 5 is left out, as its ');
    expect(found?.notes.join()).toContain(words);
  });

  test('a message without an amount is no entry', () => {
    const [found] = statements(fileWith([good, '16,890,,,,,BRANCH CLOSED']));
    expect([found?.entries.length, found?.notes]).toEqual([1, []]);
  });

  test.each([
    ['49,305,3', '49,306,3', 'The control total of account 77 (49) is “306”'],
    ['49,305,3', '49,305,4', 'The count of records of account 77 (49) is “4”, and there are 3.'],
    ['98,305,1', '98,999,1', 'The control total of the group of 2026-11-20 (98) is “999”'],
    ['98,305,1', '98,305,2', 'The count of accounts of the group of 2026-11-20 (98) is “2”'],
    ['99,305,1,7', '99,305,1,8', 'The count of records of the file (99) is “8”'],
    ['99,305,1,7', '99,,1,7', 'The control total of the file (99) is “”'],
    ['99,305,1,7', '99,305,3,7', 'The count of groups of the file (99) is “3”, and there are 1.'],
  ])('where %s is %s instead, that is named', (right, wrong, words) => {
    expect(notes(fileWith([good]))).toEqual([]);
    expect(fileWith([good])).toContain(right);
    expect(notes(fileWith([good]).replace(right, wrong)).join(' ')).toContain(words);
  });

  test('an amount that was changed is seen by the totals', () => {
    expect(notes(fileWith([good]).replace('16,399,5,', '16,399,50,'))).toHaveLength(3);
  });

  test.each([
    ['is cut behind an entry', fileWith([good]).split('49,')[0] ?? '', 'no record 99'],
    ['has an account without an end', fileWith([good]).replace(/^49.*\n/m, ''), 'Line 5'],
    ['goes on behind its end', `${fileWith([good])}\n16,399,5,,A,B,C`, 'behind its end'],
    ['is of version 1', fileWith([good], { version: '1' }), 'BAI of version 1'],
    ['has no day', fileWith([good], { group: '02,R,O,1,261301,,EUR,2/' }), 'has no day: “261301”'],
    [
      'has a currency that is not known',
      fileWith([good], { account: '03,77,QQQ/' }),
      'smallest unit of QQQ',
    ],
    [
      'has a balance with a point',
      fileWith([good], { account: '03,77,,010,1.5,,/' }),
      'balances on line 3',
    ],
    ['has a line that is none', fileWith([good, 'and more']), 'out of its order'],
    [
      'is of a group that is a test',
      fileWith([good], { group: '02,R,O,4,261120,,EUR,2/' }),
      'is a test, and left out',
    ],
  ])('a file that %s is refused', (_words, text, words) => {
    expect(refusal(text)).toContain(words);
  });

  test('a group that deletes an earlier report is left out, and the rest is read', () => {
    const group = (status: string, id: string) => [
      ...[
        `02,R,O,${status},261120,,EUR,2/`,
        '03,77/',
        `16,399,5,,${id},B,C`,
        '49,5,3/',
        '98,5,1,5/',
      ],
    ];
    const text = [
      ...['01,S,R,261121,0200,1,,,2/', ...group('2', 'GONE'), ...group('1', 'A'), '99,10,2,12/'],
    ].join('\n');
    expect(statements(text)).toMatchObject([
      {
        entries: [{ id: 'A' }],
        notes: ['Its group of 2026-11-20 is a deletion, and left out.'],
      },
    ]);
  });
});

test('a table that begins with 01 is no BAI2', () => {
  expect(formatOf(bytesOf('01,a,b\n02,c,d'))).toBe('csv');
});

test('what this desk writes comes back entry by entry, as the reader of its tests has it', async () => {
  const entries = awkwardEntries(300);
  const { text } = await fileOf(copyWith(entries), { format: 'bai2' });
  const [theirs] = readBai2(text);
  const read = await readSource('downloadStatement', bytesOf(text), () => true);
  const ours = read.ok ? read.value : null;
  expect(ours?.notes).toBeUndefined();
  expect(ours?.entries.map(({ id, amount, direction }) => [id, amount, direction])).toEqual(
    theirs?.entries.map(({ bank, minor, code }) => [
      bank,
      `${String(minor / 100n)}.${String(minor % 100n).padStart(2, '0')}`,
      code === '399' ? 'credit' : 'debit',
    ]),
  );
  expect(ours?.entries.map(({ date }) => date)).toEqual(entries.map(({ at }) => at.slice(0, 10)));
  const minor = (of: string) => theirs?.summary.get(of)?.minor;
  expect(
    [ours?.head.opening, ours?.head.closing].map((value) => BigInt((value ?? '').replace('.', ''))),
  ).toEqual([minor('010'), minor('015')]);
});
