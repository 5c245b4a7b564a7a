import { describe, expect, test } from 'vitest';

import type { TableReading, ParsedLine } from '../../electron/nouns/books/ledger/ledger.ts';
import { ownLines } from '../../electron/nouns/books/ledger/own-lines.ts';

const lineOf = (account: string, at: number, currency = ''): ParsedLine => ({
  ...{ line: at + 1, day: '2026-11-20', amount: '1.00', references: [], text: '' },
  ...{ account, currency },
});
const linesOf = (...accounts: readonly string[]): ParsedLine[] =>
  accounts.map((account, at) => lineOf(account, at));

/** How a table was read; a statement has none. */
const reading: TableReading = {
  ...{ shape: '', headings: [], columns: {}, decimals: null },
  ...{ dayOrder: 'day-first', reversed: false },
};

/** Ours are 0123456789 and 77; `DE-1` is 77 in euros, and `X` is 77 where no currency is stated. */
const names = {
  numberOf: (written: string, currency: string): string | null => {
    if (written === 'DE-1') return currency === 'EUR' ? '77' : null;
    if (written === 'X') return currency === '' ? '77' : null;
    return ['0123456789', '77'].includes(written) ? written : null;
  },
};

function own(lines: readonly ParsedLine[], asked: string | null, isTable = false) {
  const found = ownLines(
    { lines, notes: ['As read.'], ...(isTable && { reading }) },
    { names, accountNumber: asked },
  );
  return found.ok
    ? [found.value.lines.map(({ line }) => line), found.value.notes, found.value.accountNumber]
    : found.error;
}

describe('a file of one account', () => {
  test('is whole, and names its account where that is one of ours', () => {
    expect(own(linesOf('77', '77'), null)).toEqual([[1, 2], ['As read.'], '77']);
    expect(own(linesOf('77'), '77')).toEqual([[1], ['As read.'], '77']);
    expect(own(linesOf('999'), '77')).toEqual([[1], ['As read.'], null]);
    expect(own(linesOf(''), '77')).toEqual([[1], ['As read.'], null]);
    expect(own([], '77')).toEqual([[], ['As read.'], null]);
  });

  test('of ours that is not the asked one is refused with its name', () => {
    expect(own(linesOf('77'), '0123456789')).toBe(
      'The file says that it is of account 77: choose that account, or drop the ledger of this one.',
    );
  });

  test('is known by its name in its currency, or without one', () => {
    expect(own([lineOf('DE-1', 0, 'EUR')], null)).toEqual([[1], ['As read.'], '77']);
    expect(own([lineOf('DE-1', 0, 'USD')], null)).toEqual([[1], ['As read.'], null]);
    expect(own([lineOf('X', 0, 'USD')], null)).toEqual([[1], ['As read.'], '77']);
  });
});

describe('a file of several accounts', () => {
  test('has the lines of the asked one, and names the others', () => {
    expect(own(linesOf('77', '999', '77', '0123456789'), '77')).toEqual([
      ...[[1, 3], ['As read.', 'Its parts of accounts 999, 0123456789 are left out.'], '77'],
    ]);
  });

  test('has the lines of the only one of ours where none is asked for', () => {
    expect(own(linesOf('999', '77', '999'), null)).toEqual([
      ...[[2], ['As read.', 'Its part of account 999 is left out.'], '77'],
    ]);
  });

  test('has the lines of an account under each name that it goes by', () => {
    expect(own([...linesOf('77', '999'), lineOf('DE-1', 2, 'EUR')], '77')).toEqual([
      ...[[1, 3], ['As read.', 'Its part of account 999 is left out.'], '77'],
    ]);
  });

  test('of which two are ours, or none, is asked about', () => {
    const words = (listed: string) =>
      `It is of several accounts: ${listed}. Choose the account whose lines count.`;
    expect(own(linesOf('77', '0123456789'), null)).toBe(words('77, 0123456789'));
    expect(own(linesOf('1', '2'), null)).toBe(words('1, 2'));
  });

  test('none of which is the asked one is refused', () => {
    expect(own(linesOf('999', '77'), '0123456789')).toBe(
      'It is of several accounts, 999, 77, and none is known to be this one. Save a file of this account alone, or choose another account.',
    );
  });
});

describe('a column of accounts in a table', () => {
  test('that names an account of ours on less than half of its lines parts nothing', () => {
    expect(own(linesOf('77', '1', '2'), '77', true)).toEqual([[1, 2, 3], ['As read.'], null]);
    expect(own(linesOf('1', '1'), null, true)).toEqual([[1, 2], ['As read.'], null]);
    expect(own(linesOf('', ''), '77', true)).toEqual([[1, 2], ['As read.'], null]);
  });

  test('that names one on half of them parts them', () => {
    expect(own(linesOf('77', '1'), '77', true)).toEqual([
      ...[[1], ['As read.', 'Its part of account 1 is left out.'], '77'],
    ]);
  });
});
