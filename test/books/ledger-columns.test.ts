import { describe, expect, test } from 'vitest';

import {
  columnsByHeading,
  columnsByValues,
  knownHeadings,
  ledgerFieldOf,
  ledgerFinding,
  wantingColumn,
  type LedgerColumns,
} from '../../electron/nouns/books/ledger/ledger-columns.ts';
import type { Cell } from '../../electron/engines/files/table.ts';

const cells = (...texts: readonly string[]): Cell[] => texts.map((text) => ({ text }));
const finding = (...texts: readonly string[]) => ledgerFinding(cells(...texts));
const copies = (count: number, text: string) => Array.from({ length: count }, () => text);

/** A table column by column: its heading and its values. */
const table = (...columns: readonly (readonly [string, ...string[]])[]) =>
  [
    columns.map(([heading]) => heading),
    (at: number): Cell[] => cells(...(columns[at]?.slice(1) ?? [])),
  ] as const;

describe('what the values of a column look like', () => {
  test.each([
    ['dates', 'day', ['2026-11-20', ' 21.11.2026 ']],
    ['currencies', 'currency', ['EUR', ' usd ']],
    ['debit or credit', 'side', ['S', 'H', 'Soll']],
    ['amounts', 'amount', ['12.50', '-3,00 EUR']],
    ['numbers', null, ['12', '1234567']],
    ['references', 'reference', ['INV-1001', 'RE/4711', 'a1.b:c+d_e']],
    ['texts', 'text', ['Rent of November', 'Ü']],
    ['texts', null, ['!!', '??']],
    ['empty', null, []],
  ] as const)('is %s', (words, field, values) => {
    expect(finding(...values)).toEqual({ field, words });
  });

  test.each([
    ['2026-11-20', 'day'],
    ['EUR', 'currency'],
    ['Soll', 'side'],
    ['12.50', 'amount'],
    ['INV-1001', 'reference'],
    ['Rent', 'text'],
  ])('is what four of five are, such as %s', (value, field) => {
    expect(finding(...copies(4, value), '??').field).toBe(field);
    expect(finding(...copies(3, value), '??').field).toBeNull();
  });

  test.each([
    ['of three characters', 'R-1'],
    ['without a digit', 'INVOICE'],
    ['with a blank', 'INV 1001'],
    ['with another sign', 'INV#1001'],
    ['of more than 35 characters', `R${'1'.repeat(35)}`],
  ])('is no reference %s', (_words, value) => {
    expect(finding(value)).toEqual({ field: 'text', words: 'texts' });
  });

  test('is a reference of 4 to 35 characters', () => {
    expect(finding('R-12').field).toBe('reference');
    expect(finding(`R${'1'.repeat(34)}`).field).toBe('reference');
  });

  test('is money where a workbook has a number', () => {
    expect(ledgerFinding([{ text: '12', isNumber: true }, { text: '13' }])).toEqual({
      ...{ field: 'amount', words: 'amounts' },
    });
    expect(finding('12', '13')).toEqual({ field: null, words: 'numbers' });
  });

  test('is an amount whose side stands behind it', () => {
    expect(finding('12,50 S', '3,00 H')).toEqual({ field: 'amount', words: 'amounts' });
  });
});

describe('a heading', () => {
  test('that is known names its field; of two meanings it names none', () => {
    expect(ledgerFieldOf('Belegnummer')).toBe('document');
    expect(ledgerFieldOf('Amount')).toBe('amount');
    expect(ledgerFieldOf('Valuta')).toBeUndefined();
    expect(ledgerFieldOf('Wieviel')).toBeUndefined();
  });

  test('that is known is counted, with one meaning or two', () => {
    expect(knownHeadings(['Date', 'Wieviel', 'Valuta', ''])).toBe(2);
    expect(knownHeadings([])).toBe(0);
  });
});

describe('columns by their headings', () => {
  const byHeading = (...columns: readonly (readonly [string, ...string[]])[]) =>
    columnsByHeading(...table(...columns));

  test('of two meanings have the one that their values show, and that of an amount where the values show none', () => {
    expect(byHeading(['Valuta', '2026-11-20'], ['Valeur', '12.50'])).toEqual({ day: 0, amount: 1 });
    expect(byHeading(['Valuta', 'EUR'])).toEqual({ currency: 0 });
    expect(byHeading(['Value', '12'])).toEqual({ amount: 0 });
    expect(byHeading(['Value', 'Rent of November'])).toEqual({});
  });

  test('have a balance for amount where no other can be one', () => {
    expect(byHeading(['Date', '2026-11-20'], ['Saldo', '12.50'])).toEqual({ day: 0, amount: 1 });
    expect(
      byHeading(['Saldo', '12.50'], ['Wieviel', '3.00'], ['Debit', '']).amount,
    ).toBeUndefined();
    expect(byHeading(['Saldo', '12.50'], ['Debit', '3.00'])).toEqual({ debit: 1 });
    expect(byHeading(['Saldo', '12.50'], ['Debit', ''])).toEqual({ amount: 0, debit: 1 });
    expect(byHeading(['Saldo', '12.50'], ['Credit', ''])).toEqual({ amount: 0, credit: 1 });
    expect(byHeading(['Saldo', '12.50'], ['Debit', ''], ['Credit', ''])).toEqual({
      ...{ debit: 1, credit: 2 },
    });
  });

  test('have an amount that is no balance beside any other', () => {
    expect(byHeading(['Amount', '12.50'], ['Wieviel', '3.00'])).toEqual({ amount: 0 });
  });
});

