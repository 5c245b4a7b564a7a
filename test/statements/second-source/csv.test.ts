import { describe, expect, test } from 'vitest';

import {
  directionIn,
  readCsvSource,
} from '../../../electron/nouns/statements/second-source/formats/read-csv.ts';
import { limits } from '../../../shared/limits.ts';
import { bytesOf } from '../../support/stores/table-files.ts';

const read = (...lines: readonly string[]) =>
  readCsvSource(bytesOf(lines.join('\n')), (written) => written === '77');

async function sourceOf(...lines: readonly string[]) {
  const found = await read(...lines);
  if (!found.ok) throw new Error(found.error);
  return found.value;
}
const entries = async (...lines: readonly string[]) => (await sourceOf(...lines)).entries;
const refusal = async (...lines: readonly string[]) => {
  const found = await read(...lines);
  return found.ok ? 'read' : found.error;
};

const heading = 'Id;Date;Amount';
const good = 'a;2026-11-01;1.50';

describe('the sides of a table of a bank', () => {
  const debits =
    'out withdrawal - s soll debet debito debe dare cargo addebito af belastung lastschrift';
  const credits = 'in deposit + h haben credito haber avere abono accredito bij gutschrift';

  test.each(debits.split(' '))('%s goes out', (word) => {
    expect([directionIn(word), directionIn(` ${word.toUpperCase()}. `)]).toEqual([
      ...['debit', 'debit'],
    ]);
  });

  test.each(credits.split(' '))('%s comes in', (word) => {
    expect([directionIn(word), directionIn(` ${word.toUpperCase()}. `)]).toEqual([
      ...['credit', 'credit'],
    ]);
  });

  test('in the words of the specification, or with accents, are the same', () => {
    expect(['DR', 'Débit', 'Dé\u0301bit', 'cr.'].map(directionIn)).toEqual([
      ...['debit', 'debit', 'debit', 'credit'],
    ]);
  });

  test.each(['', 'x', 'sollx', 'out..', '.out', ' Reversal '])(
    '“%s” is neither, and stays as it is written',
    (text) => {
      expect(directionIn(text)).toBe(text);
    },
  );
});

describe('the amount of a line', () => {
  test('is in one column with its sign, or with its side in another', async () => {
    expect(await entries(heading, 'a;2026-11-01;-1.50', 'b;2026-11-01;1.50')).toEqual([
      { id: 'a', date: '2026-11-01', amount: '-1.50', direction: 'debit' },
      { id: 'b', date: '2026-11-01', amount: '1.50', direction: 'credit' },
    ]);
    expect(await entries(`${heading};Side`, 'a;2026-11-01;1.50;D', 'b;2026-11-01;-1.50;C')).toEqual(
      [
        { id: 'a', date: '2026-11-01', amount: '1.50', direction: 'debit' },
        { id: 'b', date: '2026-11-01', amount: '-1.50', direction: 'credit' },
      ],
    );
  });

  test.each([
    ['5.00;', '5.00', 'debit'],
    [';5.00', '5.00', 'credit'],
    ['0.00;5.00', '5.00', 'credit'],
    ['5.00;0', '5.00', 'debit'],
    ['0.00;0', '0', 'debit'],
    ['0.00;', '0.00', 'debit'],
    [';0.00', '0.00', 'credit'],
    [';', '', 'credit'],
    ['x;', 'x', 'debit'],
    [';x', 'x', 'credit'],
    ['1;2', '1 out and 2 in', 'both'],
    ['x;2', 'x out and 2 in', 'both'],
  ])('of debit and credit %s is %s, a %s', async (sides, amount, direction) => {
    expect(await entries('Id;Date;Debit;Credit', `a;2026-11-01;${sides}`)).toEqual([
      { id: 'a', date: '2026-11-01', amount, direction },
    ]);
  });

  test('is in its own column where there are three', async () => {
    expect(await entries(`${heading};Debit;Credit`, `${good};9;`)).toMatchObject([
      { amount: '1.50', direction: 'credit' },
    ]);
  });
});

describe('the lines of a table of a bank', () => {
  test('give what they have, and nothing for a column that is not there', async () => {
    expect(
      await entries(
        `${heading};Currency;Narration;Reference;Type;Balance`,
        `${good};EUR;Rent;R-1;fee;10.00`,
        'b; 2026-11-01 ;2;;;;;',
      ),
    ).toEqual([
      {
        ...{ id: 'a', date: '2026-11-01', amount: '1.50', direction: 'credit', currency: 'EUR' },
        ...{ narration: 'Rent', reference: 'R-1', type: 'fee', balance: '10.00' },
      },
      {
        ...{ id: 'b', date: '2026-11-01', amount: '2', direction: 'credit', currency: '' },
        ...{ narration: '', reference: '', type: '', balance: '' },
      },
    ]);
    expect(await entries('Id;Amount', 'a;2', ';2')).toEqual([
      { id: 'a', amount: '2', direction: 'credit' },
    ]);
  });

  test('are those with an id or a day: a line of sums has neither', async () => {
    const found = await entries(heading, good, ';2026-11-02;2', 'c;;3', ';;6.50', 'd');
    expect(found.map(({ id, date, amount }) => [id, date, amount])).toEqual([
      ['a', '2026-11-01', '1.50'],
      ['', '2026-11-02', '2'],
      ['c', '', '3'],
      ['d', '', ''],
    ]);
  });

  test('are as many as the desk reads and thirty above them, and no more', async () => {
    const lines = (count: number) => refusal('a\n'.repeat(count));
    const most = limits.secondSourceEntriesMax + 30;
    expect(await lines(most)).toContain('The file names no column for');
    expect(await lines(most + 1)).toBe('The file has more lines than the desk reads.');
  });
});

