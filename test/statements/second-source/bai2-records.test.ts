import { describe, expect, test } from 'vitest';

import { statementsInBai2 } from '../../../electron/nouns/statements/second-source/formats/read-bai2.ts';
import { limits } from '../../../shared/limits.ts';
import { bytesOf } from '../../support/stores/table-files.ts';

const read = (...lines: readonly string[]) => statementsInBai2(bytesOf(lines.join('\n')));
const refusal = (...lines: readonly string[]) => {
  const found = read(...lines);
  return found.ok ? 'read' : found.error;
};
function statements(...lines: readonly string[]) {
  const found = read(...lines);
  if (!found.ok) throw new Error(found.error);
  return found.value;
}

const file = '01,S,R,261121,0200,1,,,2/';
const group = '02,R,O,1,261120,,EUR,2/';
const account = '03,77/';
const entry = '16,399,5,,A,B,C';

type Parts = {
  readonly file?: string;
  readonly group?: string;
  readonly account?: string;
  /** The total that 49, 98 and 99 give; empty where an amount cannot be read. */
  readonly total?: string;
};
/** The only account of a file with these records in it. */
const parse = (records: readonly string[], { total = '0', ...parts }: Parts = {}) =>
  statements(
    parts.file ?? file,
    parts.group ?? group,
    parts.account ?? account,
    ...records,
    `49,${total},${String(records.length + 2)}/`,
    `98,${total},1,${String(records.length + 4)}/`,
    `99,${total},1,${String(records.length + 6)}/`,
  );
const [entries, notes] = [
  (records: readonly string[], parts: Parts = {}) =>
    parse(records, parts).flatMap((one) => one.entries),
  (records: readonly string[], parts: Parts = {}) =>
    parse(records, parts).flatMap((one) => one.notes),
];

describe('the order of the records of BAI2', () => {
  test.each([
    ['a file in a file', 2, [file, file]],
    ['a group without a file', 1, [group]],
    ['a group in a group', 3, [file, group, group]],
    ['an account without a group', 2, [file, account]],
    ['an account without a file', 1, [account]],
    ['an account in an account', 4, [file, group, account, account]],
    ['an entry without an account', 3, [file, group, entry]],
    ['an entry without a group', 2, [file, entry]],
    ['the end of an account without one', 3, [file, group, '49,0,2/']],
    ['the end of a group without one', 2, [file, '98,0,1,2/']],
    ['the end of a group in an account', 4, [file, group, account, '98,0,1,2/']],
    ['the end of a file without one', 1, ['99,0,1,2/']],
    ['the end of a file in a group', 3, [file, group, '99,0,1,2/']],
    ['the end of a file in an account', 4, [file, group, account, '99,0,1,2/']],
    ['a record of no known code', 2, [file, '77,1/']],
    ['a continuation of nothing', 1, ['88,1/']],
  ])('%s is out of it', (_words, line, records) => {
    expect(refusal(...records)).toBe(
      `Line ${String(line)} of the BAI2 file is out of its order: “${(records.at(-1) ?? '').slice(0, 2)}”.`,
    );
  });

  test('a line that is no record is named with its first twenty characters', () => {
    expect(refusal(file, 'abcdefghijklmnopqrstuvwxyz')).toBe(
      'Line 2 of the BAI2 file is out of its order: “abcdefghijklmnopqrst”.',
    );
    for (const odd of ['x16,399', '161,399', '1,399', '16;399', '88.1', '16 399', 'x88:1'])
      expect(refusal(file, odd)).toBe(`Line 2 of the BAI2 file is out of its order: “${odd}”.`);
  });

  test('a record may follow blanks, and a mark of its bytes the first', () => {
    expect(parse(['  16,399,5,,A,B,C'], { file: `\uFEFF${file}`, total: '5' })).toMatchObject([
      { entries: [{ id: 'A' }], notes: [] },
    ]);
  });

  test('a record without fields has none', () => {
    expect(parse([], { account: '03' })).toMatchObject([{ namedAccount: '', notes: [] }]);
    expect(parse([], { account: '  03' })).toMatchObject([{ namedAccount: '', notes: [] }]);
    expect(parse([], { account: '03/' })).toMatchObject([{ namedAccount: '', notes: [] }]);
  });

  test.each(['88:', '88;', '  88:', '88,'])('a continuation may begin with “%s”', (mark) => {
    expect(entries([`${entry}\n${mark}MORE`])[0]?.words).toEqual(['B', 'C', 'MORE']);
  });

  test('what fills a line behind its record is blank, and no part of it', () => {
    expect(entries([`${entry}/ \t\0\x1a \n`])).toEqual(entries([entry]));
  });

  test('lines are counted with those that are blank', () => {
    expect(refusal('', file, ' ', '', entry)).toContain('Line 5 ');
  });

  test('an ended file without a statement is none', () => {
    expect(refusal(file, '99,0,0,2/')).toBe('There is no statement in it.');
    expect(refusal(file, '02,R,O,4,261120,,EUR,2/', '98,0,0,2/', '99,0,1,4/')).toBe(
      'There is no statement in it. Its group of 2026-11-20 is a test, and left out.',
    );
    expect(refusal(file)).toBe('The BAI2 file has no record 99: its end is missing.');
  });

  test('as many entries are read as the desk reads, and no more', () => {
    const bare = (count: number) => refusal('16\n'.repeat(count));
    expect(bare(limits.secondSourceEntriesMax)).toContain('out of its order');
    expect(refusal('16\n'.repeat(limits.secondSourceEntriesMax), '77,')).toContain('Line 1 ');
    expect(bare(limits.secondSourceEntriesMax + 1)).toBe(
      'It has more entries than the desk reads: ask the bank for fewer days in one file.',
    );
  });
});

