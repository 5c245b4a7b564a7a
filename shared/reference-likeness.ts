/** How a bank's text relates to a reference of ours. */
export type Likeness =
  /** The same text. */
  | 'exact'
  /** The same but for the letters' case and blanks around it. */
  | 'folded'
  /** It resembles it: cut off, with other signs between, or a word of a longer text. */
  | 'near'
  | 'other';

/** Where banks cut a reference: the lengths of the fields in which payment messages carry it. */
export const referenceCuts = [16, 30, 35] as const;

/** A bank that cuts references leaves at least this much of them. */
const [cutLengthMin] = referenceCuts;

/** References that differ in nothing but case and outer blanks are the same to a bank. */
export const foldedReference = (text: string): string => text.trim().toLowerCase();

export const isSameReference = (a: string, b: string): boolean =>
  foldedReference(a) === foldedReference(b);

/** How a bank may write a reference of ours: as it was sent, in small letters, or in capitals. */
export const spellingsOf = (reference: string): string[] => [
  ...new Set([reference, reference.toLowerCase(), reference.toUpperCase()]),
];

/** Letters and digits alone: some payment systems take nothing else. */
export const bareReference = (text: string): string =>
  foldedReference(text).replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Compares a bank's reference, and the words next to it, with ours; every place that compares references uses this rule. Only `exact` and
 * `folded` mean that it is ours; `near` may be, and only a person can decide. References cut at 16, 30 or 35 characters are near, as is any
 * other that is cut after the sixteenth. A text of blanks alone is `other`.
 */
export function likenessOf(ours: string, theirs: string, words = ''): Likeness {
  if (foldedReference(ours) === '') return 'other';
  if (theirs === ours) return 'exact';
  if (isSameReference(ours, theirs)) return 'folded';
  const isNear = isBeginning(ours, theirs) || hasSameLetters(ours, theirs) || namesIt(theirs, ours);
  return isNear || namesIt(words, ours) ? 'near' : 'other';
}

/** Is one of them the other, cut exactly where payment messages cut? False for those that are the same. */
export function isCutOf(a: string, b: string): boolean {
  const [short, long] = byLength(foldedReference(a), foldedReference(b));
  return (
    short.length < long.length &&
    referenceCuts.some((length) => short.length === length) &&
    long.startsWith(short)
  );
}

const byLength = (a: string, b: string): [string, string] =>
  a.length <= b.length ? [a, b] : [b, a];

/** True if one begins with the other, and the shorter is long enough to have been cut. */
const isBeginning = (a: string, b: string): boolean =>
  [foldedReference, bareReference].some((form) => {
    const [short, long] = byLength(form(a), form(b));
    return short.length >= cutLengthMin && long.startsWith(short);
  });

const hasSameLetters = (ours: string, theirs: string): boolean =>
  bareReference(ours) !== '' && bareReference(theirs) === bareReference(ours);

/** True if the text has the reference as a word of its own, whole or cut. */
function namesIt(text: string, ours: string): boolean {
  const wanted = foldedReference(ours);
  const within = foldedReference(text);
  for (const part of new Set([wanted, wanted.slice(0, cutLengthMin)]))
    for (let at = within.indexOf(part); at >= 0; at = within.indexOf(part, at + 1)) {
      const before = within[at - 1] ?? ' ';
      const after = within[at + part.length] ?? ' ';
      if (!isWordSign(before) && (part !== wanted || !isWordSign(after))) return true;
    }
  return false;
}

const isWordSign = (sign: string): boolean => /[\p{L}\p{N}]/u.test(sign);