describe('the heading of a table of a bank', () => {
  test('is the line of the first thirty that names most columns, the first of equals', async () => {
    expect(await entries('Amount;Date;x', heading, good)).toHaveLength(1);
    expect(await entries(heading, 'Id;Date;Amount', good)).toHaveLength(2);
    const titles = (count: number) => Array.from({ length: count }, () => 'Statement;;');
    expect(await entries(...titles(29), heading, good)).toHaveLength(1);
    expect(await refusal(...titles(30), heading, good)).toContain('names no column');
  });

  test('that misses columns is refused with their names', async () => {
    expect(await refusal('Date;Narration', '2026-11-01;x')).toBe(
      'The file names no column for entry id, nor for amount (or debit and credit), so its entries cannot be compared.',
    );
    expect(await refusal('Id;Narration', 'a;x')).toBe(
      'The file names no column for amount (or debit and credit), so its entries cannot be compared.',
    );
    expect(await refusal('')).toContain('names no column');
  });

  test('decides what separates the values, with the lines above it', async () => {
    expect(
      (await sourceOf('Account;0123,45', 'Id;Date, of booking;Amount', 'a,b;x;1,50')).entries,
    ).toMatchObject([{ id: 'a,b', amount: '1,50' }]);
  });

  test('may stand behind twenty lines of a head, by which the separator is known', async () => {
    const head = Array.from({ length: 21 }, () => 'Opening balance;1,000,00');
    expect((await sourceOf(...head, heading, good)).entries).toHaveLength(1);
  });

  test('of two meanings has the one of its first two hundred values', async () => {
    const of = async (name: string, ...values: readonly string[]) =>
      (await entries(`Id;Importe;${name}`, ...values.map((value) => `a;5;${value}`)))[0];
    expect(await of('Valor', '2026-11-20')).toMatchObject({ date: '2026-11-20', amount: '5' });
    expect(await of('Valuta', '20261120')).toMatchObject({ date: '20261120' });
    expect(await of('Valor', '2026-11-20', '')).toMatchObject({ date: '2026-11-20' });
    expect(await of('Valor', '2026-11-20', '12.50')).not.toHaveProperty('date');
    expect(await of('Valuta', '202611201')).not.toHaveProperty('date');
    expect(await of('Valuta', 'x20261120')).not.toHaveProperty('date');
    expect(await of('Valuta', 'eur')).toMatchObject({ currency: 'eur' });
    expect(await of('Valuta', 'QQQ')).not.toHaveProperty('currency');
    const many = Array.from({ length: 200 }, () => 'EUR');
    expect(await of('Valuta', ...many, '?')).toMatchObject({ currency: 'EUR' });
    expect(await of('Valuta', ...many.slice(1), '?')).not.toHaveProperty('currency');
  });

  test('of an amount or a day is one where its values are of that', async () => {
    const of = async (...values: readonly string[]) =>
      (await entries('Id;Fecha;Valor', ...values.map((value) => `a;2026-11-20;${value}`)))[0];
    expect(await of('12,50')).toMatchObject({ amount: '12,50' });
    expect(await refusal('Id;Fecha;Valor', 'a;2026-11-20;x')).toContain(
      'names no column for amount',
    );
  });
});

describe('what stands above the heading', () => {
  test('is the first value behind each name', async () => {
    const found = await sourceOf(
      ...['Account:;;77;78', 'Currency;EUR', 'From;2026-11-01', 'To;2026-11-30'],
      ...['Opening balance;1.00', 'Closing balance', 'Dear client;x', heading, good],
    );
    expect(found.head).toStrictEqual({
      ...{ account: '77', currency: 'EUR', from: '2026-11-01', to: '2026-11-30', opening: '1.00' },
    });
  });

  test('below it is none', async () => {
    expect((await sourceOf(heading, good, 'Closing balance;1.00')).head).toEqual({});
  });
});

describe('a column of accounts', () => {
  const table = (...accounts: readonly string[]) =>
    sourceOf(`${heading};Account`, ...accounts.map((account) => `${good};${account}`));

  test('parts the lines of several accounts, and those without one belong to none', async () => {
    const found = await table('77', '88', '', '77');
    expect([found.entries.length, found.notes]).toEqual([
      2,
      ['Its part of account 88 is left out.'],
    ]);
  });

  test('of one account, or of none that is asked for, leaves nothing out', async () => {
    for (const accounts of [
      ['77', '77'],
      ['88', '88'],
      ['88', '99'],
      ['77', ''],
    ]) {
      const found = await table(...accounts);
      expect([found.entries.length, found]).toEqual([
        2,
        expect.not.objectContaining({ notes: [] }),
      ]);
      expect(found).not.toHaveProperty('notes');
    }
  });
});

test('a table that is damaged is refused with what it is', async () => {
  expect(await refusal(heading, 'a;"2026;1')).toMatch(
    /^The file cannot be read: line 2 has a quote/,
  );
});