describe('the headers of BAI2', () => {
  test.each(['2', ''])('of version “%s” are read', (version) => {
    expect(parse([], { file: `01,S,R,261121,0200,1,,,${version}/` })).toHaveLength(1);
  });

  test('a group of no currency is in dollars; the currency of an account counts before it', () => {
    const currency = (of: string, own = '') =>
      parse([], { group: `02,R,O,1,261120,,${of},2/`, account: `03,77,${own}/` })[0]?.head.currency;
    expect([currency(''), currency('eur'), currency('EUR', 'chf'), currency('', 'jpy')]).toEqual([
      ...['USD', 'EUR', 'CHF', 'JPY'],
    ]);
  });

  test.each([
    ['1', 'an interim report (BAI2)'],
    ['2', undefined],
    ['3', 'an interim report (BAI2)'],
    ['4', undefined],
  ])('the day of modifier %s', (modifier, excerpt) => {
    const [found] = parse([], { group: `02,R,O,1,261120,,EUR,${modifier}/` });
    expect(found?.excerpt).toBe(excerpt);
  });

  test.each(['1', '3', ''])('a group of status “%s” is read', (status) => {
    expect(parse([entry], { group: `02,R,O,${status},261120,,EUR,2/`, total: '5' })).toMatchObject([
      { notes: [], entries: [{}] },
    ]);
  });

  test('an account that is left out counts in the totals', () => {
    const lines = [
      ...[file, '02,R,O,2,261120,,EUR,2/', account, entry, '49,5,3/', '98,5,1,5/'],
      ...[group, account, entry, '49,5,3/', '98,5,1,5/', '99,10,2,12/'],
    ];
    expect(statements(...lines).flatMap((one) => one.notes)).toEqual([
      'Its group of 2026-11-20 is a deletion, and left out.',
    ]);
  });

  test.each(['26112', '2611200', '261131', 'x261120', ''])('“%s” is no day', (day) => {
    expect(refusal(file, `02,R,O,1,${day},,EUR,2/`)).toBe(
      `Line 2 of the BAI2 file has no day: “${day}”.`,
    );
  });

  test('the fields of a record may have blanks around them', () => {
    expect(parse([], { account: '03, 77 , eur , 015 , 250 , , ', total: '250' })).toMatchObject([
      { namedAccount: '77', head: { currency: 'EUR', closing: '2.50' }, notes: [] },
    ]);
  });

  test('a currency that is not known is refused', () => {
    expect(refusal(file, group, '03,77,QQQ/')).toBe(
      'The BAI2 file writes amounts in the smallest unit of QQQ, which is not known here.',
    );
  });
});