describe('columns by their values', () => {
  const day = ['Wann', '2026-11-20', '2026-11-21', '2026-11-22'] as const;
  const amount = ['Wieviel', '12.50', '-3.00', '4.00'] as const;
  const text = ['Wofür', 'Rent paid', 'Power bill', 'Rent paid'] as const;
  const byValues = (
    named: LedgerColumns,
    ...columns: readonly (readonly [string, ...string[]])[]
  ) => columnsByValues(named, ...table(...columns));

  test('are the only ones that look like day, amount, currency, reference and text', () => {
    expect(byValues({}, day, amount, text)).toEqual({ day: 0, amount: 1, text: 2 });
    expect(byValues({}, day, amount, ['Mena', 'EUR'], ['Noch', 'INV-1'], text)).toEqual({
      ...{ day: 0, amount: 1, currency: 2, reference: 3, text: 4 },
    });
    expect(byValues({}, day)).toEqual({ day: 0 });
  });

  test.each([
    [{ day: 0 }, { day: 0, amount: 2, text: 3 }],
    [
      { day: 0, reference: 3 },
      { day: 0, reference: 3, amount: 2 },
    ],
    [{ day: 1 }, { day: 1, amount: 2, text: 3 }],
  ])('stay those that are named: %j', (named, found) => {
    expect(byValues(named, day, day, amount, text)).toEqual(found);
  });

  test.each(['reference', 'document', 'text', 'name'] as const)(
    'are no text beside a %s',
    (field) => {
      const other = ['Other', 'Kestrel', 'Osei', 'Acme'] as const;
      expect(byValues({ [field]: 3 }, day, amount, text, other)).toEqual({
        ...{ day: 0, amount: 1, [field]: 3 },
      });
    },
  );

  test('are no amount beside an amount, or a debit and a credit', () => {
    expect(byValues({ amount: 1 }, day, amount, text, amount)).toEqual({
      ...{ day: 0, amount: 1, text: 2 },
    });
    expect(byValues({ debit: 1, credit: 3 }, day, amount, text, amount, amount)).toEqual({
      ...{ day: 0, debit: 1, credit: 3, text: 2 },
    });
  });

  test.each([
    ['two days', [day, day, amount, text]],
    ['two amounts', [day, amount, amount, text]],
    ['two texts', [day, amount, text, text]],
    ['two references', [day, amount, ['A', 'INV-1'], ['B', 'INV-2']]],
    ['two currencies', [day, amount, text, ['A', 'EUR'], ['B', 'EUR']]],
    ['a side', [day, amount, text, ['A', 'S', 'H']]],
  ] as const)('are open with %s', (_words, columns) => {
    expect(byValues({}, ...columns)).toBeNull();
  });

  test('are open with one of debit and credit alone', () => {
    expect(byValues({ debit: 1 }, day, amount, text)).toBeNull();
    expect(byValues({ credit: 1 }, day, amount, text)).toBeNull();
  });

  test('have a currency that is named, whatever other column looks like one', () => {
    expect(byValues({ currency: 3 }, day, amount, text, ['A', 'EUR'], ['B', 'EUR'])).toEqual({
      ...{ day: 0, amount: 1, text: 2, currency: 3 },
    });
  });

  test('have no amount in a balance', () => {
    expect(byValues({}, day, amount, text, ['Saldo', '12.50'])).toEqual({
      ...{ day: 0, amount: 1, text: 2 },
    });
  });

  test('are open where few words beside amounts without a sign may be their sides', () => {
    const plain = ['Kolik', '12.50', '3.00', '4.00'] as const;
    const words = (...texts: readonly string[]) => ['Smer', ...texts] as const;
    const two = words('vstup', ' vystup', 'vstup ');
    expect(byValues({}, day, plain, two)).toBeNull();
    expect(byValues({}, day, plain, words('vstup', 'vstup', 'vstup'))).toBeNull();
    const read = { day: 0, amount: 1, text: 2 };
    expect(byValues({}, day, plain, words('vstup', 'vystup'))).toEqual(read);
    expect(byValues({}, day, plain, words('Rent', 'Power', 'Gas'))).toEqual(read);
    expect(byValues({}, day, ['Kolik', '12.50', '3.00 H', '4.00'], two)).toEqual(read);
    expect(byValues({}, day, ['Kolik', '12.50', '(3.00)', '4.00'], two)).toEqual(read);
    expect(byValues({ side: 3 }, day, plain, two, ['Seite', 'S', 'H', 'S'])).toEqual({
      ...{ ...read, side: 3 },
    });
    expect(
      byValues({ debit: 1, credit: 3 }, day, plain, two, ['Credit', '1.00', '2.00', '3.00']),
    ).toEqual({ day: 0, debit: 1, credit: 3, text: 2 });
    expect(byValues({ reference: 2 }, day, plain, two)).toEqual({
      day: 0,
      amount: 1,
      reference: 2,
    });
  });
});

describe('what a ledger needs', () => {
  const amountWords =
    'no column is known to be the amount, nor are there two for debit and credit.';
  const textWords = 'no column is known to hold a reference, a document, a name or a text.';

  test.each<[LedgerColumns, string | null]>([
    [{ amount: 1, text: 2 }, 'no column is known to be the day.'],
    [{ day: 0, text: 2 }, amountWords],
    [{ day: 0, debit: 1, text: 2 }, amountWords],
    [{ day: 0, credit: 1, text: 2 }, amountWords],
    [{ day: 0, amount: 1 }, textWords],
    [{ day: 0, amount: 1, account: 2, side: 3 }, textWords],
    [{ day: 0, amount: 1, reference: 2 }, null],
    [{ day: 0, amount: 1, document: 2 }, null],
    [{ day: 0, amount: 1, name: 2 }, null],
    [{ day: 0, debit: 1, credit: 2, text: 3 }, null],
  ])('of %j is missing: %s', (columns, words) => {
    expect(wantingColumn(columns)).toBe(words);
  });
});
