import { looks } from './look-alikes.ts';

/** What Unicode's data does not have: it compares as written, and old forms of Cyrillic letters have no look in it. */
const ownLooks = `
b df 1c80 1c87
c 1c83
l 69
o 1c82
t 1c84 1c85
`;

const signs = `${looks}${ownLooks}`.split('\n').flatMap((line) => {
  const [look = '', ...points] = line.split(' ');
  return points.map((point) => [String.fromCodePoint(Number.parseInt(point, 16)), look] as const);
});

/**
 * Letters of other alphabets, and signs, by what they look like. `i` and `1` look like `l`. A small letter of another alphabet
 * is often its capital one in small, as к, т and м: without a look of its own it has that of the capital.
 */
const lookAlikes: ReadonlyMap<string, string> = new Map([
  ...signs.map(([sign, look]) => [sign.toLowerCase(), look] as const),
  ...signs,
]);

/**
 * What a text looks like at a glance: two texts with one skeleton can be taken for each other. Without accents, blanks,
 * punctuation and what cannot be seen; full-width letters are plain ones.
 */
export function skeletonOf(text: string): string {
  const plain = text.normalize('NFKD').replace(/[\p{Mark}\p{Format}]+/gu, '');
  const seen = Array.from(plain, (letter) => {
    const lower = letter.toLowerCase();
    return lookAlikes.get(letter) ?? lookAlikes.get(lower) ?? lower;
  }).join('');
  return seen
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u] as const;

/** Does one of its words mix letters of alphabets that look alike? No name of a person or company does. */
export const mixesAlphabets = (text: string): boolean =>
  text.split(/\s+/u).some((word) => alphabets.filter((letters) => letters.test(word)).length > 1);
