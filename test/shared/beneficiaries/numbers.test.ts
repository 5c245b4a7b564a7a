import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { codeBook } from '../../../electron/nouns/beneficiaries/codes.ts';
import { bareCode, tidyText } from '../../../shared/beneficiaries/bare.ts';
import { isAbaNumber, isClabe, nubanFits } from '../../../shared/beneficiaries/number-checks.ts';
import { tidyPayee } from '../../../shared/beneficiaries/tidy.ts';

const digits = (length: number) =>
  fc.stringMatching(new RegExp(`^[0-9]{${length}}$`)).filter((text) => text.length === length);

test.each(['021000021', '026009593', '121000248', '111000025'])('%s is an ABA number', (number) => {
  expect(isAbaNumber(number)).toBe(true);
});

test.each(['021000022', '000000000', '02100002', '0210000210', 'ABCDEFGHI'])(
  '%s is no ABA number',
  (number) => {
    expect(isAbaNumber(number)).toBe(false);
  },
);

test('one mistyped digit of an ABA number is always found', () => {
  fc.assert(
    fc.property(fc.nat(8), fc.integer({ min: 1, max: 9 }), (place, by) => {
      const wrong = Array.from('021000021', (digit, index) =>
        index === place ? String((Number(digit) + by) % 10) : digit,
      );
      expect(isAbaNumber(wrong.join(''))).toBe(false);
    }),
  );
});

describe('a NUBAN', () => {
  test('follows from bank code and serial as the central bank’s examples do', () => {
    expect(nubanFits('011', '0000014579')).toBe(true);
    expect(nubanFits('011', '0000000220')).toBe(true);
    expect(nubanFits('000011', '0000014579')).toBe(true);
    expect(nubanFits('011', '0000014578')).toBe(false);
  });

  test('of a code or a number that cannot be checked is neither right nor wrong', () => {
    expect(nubanFits('', '0000014579')).toBeNull();
    expect(nubanFits('100004', '0000014579')).toBeNull();
    expect(nubanFits('011', '14579')).toBeNull();
  });

  test('has exactly one last digit that fits', () => {
    fc.assert(
      fc.property(digits(3), digits(9), (bank, serial) => {
        const fitting = Array.from({ length: 10 }, (_, digit) => `${serial}${digit}`).filter(
          (number) => nubanFits(bank, number),
        );
        expect(fitting).toHaveLength(1);
      }),
    );
  });
});

test('a CLABE is known by its last digit', () => {
  expect(isClabe('032180000118359719')).toBe(true);
  expect(isClabe('032180000118359718')).toBe(false);
});

test.each([
  ['GB29NWBK60161331926819', null],
  ['DE89370400440532013000', null],
  ['DE89370400440532013001', 'check digits'],
  ['DE8937040044053201300', 'characters'],
  ['US12345678901234567890', 'no IBAN'],
])('the IBAN %s: %s', (iban, problem) => {
  const found = codeBook.ibanProblem(iban);
  if (problem === null) expect(found).toBeNull();
  else expect(found).toContain(problem);
});

test.each([
  ['DEUTDEFF', true],
  ['DEUTDEFF500', true],
  ['deutdeff', false],
  ['DEUTXXFF', false],
  ['HDFC0001234', false],
])('%s is a BIC: %s', (bic, is) => {
  expect(bic === bic.toUpperCase() && codeBook.isBic(bic)).toBe(is);
});

test.each([
  ['DEU', 'DEU'],
  ['de', 'DEU'],
  ['Deutschland', 'DEU'],
  ['ALLEMAGNE', 'DEU'],
  ['Côte d’Ivoire', 'CIV'],
  ['cote divoire', 'CIV'],
  ['U.S.A.', 'USA'],
  ['Verenigd Koninkrijk', 'GBR'],
  ['Congo', null],
  ['Atlantis', null],
  ['', null],
])('the country %s is %s', (text, code) => {
  expect(codeBook.countryOf(text)).toBe(code);
});

test('what is sent has no blanks in its codes, nothing unseen, and nothing empty', () => {
  expect(
    tidyPayee({
      name: '  Marula\u200b \u00a0 GmbH\n',
      accountNumber: 'gb29 nwbk-6016 1331 9268 19',
      bankBicOrCode: 'deut de ff',
      country: ' deu ',
      currencyIso3Code: 'eur',
      city: '   ',
    }),
  ).toEqual({
    name: 'Marula GmbH',
    accountNumber: 'GB29NWBK60161331926819',
    bankBicOrCode: 'DEUTDEFF',
    country: 'DEU',
    currencyIso3Code: 'EUR',
  });
  expect(tidyPayee({ accountNumber: '１２３ ４５６' })).toEqual({ accountNumber: '123456' });
  expect(tidyPayee({ accountNumber: 'A/B 12' })).toEqual({ accountNumber: 'A/B 12' });
});

test('tidying twice is tidying once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(tidyText(tidyText(text))).toBe(tidyText(text));
      expect(bareCode(bareCode(text))).toBe(bareCode(text));
      const once = tidyPayee({ accountNumber: text, country: text, bankBicOrCode: text });
      expect(tidyPayee(once)).toEqual(once);
    }),
  );
});
