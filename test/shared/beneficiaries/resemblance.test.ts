import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { editDistance } from '../../../shared/beneficiaries/edit-distance.ts';
import { nameMatch } from '../../../shared/beneficiaries/name-match.ts';
import { nameWords, distinctiveWords } from '../../../shared/beneficiaries/name-words.ts';
import { resemblanceOf } from '../../../shared/beneficiaries/resemblance.ts';
import { mixesAlphabets, skeletonOf } from '../../../shared/beneficiaries/skeleton.ts';

const payee = (name: string, accountNumber = '1') => ({ name, accountNumber });
const reason = (a: string, b: string) => resemblanceOf(payee(a, '111'), payee(b, '222'))?.reason;

test.each([
  ['Оduya Foods', 'Oduya Foods'],
  ['Oduyа Fооds', 'Oduya Foods'],
  ['0duya F00ds', 'Oduya Foods'],
  ['Lagoon Marlne Servlces', 'Lagoon Marine Services'],
  ['Ο’Connor Freight', 'O’Connor Freight'],
  ['Atlantic Pal1ets', 'Atlantic Pallets'],
  ['Northgate Povver Systems', 'Northgate Power Systems'],
])('%s looks like %s', (a, b) => {
  expect(reason(a, b)).toBe('same-looking');
  expect(reason(b, a)).toBe('same-looking');
});

test.each([
  ['Harmattan Foods Ltd', 'HARMATTAN  FOODS LIMITED'],
  ['Harmattan\u200bFoods', 'Harmattan Foods'],
  ['Ｈarmattan Foods', 'Harmattan Foods'],
  ['Société Générale Équipement SARL', 'Societe Generale Equipement'],
  ['Müller Präzisionstechnik GmbH', 'Muller Prazisionstechnik'],
  ['Æthelred & Søn A/S', 'Aethelred and Son'],
  ['Harmatan Foods', 'Harmattan Foods'],
  ['Harmattan Fodos', 'Harmattan Foods'],
  ['HarmattanFoods', 'Harmattan Foods'],
  ['Brightwater Logistic BV', 'Brightwater Logistics BV'],
])('%s is nearly %s', (a, b) => {
  expect(reason(a, b)).toBe('similar-name');
  expect(reason(b, a)).toBe('similar-name');
});

test.each([
  ['Delta Agro Inputs', 'Delta Agri Exports'],
  ['Gulf Crest Shipping', 'Gulf Pearl Bank'],
  ['Eze Ltd', 'Eko Ltd'],
  ['株式会社山田製作所', '東京商事株式会社'],
  ['Ltd', 'GmbH'],
])('%s and %s are two', (a, b) => {
  expect(reason(a, b)).toBeUndefined();
});

describe('the same account number', () => {
  test('is found however it is written, and is reported before the name', () => {
    const saved = payee('Oduya Foods', 'DE89 3704 0044 0532 0130 00');
    expect(resemblanceOf(payee('Somebody', 'de89370400440532013000'), saved)).toEqual({
      reason: 'same-number',
      words: 'The account number is the one of Oduya Foods.',
    });
    expect(resemblanceOf(payee('Oduya Foods Ltd', 'DE89370400440532013000'), saved)?.words).toBe(
      'Oduya Foods is saved already, with this account number.',
    );
  });

  test('is found within an IBAN', () => {
    const saved = payee('Albion Tools', 'GB29NWBK60161331926819');
    expect(resemblanceOf(payee('Other', '31926819'), saved)?.reason).toBe('same-number');
    expect(resemblanceOf(payee('Other', '926819'), saved)).toBeNull();
  });

  test('is nothing where none is entered', () => {
    expect(resemblanceOf(payee('A', ''), payee('Bravo', ''))).toBeNull();
  });
});

test('resemblance is mutual', () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 12 });
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(resemblanceOf(payee(a, 'x'), payee(b, 'y'))?.reason).toBe(
        resemblanceOf(payee(b, 'y'), payee(a, 'x'))?.reason,
      );
    }),
  );
});

test('a distance counts changes, gaps and swaps, and stops at the given limit', () => {
  expect(editDistance('kestrel', 'ksetrel', 3)).toBe(1);
  expect(editDistance('kitten', 'sitting', 9)).toBe(3);
  expect(editDistance('abc', 'xyz', 1)).toBe(2);
  expect(editDistance('', 'ab', 2)).toBe(2);
  const word = fc.string({ maxLength: 9 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = editDistance(a, b, 20);
      expect(distance).toBe(editDistance(b, a, 20));
      expect(distance === 0).toBe(a === b);
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
    }),
  );
});

test('words of a name come without accents, case, punctuation and the form of the company', () => {
  expect(nameWords('İstanbul Çelik A.Ş.')).toEqual(['istanbul', 'celik', 'as']);
  expect(distinctiveWords('Gulf Crest Shipping K.S.C.C.')).toEqual(['gulf', 'crest', 'shipping']);
  expect(distinctiveWords('Ltd')).toEqual(['ltd']);
});

test('a skeleton sees through what cannot be seen', () => {
  expect(skeletonOf('Ke\u200dstrel')).toBe(skeletonOf('kestrel'));
  expect(skeletonOf('Modern')).toBe(skeletonOf('Modem'));
  expect(mixesAlphabets('Kestrel Ветер')).toBe(false);
  expect(mixesAlphabets('Кestrel')).toBe(true);
});

test.each([
  ['Chinedu Eze', 'EZE, CHINEDU', 'match'],
  ['Harmattan Foods Ltd', 'HARMATTAN FOODS LIMITED', 'match'],
  ['Chinedu Eze', 'CHINEDU PAUL EZE', 'close'],
  ['C. Eze', 'Chinedu Eze', 'differs'],
  ['Harmattan Foods Ltd', 'Harmattan Food Limited', 'close'],
  ['Chinedu Eze', 'Adaeze Nwosu', 'differs'],
  ['Chinedu Eze', 'Chinedu Okafor', 'differs'],
  ['', 'Chinedu Eze', 'differs'],
] as const)('%s against %s: %s', (entered, atBank, verdict) => {
  expect(nameMatch(entered, atBank)).toBe(verdict);
});
