import { describe, expect, test } from 'vitest';

import {
  currencyOf,
  isSignedAmount,
  signedCell,
  signOf,
  unitsIn,
} from '../../electron/nouns/books/ledger/amounts.ts';
import type { Cell } from '../../electron/engines/files/table.ts';

const signed = (text: string): string => signedCell({ text }).text;
const isAmount = (text: string): boolean => isSignedAmount({ text });

describe('the sign of an amount stands in front of it once it is read', () => {
  test.each([
    ['12.50', '12.50'],
    ['+12.50', '12.50'],
    ['+ 12.50', '12.50'],
    ['-12.50', '-12.50'],
    ['- 12.50', '-12.50'],
    ['–  12.50', '-12.50'],
    ['−12.50', '-12.50'],
    ['12.50-', '-12.50'],
    ['12.50  –', '-12.50'],
    ['12.50 − ', '-12.50'],
    ['(12.50)', '-12.50'],
    ['(-12.50)', '-12.50'],
    ['  12.50 ', '12.50'],
    ['1−2−3', '1-2-3'],
    ['1(2)', '1(2)'],
    ['(1)2', '(1)2'],
  ])('“%s” is %s', (written, amount) => {
    expect(signed(written)).toBe(amount);
  });

  test.each([
    ['12.50DR', '12.50'],
    ['12.50CR', '-12.50'],
    ['12.50 cr', '-12.50'],
    ['12.50  Cr.', '-12.50'],
    ['12.50 S', '12.50'],
    ['12.50 h', '-12.50'],
    ['12.50 D.', '12.50'],
    ['12.50\tC', '-12.50'],
    [' 12.50 H ', '-12.50'],
    ['CHF 12.50 H', '-12.50'],
    ['12.50 CHF CR', '-12.50'],
    ['12.50 CHF S', '12.50'],
  ])('by its side “%s” is %s', (written, amount) => {
    expect(signed(written)).toBe(amount);
  });

  test.each(['-12.50 S', '(12.50) CR', '12.50- H', '–12.50 DR', '12.50– D'])(
    'both a sign and a side leave “%s” as it stands, which is no amount',
    (written) => {
      expect(signed(written)).toBe(written);
      expect(isAmount(written)).toBe(false);
    },
  );

  test.each(['12.50S', '12.50H', 'CR 12.50', '12.50 XDR.'])('no side is behind “%s”', (written) => {
    expect(signed(written)).toBe(written);
  });

  test.each([
    ['EUR 12.50', '12.50'],
    ['EUR12.50', '12.50'],
    ['EUR -12.50', '-12.50'],
    ['EUR  (12.50)', '-12.50'],
    ['12.50 EUR', '12.50'],
    ['12.50EUR', '12.50'],
    ['12.50- EUR', '-12.50'],
    ['(12.50)  EUR', '-12.50'],
    ['€12.50', '12.50'],
    ['$ -12.50', '-12.50'],
    ['£(12.50)', '-12.50'],
    ['12.50 ¥', '12.50'],
    ['12.50-€', '-12.50'],
    ['EUR 12.50 EUR', '12.50'],
    ['EUR -', ''],
  ])('the currency beside “%s” goes', (written, amount) => {
    expect(signed(written)).toBe(amount);
  });

  test.each([
    'EURO 12.50',
    'EU 12.50',
    'eur 12.50',
    '12.50 EURO',
    '12.50 eur',
    'EUR',
    'EUR x12',
    'x EUR 12.50',
    '12.50 EUR x',
    '1 EUR 2',
    'x EUR',
    'a€',
  ])('what is beside “%s” is no currency', (written) => {
    expect(signed(written)).toBe(written);
  });

  test.each([
    ['EUR 12.50', 'EUR'],
    ['12.50EUR', 'EUR'],
    [' −12.50  USD ', 'USD'],
    ['(12.50) USD', 'USD'],
    ['12.50 USD H', 'USD'],
    ['12.-- CHF', 'CHF'],
    ['€ 12.50', 'EUR'],
    ['12.50£', 'GBP'],
    ['$12.50', ''],
    ['12.50 ¥', ''],
    ['QQQ 12.50', ''],
    ['12.50', ''],
    ['', ''],
  ])('of “%s” the currency is “%s”', (text, code) => {
    expect(currencyOf({ text })).toBe(code);
  });

  test.each([
    ['12,--', '12,00'],
    ['12.-', '12.00'],
    ['12,–', '12,00'],
    ['12,—', '12,00'],
    ['12, --', '12,00'],
    ['-12,--', '-12,00'],
    ['CHF 12.-', '12.00'],
    ['12.--- ', '-12.--'],
    ['12,-5', '12,-5'],
    ['12-', '-12'],
  ])('“%s” has no cents, or more than that behind its mark: %s', (written, amount) => {
    expect(signed(written)).toBe(amount);
  });

  test.each(['1´250.10', '1`250.10', '1ʼ250.10', '1′250.10', "1'250.10"])(
    'the thousands of %s are parted by an apostrophe',
    (written) => {
      expect(signed(written)).toBe("1'250.10");
      expect(isAmount(written)).toBe(true);
      expect(unitsIn(signedCell({ text: written }), 'point')).toBe(12_501_000n);
    },
  );

  test('wide digits and blanks that do not break are digits and blanks', () => {
    expect(signed('１２．５０')).toBe('12.50');
    expect(signed('1\u00a0250,10')).toBe('1 250,10');
    expect(isAmount('１２．５０')).toBe(true);
  });

  test('a number of a workbook is itself, and what else is known of a cell stays', () => {
    const number: Cell = { text: '-12.5', isNumber: true };
    expect(signedCell(number)).toBe(number);
    expect(signedCell({ text: '12.50-', problem: 'a formula' })).toEqual({
      ...{ text: '-12.50', problem: 'a formula' },
    });
  });
});