describe('the balances of an account of BAI2', () => {
  const head = (summary: string, total: string) =>
    parse([], { account: `03,77,EUR,${summary}/`, total })[0];

  test('are those of 010 and 015 with an amount, and all of them count in the total', () => {
    expect(head('010,100,,,015,+250,,,040,7,,', '357')).toMatchObject({
      ...{ head: { currency: 'EUR', opening: '1.00', closing: '2.50' }, notes: [] },
    });
    expect(head('010,,,,015,,,', '0')?.head).toEqual({ currency: 'EUR' });
    expect(head('', '0')?.head).toEqual({ currency: 'EUR' });
    expect(head('040,5,,', '5')?.head).toEqual({ currency: 'EUR' });
    expect(head('010,-5,,,015,0,,', '-5')?.head).toEqual({
      ...{ currency: 'EUR', opening: '-0.05', closing: '0.00' },
    });
  });

  test.each([
    ['S', '1,2,3,'],
    ['s', '1,2,3,'],
    ['V', '261120,1200,'],
    ['v', '261120,,'],
    ['D', '0,'],
    ['d', '2,0,5,1,5,'],
    ['0', ''],
    ['1', ''],
    ['2', ''],
    ['Z', ''],
    ['', ''],
  ])('stand behind what funds of type %s have: “%s”', (type, more) => {
    expect(head(`040,10,3,${type},${more}015,250,,`, '260')).toMatchObject({
      ...{ head: { closing: '2.50' }, notes: [] },
    });
  });

  test.each([
    ['a point', '010,1.5,,'],
    ['a sign alone', '010,-,,'],
    ['a letter', '010,x,,'],
    ['more than 18 digits', '010,1234567890123456789,,'],
    ['two signs', '010,--5,,'],
    ['a sign behind it', '010,5-,,'],
    ['a type of two digits', '01,5,,'],
    ['a type of four digits', '0100,5,,'],
    ['a type with a letter', '01x,5,,'],
    ['funds of no type', '010,5,,Q'],
    ['funds whose days are no number', '010,5,,D,x'],
    ['funds of a thousand days', '010,5,,D,1000'],
  ])('with %s refuse the file', (_words, summary) => {
    expect(refusal(file, group, `03,77,,${summary}/`)).toBe(
      'The balances on line 3 of the BAI2 file, of account 77, cannot be read.',
    );
  });

  test('have eighteen digits at most', () => {
    expect(head('015,123456789012345678,,', '123456789012345678')?.head.closing).toBe(
      '1234567890123456.78',
    );
  });
});

