import { describe, expect, test } from 'vitest';

import { seenTable } from '../../electron/nouns/books/ledger/ledger-table.ts';
import type { ReadingOptions } from '../../electron/nouns/books/ledger/ledger.ts';
import type { SavedMatch } from '../../electron/engines/columns/match.ts';
import { amounts, read, refusal, rowsOf, taken } from './ledger-rows.ts';

const rent = 'Date;Reference;Amount';

describe('a person’s word', () => {
  const odd = rowsOf('Wann;Wieviel;Rest;Wofür', '2026-11-20;12,50;9,00;R-1001');

  test('gives a column its only meaning, by its heading, its number or its place', () => {
    for (const amount of ['Rest', '3', 2])
      expect(amounts(odd, { options: { columns: { amount } } })).toEqual(['9.00']);
    const rows = rowsOf('Date;Amount;Rest;Text', '2026-11-20;12,50;9,00;R-1001');
    expect(taken(rows, { options: { columns: { name: 'Text' } } }).reading.columns).toEqual({
      ...{ day: 0, amount: 1, name: 3 },
    });
    expect(taken(rows, { options: { columns: { text: 'Text' } } }).reading.columns).toEqual({
      ...{ day: 0, amount: 1, text: 3 },
    });
  });

  test('of a whole file leaves no other column a meaning', () => {
    const rows = rowsOf('Date;Amount;Text;Currency', '2026-11-20;12,50;Rent;USD');
    const columns = { day: 0, amount: 1, text: 2 };
    expect(taken(rows, { options: { columns, isWhole: true } }).reading.columns).toEqual(columns);
    expect(taken(rows, { options: { columns } }).reading.columns).toEqual({
      ...columns,
      currency: 3,
    });
    expect(refusal(rows, { options: { columns: { day: 0, text: 2 }, isWhole: true } })).toMatch(
      /^file\.columns-unknown: no column is known to be the amount/,
    );
    expect(refusal(rows, { options: { columns: {}, isWhole: true } })).toContain(
      'no column is known to be the day. Its columns are “Date” (dates: day?), “Amount” (amounts: amount?)',
    );
  });

  test.each<[Readonly<Record<string, string | number>>, string]>([
    [{ amount: 'Gone' }, 'it has no column Gone'],
    [{ amount: 9 }, 'it has fewer columns than were matched.'],
    [{ day: 0, amount: 0 }, 'one column was given two meanings.'],
    [{ colour: 0 }, 'no line of a ledger has a field called colour.'],
  ])('%j that cannot be is refused', (columns, words) => {
    expect(refusal(odd, { options: { columns } })).toContain(`file.columns-unknown: ${words}`);
  });

  test('says which mark and which part of a day count', () => {
    const rows = rowsOf(rent, '04/05/2026;R-1001;1,500');
    const options = { decimals: 'comma', dayOrder: 'month-first' } as const;
    expect(taken(rows, { options })).toMatchObject({
      lines: [{ day: '2026-04-05', amount: '1.50' }],
      reading: { decimals: 'comma', dayOrder: 'month-first' },
    });
  });
});

describe('what a person said of an earlier file of its shape', () => {
  const rows = rowsOf('Wann;Wieviel;Rest;Wofür', '04/05/2026;12,50;9,00;R-1001');
  const { shape } = seenTable(rows);
  const saved = (more: Partial<SavedMatch> = {}): SavedMatch => ({
    ...{ columns: { day: 0, amount: 1, reference: 3 }, decimals: 'comma', offset: 0 },
    ...{ reading: { dayOrder: 'day-first', reversed: 'yes' }, words: 'As before.' },
    ...more,
  });
  const again = (of: SavedMatch, options: Partial<ReadingOptions> = {}) =>
    read(rows, { options, savedFor: (asked) => (asked === shape ? of : null) });

  test('is how it is read, which is said', () => {
    expect(again(saved())).toMatchObject({
      value: {
        lines: [{ day: '2026-05-04', amount: '-12.50', references: ['R-1001'] }],
        notes: ['As before.'],
        reading: { reversed: true, decimals: 'comma', dayOrder: 'day-first' },
      },
    });
    expect(again(saved({ reading: { dayOrder: 'month-first', reversed: 'no' } }))).toMatchObject({
      value: { lines: [{ day: '2026-04-05', amount: '12.50' }] },
    });
  });

  test('yields to what is said of this one', () => {
    expect(again(saved(), { dayOrder: 'month-first', reversed: false })).toMatchObject({
      value: { lines: [{ day: '2026-04-05', amount: '12.50' }], notes: ['As before.'] },
    });
    expect(again(saved({ decimals: null }), { decimals: 'comma' })).toMatchObject({
      value: { lines: [{ amount: '-12.50' }] },
    });
    expect(again(saved(), { isWhole: true })).toMatchObject({
      error: { message: expect.stringMatching(/^no column is known to be the day/) as string },
    });
    const columns = { day: 0, amount: 2, reference: 3 };
    const dayOrder = 'day-first';
    for (const options of [{ columns }, { columns, isWhole: true }])
      expect(again(saved(), { ...options, dayOrder })).toMatchObject({
        value: { lines: [{ amount: '9.00' }], notes: [] },
      });
  });

  test('decides which mark counts where no amount shows it, unless a person says that this file has another', () => {
    const open = rowsOf('Wann;Wieviel;Rest;Wofür', '04/05/2026;1,500;9,000;R-1001');
    const of = (decimals: SavedMatch['decimals'], chosen: SavedMatch['decimals']) =>
      amounts(open, { options: { decimals: chosen }, savedFor: () => saved({ decimals }) });
    expect([of('comma', null), of('point', null), of('comma', 'point'), of(null, 'comma')]).toEqual(
      [...[['-1.50'], ['-1500.00'], ['-1500.00'], ['-1.50']]],
    );
  });

  test('holds no longer where its columns or its amounts speak against it', () => {
    const words = (of: SavedMatch) => {
      const found = again(of);
      return found.ok ? 'taken' : `${found.error.code}: ${found.error.message}`;
    };
    expect(words(saved({ decimals: 'point' }))).toContain(
      'file.columns-unknown: its columns are as matched before, but its decimal separator is not',
    );
    expect(words(saved({ columns: { day: 0, amount: 4 } }))).toContain('it has fewer columns');
    expect(words(saved({ columns: { colour: 0 } }))).toContain(
      'no line of a ledger has a field called colour',
    );
  });
});
