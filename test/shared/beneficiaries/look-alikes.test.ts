import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { skeletonOf } from '../../../shared/beneficiaries/skeleton.ts';
import { lookAlikesFile, lookAlikesModule } from '../../../tools/look-alikes.ts';

const lettersOf = (points: string): string[] =>
  points.split(' ').map((point) => String.fromCodePoint(Number.parseInt(point, 16)));

test('the table is what the tool writes from the Unicode data that is installed', () => {
  expect(readFileSync(lookAlikesFile, 'utf8')).toBe(lookAlikesModule());
});

// By code points: the eye could not distinguish them.
test.each([
  ['a', '410 430 391 3b1 251'],
  ['b', '412 432 392 df'],
  ['e', '415 435 395'],
  ['k', '41a 43a 39a 3ba'],
  ['m', '41c 43c 39c'],
  ['h', '41d 43d 4bb 397'],
  ['o', '41e 43e 39f 3bf 585 30'],
  ['p', '420 440 3a1 3c1'],
  ['c', '421 441'],
  ['t', '422 442 3a4 3c4'],
  ['y', '423 443 3a5 3b3'],
  ['x', '425 445 3a7 3c7'],
  ['l', '406 456 4cf 4c0 399 3b9 269 131 31 7c 69'],
  ['j', '408 458'],
  ['s', '405 455 1bd'],
  ['d', '501'],
  ['q', '51b'],
  ['w', '51d'],
  ['v', '475 3bd'],
  ['z', '396'],
  ['n', '39d 578'],
  ['u', '3c5 57d'],
  ['g', '261'],
])('every look-alike of %s is found: %s', (look, points) => {
  const others = lettersOf(points).filter((letter) => skeletonOf(letter) !== skeletonOf(look));
  expect(others).toEqual([]);
});

test.each([
  ['Soren Lodz', 'S\u00f8ren \u0141\u00f3d\u017a', 'a stroke through a letter'],
  ['coop', '\u13df\u0c66\u101d\u13e2', 'Cherokee, Telugu and Burmese'],
  ['PAYPAL', '\ua4d1\ua4ee\ua4ec\ua4d1\ua4ee\ua4e1', 'Lisu'],
  [
    'Kathmandu',
    '\u041a\u0430\u0442\u04bb\u043c\u0430\u03b7\u0501\u03c5',
    'small print of Cyrillic and Greek',
  ],
  ['aerial', '\u04d5r\u0456\u0430\u04cf', 'one letter for two'],
  ['botcb', '\u1c80\u1c82\u1c84\u1c83\u1c87', 'old forms of Cyrillic letters'],
  ['modern', 'rnodem', 'two letters for one'],
])('%s looks like %s: %s', (name, other) => {
  expect(skeletonOf(other)).toBe(skeletonOf(name));
});

test('plain letters and digits look like themselves, but for l, i and 1 and for o and 0', () => {
  const plain = 'abcdefghijklmnopqrstuvwxyz0123456789';
  const looks = Array.from(plain, (letter) => skeletonOf(letter));
  expect(looks.join('')).toBe('abcdefghljklmnopqrstuvwxyzol23456789');
});
