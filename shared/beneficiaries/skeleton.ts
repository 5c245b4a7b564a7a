import { looks } from './look-alikes.ts';

/** What Unicode's data does not have: in small print, and without a look at the capital letter. */
const ownLooks = `
b df
l 69
`;

/** Letters of other alphabets, and signs, by what they look like. `i` and `1` look like `l`. */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  `${looks}${ownLooks}`.split('\n').flatMap((line) => {
    const [look = '', ...points] = line.split(' ');
    return points.map((point) => [String.fromCodePoint(Number.parseInt(point, 16)), look] as const);
  }),
);

/**
 * What a text looks like at a glance: two texts with one skeleton can be taken for each other. Without accents, blanks,
 * punctuation and what cannot be seen; full-width letters are plain ones.
 */
export function skeletonOf(text: string): string {
  const plain = text.normalize('NFKD').replace(/[\p{Mark}\p{Format}]+/gu, '');
  const seen = Array.from(plain, (letter) => {
    const lower = letter.toLowerCase();
    // A small letter of another alphabet is often its capital one in small: к, т, м.
    const upper = letter.toUpperCase();
    return lookAlikes.get(letter) ?? lookAlikes.get(lower) ?? lookAlikes.get(upper) ?? lower;
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
