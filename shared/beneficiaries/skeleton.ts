/** Letters of other alphabets, and signs, that look like a Latin letter. `i` and `1` look like `l`. */
const lookalikes: Readonly<Record<string, string>> = {
  // Cyrillic
  А: 'a',
  В: 'b',
  Е: 'e',
  К: 'k',
  М: 'm',
  Н: 'h',
  О: 'o',
  Р: 'p',
  С: 'c',
  Т: 't',
  У: 'y',
  Х: 'x',
  І: 'l',
  Ј: 'j',
  Ѕ: 's',
  а: 'a',
  в: 'b',
  е: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'l',
  ј: 'j',
  ѕ: 's',
  һ: 'h',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  ӏ: 'l',
  Ӏ: 'l',
  ѵ: 'v',
  // Greek
  Α: 'a',
  Β: 'b',
  Ε: 'e',
  Ζ: 'z',
  Η: 'h',
  Ι: 'l',
  Κ: 'k',
  Μ: 'm',
  Ν: 'n',
  Ο: 'o',
  Ρ: 'p',
  Τ: 't',
  Υ: 'y',
  Χ: 'x',
  α: 'a',
  γ: 'y',
  ι: 'l',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  // Armenian, and Latin of other kinds
  օ: 'o',
  ո: 'n',
  ս: 'u',
  ɑ: 'a',
  ɡ: 'g',
  ɩ: 'l',
  ı: 'l',
  ƽ: 's',
  ß: 'b',
  // Digits and signs
  0: 'o',
  1: 'l',
  '|': 'l',
  i: 'l',
};

/**
 * What a text looks like at a glance: two texts with one skeleton can be taken for each other. Without accents, blanks,
 * punctuation and what cannot be seen; full-width letters are plain ones.
 */
export function skeletonOf(text: string): string {
  const plain = text.normalize('NFKD').replace(/[\p{Mark}\p{Format}]+/gu, '');
  const seen = Array.from(plain, (letter) => {
    const lower = letter.toLowerCase();
    return lookalikes[letter] ?? lookalikes[lower] ?? lower;
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