describe('an entry of BAI2', () => {
  test.each([
    ['099', null],
    ['100', 'credit'],
    ['399', 'credit'],
    ['400', 'debit'],
    ['699', 'debit'],
    ['700', null],
    ['919', null],
    ['920', 'credit'],
    ['959', 'credit'],
    ['960', 'debit'],
    ['999', 'debit'],
    ['99', null],
    ['0100', null],
    ['100.0', null],
    ['1000', null],
    ['4000', null],
    ['x100', null],
  ])('of type %s is a %s', (type, direction) => {
    const [found] = parse([`16,${type},5,,A,B,C`], { total: '5' });
    expect(found?.entries.map((one) => one.direction)).toEqual(
      direction === null ? [] : [direction],
    );
    expect([found?.unread, found?.notes]).toEqual(
      direction === null
        ? [
            1,
            [
              `Line 4 is left out, as its type ${type} is neither a credit nor a debit: “${type},5,,A,B,C”.`,
            ],
          ]
        : [0, []],
    );
  });

  test.each([
    ['S,1,2,3,', 'S'],
    ['s,1,2,3,', 's'],
    ['V,261120,1200,', 'V'],
    ['D,1,0,5,', 'D'],
    ['D,0,', 'D with no days'],
    ['D, 1 ,0,5,', 'D with blanks'],
    ['D,12,1,1,2,1,3,1,4,1,5,1,6,1,7,1,8,1,9,1,10,1,11,1,12,1,', 'D with twelve days'],
    ['0,', '0'],
    ['1,', '1'],
    ['2,', '2'],
    ['z,', 'z'],
    [' ,', 'none'],
  ])('has its references behind what its funds have: %s', (funds) => {
    expect(entries([`16,399,5,${funds} A , B ,C`], { total: '5' })).toEqual([
      {
        ...{ id: 'A', amount: '0.05', direction: 'credit', currency: 'EUR', date: '2026-11-20' },
        words: ['B', 'C'],
      },
    ]);
  });

  test.each([
    ['Q', '16,399,5,Q,A,B,C'],
    ['D', '16,399,5,D,x,B,C'],
    ['D', '16,399,5,D,1000,B,C'],
    ['D', '16,399,5,D'],
    ['SS', '16,399,5,SS,1,2,3'],
  ])('of funds of type %s that is none is left out: %s', (type, record) => {
    expect(notes([record], { total: '5' })).toEqual([
      `Line 4 is left out, as its funds type “${type}” is none: “${record.slice(3)}”.`,
    ]);
  });

  test.each(['12.34', '-5', '+5', '', '1234567890123456789', 'x'])(
    'of amount “%s” is left out, and where it cannot be read no total is checked',
    (amount) => {
      const plain = /^[+-]?\d{0,18}$/.test(amount);
      expect(
        notes([entry, `16,399,${amount},,A,B,C`], {
          total: plain ? String(5 + Number(amount)) : '777',
        }),
      ).toEqual([
        `Line 5 is left out, as its amount “${amount}” is no integer of the smallest unit: “399,${amount},,A,B,C”.`,
      ]);
    },
  );

  test('that is left out is named with sixty of its characters, those of its continuations too', () => {
    const record = `16,010,5,,A,B,${'x'.repeat(20)}`;
    expect(notes([record, `88,${'y'.repeat(60)}`], { total: '5' }).join()).toBe(
      `Line 4 is left out, as its type 010 is neither a credit nor a debit: “${`${record.slice(3)} ${'y'.repeat(60)}`.slice(0, 60)}”.`,
    );
  });

  test('that is a message has no amount, and one that has is left out', () => {
    const message = (amount: string) => parse([`16,890,${amount},,,,CLOSED`], { total: amount });
    for (const nothing of ['', '0'])
      expect(message(nothing)).toMatchObject([{ unread: 0, notes: [] }]);
    expect(message('5')).toMatchObject([
      {
        ...{ unread: 1, entries: [] },
        notes: ['Line 4 is left out, as a message has no amount: “890,5,,,,CLOSED”.'],
      },
    ]);
    const odd = parse(['16,890,x,,,,CLOSED'], { total: '777' });
    expect(odd).toMatchObject([
      { unread: 1, notes: [expect.stringContaining('a message has no')] },
    ]);
  });

  test('without references and text has no words', () => {
    expect(entries(['16,399,5'], { total: '5' })).toMatchObject([{ id: '', words: [] }]);
    expect(entries(['16,399,5/'], { total: '5' })).toMatchObject([{ id: '', words: [] }]);
    expect(entries(['16,399,5,,,,/'], { total: '5' })).toMatchObject([{ id: '', words: [] }]);
  });

  test('has text with commas and slashes, a piece of words for each record, and no slash at its end', () => {
    expect(entries([`16,399,5,,A,B,one, two/three/\n88,four, five/\n88, /`])[0]?.words).toEqual([
      ...['B', 'one, two/three', 'four, five'],
    ]);
  });

  test('of its day alone is of that day, though its text names another; a file of this desk has them', () => {
    const record = '16,399,5,,A,B,REF\n88,AT: 2026-11-18T09:41:00.000Z';
    const [other] = parse([record]);
    expect([other?.entries[0]?.date, other?.firstDay, other?.lastDay]).toEqual([
      ...['2026-11-20', '2026-11-20', '2026-11-20'],
    ]);
    const ours = '01,S,NOSTRO,261121,0200,1,,,2/';
    const [own] = parse([record, entry], { file: ours });
    expect(own?.entries.map(({ date }) => date)).toEqual(['2026-11-18', '2026-11-20']);
    expect([own?.firstDay, own?.lastDay]).toEqual(['2026-11-18', '2026-11-20']);
    for (const text of ['xAT: 2026-11-18T', 'AT: 2026-11-18', 'AT: x2026-11-18T'])
      expect(entries([`16,399,5,,A,B,${text}`], { file: ours })[0]?.date).toBe('2026-11-20');
  });
});

