import { describe, expect, test } from 'vitest';

import {
  columnsIn,
  headFieldIn,
  missingColumns,
} from '../../../electron/nouns/statements/second-source/formats/csv-columns.ts';
import { differingFields } from '../../../electron/nouns/statements/second-source/compare/entry-fields.ts';
import { unitsOf } from '../../../electron/nouns/statements/second-source/formats/figures.ts';
import { readSource } from '../../../electron/nouns/statements/second-source/formats/read-source.ts';

test.each([
  ['12', 120_000n],
  ['12.5', 125_000n],
  ['-12.50', -125_000n],
  ['12.50-', -125_000n],
  ['(1,234.56)', -12_345_600n],
  ['+7', 70_000n],
  ['1,234', 12_340_000n],
  ['1,234,567.8900', 12_345_678_900n],
  ['1.234.567,89', 12_345_678_900n],
  ['1.234,5', 12_345_000n],
  ['12,50', 125_000n],
  ['1 234.50', 12_345_000n],
  ['1’234.50', 12_345_000n],
  ['.5', 5_000n],
  ['007.10', 71_000n],
  ['1.234500', 12_345n],
  ['99999999999999.9999', 999_999_999_999_999_999n],
])('the figure %s is read exactly', (text, units) => {
  expect(unitsOf(text)).toBe(units);
});

test.each(['', 'abc', '1.23456', '1e3', '1,23,4', '12 USD', '--5', '100000000000000', '(5', 'NaN'])(
  'the figure “%s” is not read at all',
  (text) => {
    expect(unitsOf(text)).toBeNull();
  },
);

describe('columns', () => {
  test('are known by many names, whatever their case and signs', () => {
    expect(
      columnsIn(['Entry ID', 'Booking-Date', 'NARRATIVE', 'Dr/Cr', 'Amount', 'Running balance']),
    ).toEqual({
      id: 0,
      date: 1,
      narration: 2,
      direction: 3,
      amount: 4,
      balance: 5,
    });
    expect(headFieldIn(['Opening Balance:', '12.50'])).toBe('opening');
    expect(headFieldIn(['Dear client', ''])).toBeNull();
  });

  test('that are missing are named', () => {
    expect(missingColumns(columnsIn(['Date', 'Debit']))).toEqual([
      'entry id',
      'amount (or debit and credit)',
    ]);
    expect(missingColumns(columnsIn(['Id', 'Debit', 'Credit']))).toEqual([]);
  });
});

const here = {
  id: 'e-1',
  amount: '1234.50',
  currency: 'KES',
  direction: 'debit',
  transactionType: 'fee',
  transactionDate: '2026-11-19T22:30:00.000Z',
  narration: '=Rent  November',
  customReference: 'R-1',
  balance: '-10.00',
} as const;

describe('an entry', () => {
  test('is the same in another hand', () => {
    expect(
      differingFields(here, {
        id: 'e-1',
        amount: '-1,234.50',
        direction: 'debit',
        currency: 'KES',
        date: '20/11/2026',
        narration: "'=Rent November ",
        balance: '(10.00)',
      }),
    ).toEqual([]);
  });

  test('differs by the fields that have another value, and by none that is missing', () => {
    expect(differingFields(here, { id: 'e-1' })).toEqual([]);
    expect(
      differingFields(here, {
        id: 'e-1',
        amount: '1234.5001',
        direction: 'credit',
        date: '2026-11-19T22:30:00.001Z',
        balance: '10.00',
      }).map(({ field }) => field),
    ).toEqual(['amount', 'direction', 'date', 'balance']);
    expect(differingFields(here, { id: 'e-1', date: '2026-11-21' })).toMatchObject([
      { field: 'date', here: here.transactionDate, there: '2026-11-21' },
    ]);
  });
});

const csv = (text: string) =>
  readSource('downloadStatement', new TextEncoder().encode(text), () => true);

