/** How a text of the bank's stands to a reference of ours. */
export type Likeness =
  /** The same text. */
  | 'exact'
  /** The same but for the letters' case and blanks around it. */
  | 'folded'
  /** It resembles it: cut off, with other signs between, or a word of a longer text. */
  | 'near'
  | 'other';

/** A bank that cuts references leaves at least this much of them. */
const keptMin = 16;

const folded = (text: string): string => text.trim().toLowerCase();

/** Letters and digits alone: some payment systems take nothing else. */
const bare = (text: string): string => folded(text).replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Holds a bank's reference, and the words beside it, against ours. Only `exact` and `folded` say that it is ours; what is
 * near it may be, and only a person can tell. References cut at 16, 30 or 35 characters are near, as any other that is
 * cut behind the sixteenth.
 */
export function likenessOf(ours: string, told: string, words = ''): Likeness {
  if (told === ours) return 'exact';
  if (folded(told) === folded(ours)) return 'folded';
  const isNear = isCutOf(ours, told) || hasSameLetters(ours, told) || hasWord(told, ours);
  return isNear || hasWord(words, ours) ? 'near' : 'other';
}

/** Does the one go on where the other was cut? */
function isCutOf(ours: string, told: string): boolean {
  return [
    [folded(ours), folded(told)],
    [bare(ours), bare(told)],
  ].some(([a = '', b = '']) => {
    const [short, long] = a.length <= b.length ? [a, b] : [b, a];
    return short.length >= keptMin && long.startsWith(short);
  });
}

const hasSameLetters = (ours: string, told: string): boolean =>
  bare(ours) !== '' && bare(told) === bare(ours);

/** Does it stand in the text as a word of its own, whole or cut? */
function hasWord(text: string, ours: string): boolean {
  const wanted = folded(ours);
  const within = folded(text);
  if (wanted === '') return false;
  for (const word of [wanted, ...(wanted.length > keptMin ? [wanted.slice(0, keptMin)] : [])])
    for (let at = within.indexOf(word); at >= 0; at = within.indexOf(word, at + 1)) {
      const before = within[at - 1] ?? ' ';
      const after = within[at + word.length] ?? ' ';
      if (!isWordSign(before) && (word !== wanted || !isWordSign(after))) return true;
    }
  return false;
}

const isWordSign = (sign: string): boolean => /[\p{L}\p{N}]/u.test(sign);

/** What to look for in a statement's search: every text that can be {@link likenessOf} near begins with one of these. */
export const searchTexts = (ours: string): string[] => [
  ...new Set([ours.slice(0, keptMin), bare(ours).slice(0, keptMin)].filter((text) => text !== '')),
];

/**
 * Does finding `probe` show that `ours` would be found the same way? Only if what a bank may do to ours it would have done
 * to the probe too: change letters' case, cut it, stumble over a sign.
 */
export function isAsDemanding(probe: string, ours: string): boolean {
  const signs = (text: string): string[] => text.match(/[^\p{L}\p{N}]/gu) ?? [];
  const isCutToo = (at: number): boolean => ours.length <= at || probe.length > at;
  return (
    (ours === ours.toUpperCase() || probe !== probe.toUpperCase()) &&
    (ours === ours.toLowerCase() || probe !== probe.toLowerCase()) &&
    [...new Set(signs(ours))].every((sign) => probe.includes(sign)) &&
    probe.length >= Math.min(ours.length, keptMin) &&
    [16, 30, 35].every(isCutToo)
  );
}