describe('the totals and counts of BAI2', () => {
  const ended = (end: string, groupEnd = '98,5,1,5/', fileEnd = '99,5,1,7/') =>
    statements(file, group, account, entry, end, groupEnd, fileEnd).flatMap((one) => one.notes);

  test('that are right add no note, and a missing count is not checked', () => {
    expect(ended('49,5,3/')).toEqual([]);
    expect(ended('49,+5,3/')).toEqual([]);
    expect(ended('49,5/', '98,5/', '99,5/')).toEqual([]);
    expect(ended('49,5,03/')).toEqual([]);
  });

  test('that are wrong are each named, those of the file first', () => {
    const damaged = 'the file may be damaged.';
    expect(ended('49,6,4/', '98,7,2,6/', '99,x,3,8/')).toEqual([
      `The control total of the group of 2026-11-20 (98) is “7”, and its amounts add up to 5: ${damaged}`,
      'The count of records of the group of 2026-11-20 (98) is “6”, and there are 5.',
      'The count of accounts of the group of 2026-11-20 (98) is “2”, and there are 1.',
      `The control total of the file (99) is “x”, and its amounts add up to 5: ${damaged}`,
      'The count of records of the file (99) is “8”, and there are 7.',
      'The count of groups of the file (99) is “3”, and there are 1.',
      `The control total of account 77 (49) is “6”, and its amounts add up to 5: ${damaged}`,
      'The count of records of account 77 (49) is “4”, and there are 3.',
    ]);
    expect(ended('49/')).toEqual([
      `The control total of account 77 (49) is “”, and its amounts add up to 5: ${damaged}`,
    ]);
  });

  test('continuations count as records', () => {
    expect(
      statements(
        ...['01,S,R\n88,261121,0200,1,,,2/', group, '03,77\n88,/', `${entry}\n88,MORE`],
        ...['49,5,5/', '98,5,1,7/', '99,5,1,10/'],
      ).flatMap((one) => one.notes),
    ).toEqual([]);
  });

  test('of one account that cannot be read are not checked, nor are those around it; others are', () => {
    const lines = [
      ...[file, group, account, '16,399,1.5,,A,B,C', '49,9,3/'],
      ...['03,78/', entry, '49,6,3/', '98,9,2,8/', '99,9,1,10/'],
    ];
    expect(statements(...lines).map((one) => one.notes.length)).toEqual([1, 1]);
    expect(notes(['16,399,x,,A,B,C', entry], { total: '777' })).toHaveLength(1);
  });
});