describe('what looks like an amount', () => {
  test.each(['12.50', '12', '-1,234.50', '12.50 EUR', '12.50 CR', '12.50 H', 'EUR -5'])(
    'is “%s”',
    (written) => {
      expect(isAmount(written)).toBe(true);
    },
  );

  test.each(['', 'EUR', 'QQQ 12.50', 'abc', '2026-11-20', '12.50 EUR X', 'usd 12', 'RE-4711'])(
    'is not “%s”',
    (written) => {
      expect(isAmount(written)).toBe(false);
    },
  );
});

describe('units of an amount', () => {
  test.each([
    ['12.50', 125_000n],
    ['-12.5', -125_000n],
    ['0012.50', 125_000n],
    ['-0012', -120_000n],
    ['000', 0n],
    ['0.50', 5_000n],
    ['12.000000', 120_000n],
    ['12.12340000', 121_234n],
    ['100', 1_000_000n],
    ['100.00', 1_000_000n],
    ['1,000', 10_000_000n],
    ['  ', 0n],
    ['', 0n],
  ])('of “%s” are %s', (text, units) => {
    expect(unitsIn({ text }, 'point')).toBe(units);
  });

  test.each(['12.12345', 'n/a', '12,5', '-', '1e5'])(
    'of “%s” are not known with a point before the decimals',
    (text) => {
      expect(unitsIn({ text }, 'point')).toBeNull();
    },
  );

  test('of a comma before the decimals are those of a comma', () => {
    expect(unitsIn({ text: '1.234,5' }, 'comma')).toBe(12_345_000n);
  });

  test('of a number of a workbook are exact, and of more digits than are held are not known', () => {
    expect(unitsIn({ text: '-90', isNumber: true }, 'comma')).toBe(-900_000n);
    expect(unitsIn({ text: '1E+20', isNumber: true }, 'point')).toBeNull();
  });

  test('of a cell with a problem are not known, though it is empty', () => {
    expect(unitsIn({ text: '', problem: 'a formula' }, 'point')).toBeNull();
  });

  test('of a dash alone are none', () => {
    for (const text of ['-', '–', '()', '+', 'EUR -'])
      expect(unitsIn(signedCell({ text }), 'point')).toBe(0n);
  });
});

describe('a debit comes in and a credit goes out, in the books of whoever keeps the account', () => {
  test.each(
    'D DR DEBIT S SOLL DB + DEBITO DEBET DEBE DARE IN BIJ ENTRATA INGRESO EINGANG'.split(' '),
  )('%s comes in', (word) => {
    expect([signOf(word), signOf(` ${word.toLowerCase()}.`)]).toEqual([1n, 1n]);
  });

  test.each('C CR CREDIT H HABEN K - CREDITO HABER AVERE OUT AF USCITA AUSGANG'.split(' '))(
    '%s goes out',
    (word) => {
      expect([signOf(word), signOf(` ${word.toLowerCase()}.`)]).toEqual([-1n, -1n]);
    },
  );

  test('accents are no other words', () => {
    expect([signOf('Débit'), signOf('Crédit'), signOf('Dé\u0301bit')]).toEqual([1n, -1n, 1n]);
  });

  test.each(['', '.', 'X', 'D R', 'CARGO', 'ABONO', 'DR..', '.DR'])('“%s” is neither', (word) => {
    expect(signOf(word)).toBeNull();
  });
});
