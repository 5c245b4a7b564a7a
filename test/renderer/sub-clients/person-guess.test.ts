import { expect, test } from 'vitest';

import { guessPerson } from '../../../renderer/features/sub-clients/documents/person-guess.ts';

const person = (personId: string, name: string) => ({ subClientId: 'SC-1', personId, name });
const people = [
  person('sh-1', 'Jane Doe'),
  person('sh-2', 'Dr. Kofi Mensah-Boateng'),
  person('sh-3', 'José Núñez'),
  person('sh-4', 'Lantern Holdings Ltd'),
  person('sh-5', 'Madonna'),
  person('dir-9', ''),
];
const guess = (fileName: string, without = '', known = people) =>
  guessPerson(fileName, known, without)?.personId ?? null;

test.each([
  ['passport Jane Doe.pdf', 'sh-1'],
  ['DOE_jane-passport-2031.pdf', 'sh-1'],
  ['JaneDoe passport.jpg', 'sh-1'],
  ['id kofi boateng mensah.pdf', 'sh-2'],
  ['pasaporte Jose Nunez.pdf', 'sh-3'],
  ['register of Lantern Holdings Ltd.pdf', 'sh-4'],
])('%s is taken for the document of %s', (fileName, personId) => {
  expect(guess(fileName)).toBe(personId);
});

test.each([
  // A part of a name is anybody's, and so is a name of one word.
  ['passport Jane.pdf'],
  ['passport Doe.pdf'],
  ['id kofi mensah.pdf'],
  ['madonna passport.pdf'],
  ['passport.pdf'],
  ['Janet Doering passport.pdf'],
])('%s says nothing of whose it is', (fileName) => {
  expect(guess(fileName)).toBeNull();
});

test('two who may be meant give no one; the longer name is meant where it holds the other', () => {
  expect(guess('Jane Doe and Jose Nunez minutes.pdf')).toBeNull();
  expect(
    guess('passport Jane Doe.pdf', '', [person('a', 'Jane Doe'), person('b', 'Doe, Jane')]),
  ).toBe(null);
  const both = [person('a', 'Jane Doe'), person('b', 'Jane Doe Smith')];
  expect(guess('passport jane doe smith.pdf', '', both)).toBe('b');
  expect(guess('passport jane doe.pdf', '', both)).toBe('a');
});

test('the company’s own name does not speak of a person', () => {
  expect(guess('Jane Doe Trading certificate.pdf', 'Jane Doe Trading')).toBeNull();
  expect(guess('Jane Doe Trading passport Jane Doe.pdf', 'Jane Doe Trading')).toBe('sh-1');
});
