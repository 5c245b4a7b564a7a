/** Controls, direction marks and joiners, spaces other than the plain one, and invisible letters. */
const unseen =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}|[\u2800\u{1D159}]/gu;

/** An outside text with only visible letters: the others are shown as their codes. */
export const seenText = (text: string): string => text.toWellFormed().replace(unseen, codeOf);

const codeOf = (letter: string): string =>
  `\\u{${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
