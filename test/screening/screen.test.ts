import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { createTurns } from '../../electron/engines/files/turns.ts';
import type { ListedEntry, NameQuality } from '../../electron/engines/sanctions/lists/list.ts';
import { NameIndex } from '../../electron/engines/sanctions/names/name-index.ts';
import { matchScore, screenSubject } from '../../electron/engines/sanctions/screen.ts';
import { generatedList } from '../../tools/screening/generated-names.ts';

const entryOf = (
  id: string,
  names: readonly (string | readonly [string, NameQuality])[],
  more: Partial<ListedEntry> = {},
): ListedEntry => ({
  id,
  kind: 'person',
  names: names.map((name, at) =>
    typeof name === 'string'
      ? { text: name, quality: at === 0 ? 'primary' : 'strong' }
      : { text: name[0], quality: name[1] },
  ),
  ...{ programme: '', countries: [], birthYears: [] },
  ...more,
});

/** Names of other people, so that a word is as rare as on a real list. */
const crowd = generatedList(7, 3_000);

const listed = [
  entryOf('1', ['Oleg Maximovich TERENKOV'], { birthYears: ['1961'], countries: ['RU'] }),
  entryOf('2', ['Mohammed Qorvan AL-SELDANI'], { birthYears: ['1970'] }),
  entryOf('3', ['Ostwind Reederei GmbH'], { kind: 'company' }),
  entryOf('4', ['Varnovia'], { kind: 'company' }),
  entryOf('5', ['Someone Else Entirely', ['The Heron', 'weak']]),
  entryOf('6', ['Abdulrahman Zelkiri']),
];

const index = await NameIndex.of(
  [...crowd, ...listed].map((entry) => ({ listKey: 'test', entry })),
  createTurns(),
);

const matchOf = (name: string, id: string, more = {}) =>
  screenSubject(
    index,
    { names: [name], country: null, birthYear: null, ...more },
    { threshold: 60, countryOf: (text) => (text.length === 2 ? text : null) },
  ).find(({ entry }) => entry.id === id && listed.includes(entry));

describe('a listed name is found however it is written', () => {
  test.each([
    ['the same', 'Oleg Maximovich Terenkov', '1', 100, 'the same name'],
    [
      'the same in another order',
      'Terenkov, Oleg Maximovich',
      '1',
      96,
      'the same words in another order',
    ],
    ['in other letters', 'Олег Максимович Теренков', '1', 90, ''],
    ['without the middle name', 'Oleg Terenkov', '1', 80, 'without “maximovich”'],
    ['with another spelling', 'Oleg Terenkoff', '1', 75, '“terenkoff” for “terenkov”'],
    ['with a letter wrong', 'Oleg Maximovich Terenkav', '1', 90, '“terenkav” for “terenkov”'],
    ['by initials', 'O. M. Terenkov', '1', 75, ''],
    ['with vowels of another transliteration', 'Muhammad Korvan al Seldany', '2', 85, ''],
    ['without a company’s form', 'OSTWIND REEDEREI', '3', 100, 'the same name'],
    ['with another form', 'Ostwind Reederei Ltd.', '3', 100, 'the same name'],
    [
      'run together',
      'Ostwindreederei',
      '3',
      98,
      'the same letters, divided into words differently',
    ],
    ['divided', 'Abdul Rahman Zelkiri', '6', 90, ''],
    ['inside a longer name of a company', 'Varnovia Marine', '4', 75, 'with “marine” in addition'],
  ])('%s', (_what, name, id, least, reason) => {
    const match = matchOf(name, id);
    expect(match?.score ?? 0).toBeGreaterThanOrEqual(least);
    expect(match?.reason).toContain(reason);
  });
});

describe('what is another name stays below the score that a person decides', () => {
  test.each([
    ['a first name alone', 'Oleg'],
    ['a surname alone', 'Terenkov'],
    ['another person with the first name', 'Oleg Bramford'],
    ['a company with one common word', 'Reederei Nordlicht GmbH'],
  ])('%s', (_what, name) => {
    const scores = listed.map(({ id }) => matchOf(name, id)?.score ?? 0);
    expect(Math.max(...scores)).toBeLessThan(matchScore);
  });
});

test('a weak alias counts for less than a strong one', () => {
  const match = matchOf('The Heron', '5');
  expect(match?.score).toBe(90);
  expect(match?.reason).toBe('the same name; a weak alias');
});

test('another year or country is named and never clears a match', () => {
  const other = matchOf('Oleg Maximovich Terenkov', '1', { birthYear: '1984', country: 'DE' });
  expect(other?.score).toBe(96);
  expect(other?.reason).toBe('the same name; born 1961 by the list, 1984 here; in RU by the list');
  expect(
    matchOf('Oleg Maximovich Terenkov', '1', { birthYear: '1961', country: 'RU' })?.score,
  ).toBe(100);
});

test('every listed name is found by itself, in capitals, and with its words turned round', () => {
  const names = crowd.flatMap((entry) => entry.names.map(({ text }) => ({ entry, text })));
  fc.assert(
    fc.property(fc.constantFrom(...names), ({ entry, text }) => {
      for (const name of [text, text.toUpperCase(), text.split(' ').toReversed().join(' ')]) {
        const found = screenSubject(index, { names: [name], country: null, birthYear: null });
        expect(found.some((match) => match.entry === entry && match.score >= 96)).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});

test('any text is screened: a score lies between the threshold and 100', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (name) => {
      for (const { score } of screenSubject(index, {
        names: [name],
        country: null,
        birthYear: null,
      })) {
        expect(score).toBeGreaterThanOrEqual(matchScore);
        expect(score).toBeLessThanOrEqual(100);
      }
    }),
    { numRuns: 500 },
  );
});
