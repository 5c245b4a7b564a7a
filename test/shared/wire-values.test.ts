import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

import { LooseFlag, LooseText, WireCurrency, WireId } from '../../shared/bank/operation.ts';
import { StatementEntry } from '../../shared/bank/statements.ts';
import { JsonNumber, parseExact } from '../../shared/json/exact-json.ts';
import { CountNumber, LooseDecimal, WireDecimal } from '../../shared/money/decimal-schemas.ts';
import { fromUnits, toUnits } from '../../shared/money/decimal.ts';
import { plainNumber } from '../../shared/money/plain-number.ts';
import { RateNumber } from '../../shared/money/rate.ts';

const wireValueOf = (schema: z.ZodType, given: unknown): unknown => {
  const read = z.safeDecode(schema, given);
  return read.success ? read.data : read.error.issues.map(({ message }) => message);
};

const number = (source: string): JsonNumber => new JsonNumber(source);

describe('a figure from a bank', () => {
  test.each([
    ['1.5e3', '1500'],
    ['15E+2', '1500'],
    ['1500000e-3', '1500.000'],
    ['1E-2', '0.01'],
    ['-12.5e-1', '-1.25'],
    ['0e999', '0'],
    ['-0.00', '0.00'],
    ['1500.00000000', '1500.0000'],
    ['99999999999999.9999', '99999999999999.9999'],
  ])('%s is %s, as a number and as a text', (source, exact) => {
    expect(wireValueOf(WireDecimal, number(source))).toBe(exact);
    expect(wireValueOf(WireDecimal, source)).toBe(exact);
  });

  test.each([
    ['1.23456', /1\.23456 has more than 4 decimals/],
    ['12345678901234e2', /12345678901234e2: .* more than 14 digits before the point/],
    ['1e-5', /1e-5: 0\.00001 has more than 4 decimals/],
    ['1e999', /1e999 is written with an exponent/],
  ])('%s cannot be held, and is refused by what the bank wrote', (source, words) => {
    expect(String(wireValueOf(WireDecimal, number(source)))).toMatch(words);
    expect(String(wireValueOf(WireDecimal, source))).toMatch(words);
  });

  test.each(['1,000', '1 000.00', '1.000,50', '+5', '.5', '5.', '007', '', '１２', '12.50 EUR'])(
    'the text %j is none: nothing is guessed',
    (text) => {
      expect(z.safeDecode(WireDecimal, text).success).toBe(false);
    },
  );

  test('is written to the bank as a number, however it was received', () => {
    expect(JSON.stringify(z.encode(WireDecimal, '12.50'))).toBe('12.50');
  });

  test('means the same with an exponent as without, to the last digit', () => {
    const amounts = fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n });
    fc.assert(
      fc.property(amounts, fc.nat(30), (units, shift) => {
        const plain = fromUnits(units);
        const [whole = '', fraction = ''] = plain.replace('-', '').split('.');
        const more = Math.max(0, shift);
        const digits = `${whole}${fraction}${'0'.repeat(more)}`.replace(/^0+(?=\d)/, '');
        const written = `${units < 0n ? '-' : ''}${digits}e${String(-fraction.length - more)}`;
        expect(toUnits(String(wireValueOf(WireDecimal, number(written))))).toBe(units);
      }),
    );
  });

  test('that is missing is none: left out, null or an empty text', () => {
    for (const blank of [undefined, null, '']) expect(wireValueOf(LooseDecimal, blank)).toBeNull();
    expect(wireValueOf(LooseDecimal, '2.50')).toBe('2.50');
    expect(wireValueOf(LooseDecimal, 'free')).toEqual(['free is not a decimal number']);
  });

  test('counts and rates are read in the same way', () => {
    expect(wireValueOf(CountNumber, '12')).toBe(12);
    expect(wireValueOf(CountNumber, number('1.2e1'))).toBe(12);
    expect(wireValueOf(CountNumber, number('12.0'))).toBe(12);
    expect(wireValueOf(CountNumber, '12.5')).toEqual(['12.5 is not a whole number']);
    expect(wireValueOf(RateNumber, '1.0842')).toBe('1.0842');
    expect(wireValueOf(RateNumber, number('8.642e-1'))).toBe('0.8642');
    expect(wireValueOf(RateNumber, '0')).toEqual(['0 is not a rate that can be stored exactly']);
  });

  test('an exponent beyond all measure takes neither time nor memory', () => {
    expect(plainNumber('1e99999999999999')).toBeNull();
    expect(plainNumber('1e-99999999999999')).toBeNull();
  });
});

describe('a text from a bank', () => {
  test('sent as a number keeps its digits, sent as a flag keeps its word', () => {
    expect(wireValueOf(WireId, parseExact('90071992547409930012345'))).toBe(
      '90071992547409930012345',
    );
    expect(wireValueOf(WireId, parseExact('1.0'))).toBe('1.0');
    expect(wireValueOf(LooseText, parseExact('true'))).toBe('true');
    expect(wireValueOf(LooseText, null)).toBe('');
    expect(wireValueOf(WireId, undefined)).toEqual(['is missing']);
    expect(wireValueOf(WireId, 'x\uD83D')).toEqual([
      'holds half a letter, so no file could distinguish it from another',
    ]);
    expect(wireValueOf(WireId, true)).toEqual(['must be a text']);
    expect(wireValueOf(LooseText, { deep: 1 })).toEqual(['must be a text']);
  });

  test('a flag may be the text of one, and nothing else', () => {
    expect(['true', 'FALSE', null].map((flag) => wireValueOf(LooseFlag, flag))).toEqual([
      true,
      false,
      false,
    ]);
    expect(wireValueOf(LooseFlag, 'Y')).toEqual(['must be true or false']);
  });

  test.each([
    ['eur', 'EUR'],
    ['Eur', 'EUR'],
    ['usdt', 'USDT'],
    ['XQZ', 'XQZ'],
    [' USD ', 'USD'],
    ['Euro', 'Euro'],
  ])('the currency %j is read as %s', (written, code) => {
    expect(wireValueOf(WireCurrency, written)).toBe(code);
  });
});

const entry = {
  id: 'E-1',
  amount: number('1.00'),
  currency: 'EUR',
  transactionDate: '2026-10-01T10:00:00.000Z',
  balance: number('2.00'),
};

test.each([
  ['debit', ['debit', 'DEBIT', 'Debit', 'DR', 'dr', 'D', 'DBIT', 'Dr.']],
  ['credit', ['credit', 'CREDIT', 'Credit', 'CR', 'cr', 'C', 'CRDT', 'Cr.']],
])('a %s is known by every usual word', (direction, words) => {
  for (const word of words)
    expect(wireValueOf(StatementEntry, { ...entry, direction: word })).toMatchObject({ direction });
});

test('an unknown direction stays as the bank wrote it', () => {
  for (const word of ['OUT', 'Soll', '-', 'deposit'])
    expect(wireValueOf(StatementEntry, { ...entry, direction: word })).toMatchObject({
      direction: word,
    });
});
