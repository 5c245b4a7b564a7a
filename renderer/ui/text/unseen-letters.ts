/** Controls, marks that turn or join, blanks other than the plain one, and letters that are not drawn at all. */
const unseen =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}|[\u2800\u{1D159}]/gu;

/** A stranger's text in letters that can all be seen: the others stand as their codes. */
export const seenText = (text: string): string => text.toWellFormed().replace(unseen, codeOf);

const codeOf = (letter: string): string =>
  `\\u{${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