test('a column each for out and in gives one amount with its direction', async () => {
  const read = await csv(
    'Id,Date,Debit,Credit\r\na,2026-11-01,5.00,\r\nb,2026-11-01,0.00,7\r\nc,2026-11-01,1,2\r\n',
  );
  expect(read.ok && read.value.entries).toEqual([
    { id: 'a', date: '2026-11-01', amount: '5.00', direction: 'debit' },
    { id: 'b', date: '2026-11-01', amount: '7', direction: 'credit' },
    { id: 'c', date: '2026-11-01', amount: '1 out and 2 in', direction: 'both' },
  ]);
});

describe('headings of banks in other languages', () => {
  const entry = { id: 'a', narration: 'Miete', amount: '12,50', direction: 'debit' };
  const row = 'a;2026-11-20;Miete;12,50';

  test.each([
    ['Id;Buchungstag;Verwendungszweck;Belastung;Gutschrift', `${row};`, {}],
    ['Id;Date opération;Libellé;Débit;Crédit', `${row};`, {}],
    ['Id;Fecha;Concepto;Cargo;Abono', `${row};`, {}],
    ['Id;Data contabile;Descrizione;Dare;Avere', `${row};0,00`, {}],
    ['Id;Data;Descrição;Débito;Crédito', `${row};`, {}],
    ['Id;Boekdatum;Omschrijving;Bedrag;Af/Bij', `${row};Af`, {}],
    ['Id;Datum;Buchungstext;Betrag;Soll/Haben', `${row};S`, {}],
    ['Id;Data;Causale;Importo;Segno', `${row};-`, {}],
    ['Id;Date;Label;Montant;Sens', `${row};Débit`, {}],
    [
      'Id;Fecha;Concepto;Importe;Saldo',
      'a;2026-11-20;Miete;-12,50;100,00',
      { balance: '100,00', amount: '-12,50' },
    ],
    ['Id;Data;Histórico;Valor', 'a;2026-11-20;Miete;-12,50', { amount: '-12,50' }],
    [
      'Id;Fecha;Concepto;Importe;Valor',
      'a;2026-11-20;Miete;-12,50;2026-11-22',
      { amount: '-12,50' },
    ],
    [
      'Id;Datum;Omschrijving;Bedrag;Valuta',
      'a;2026-11-20;Miete;-12,50;EUR',
      { amount: '-12,50', currency: 'EUR' },
    ],
    ['Id;Datum;Text;Betrag;Valuta', 'a;2026-11-20;Miete;-12,50;2026-11-22', { amount: '-12,50' }],
  ])('%s', async (heading, line, more) => {
    const read = await csv(`${heading}\n${line}`);
    expect(read.ok && read.value.entries).toEqual([{ ...entry, date: '2026-11-20', ...more }]);
  });
});

describe('a table with a column of accounts', () => {
  const file =
    'Id;Account;Date;Amount\na;77;2026-11-01;1.00\nb;88;2026-11-01;2.00\nc;77;2026-11-01;3.00\n;;;6.00';
  const of = (account: string) =>
    readSource('downloadStatement', new TextEncoder().encode(file), (one) => one === account);

  test('is read for the asked one, and names the others', async () => {
    expect(await of('77')).toMatchObject({
      value: {
        entries: [{ id: 'a' }, { id: 'c' }],
        notes: ['Its part of account 88 is left out.'],
      },
    });
  });

  test('that does not name the asked one is read whole', async () => {
    const read = await of('99');
    expect(read.ok && [read.value.entries.length, read.value.notes]).toEqual([3, undefined]);
  });
});

test('what stands above the heading is read as the head', async () => {
  const read = await csv(
    'Statement of account;\r\nAccount number;0123\r\nOpening balance;;12,50\r\n\r\nId;Amount;Date\r\na;-5;2026-11-01\r\n',
  );
  expect(read).toEqual({
    ok: true,
    value: {
      head: { account: '0123', opening: '12,50' },
      entries: [{ id: 'a', date: '2026-11-01', amount: '-5', direction: 'debit' }],
      hasIds: true,
    },
  });
});

test('a list of entries without a statement around it is read too, and hostile keys are no data', async () => {
  const text = '[{"id":"a","amount":1.50,"direction":"DR","__proto__":{"id":"x"}}]';
  const read = await csv(text);
  expect(read.ok && read.value.entries).toEqual([{ id: 'a', amount: '1.50', direction: 'debit' }]);
});
