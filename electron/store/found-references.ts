/** Where banks cut a reference: the lengths of the fields in which payment messages carry it. */
const cutLengths = [16, 30, 35] as const;
const keyLength = cutLengths[0];

/** References that differ in nothing but case and outer spaces are the same to a bank. */
export const foldedReference = (reference: string): string => reference.trim().toLowerCase();

/** Equal for references that are the same, or that may be one cut short of the other. */
export const referenceKey = (reference: string): string =>
  foldedReference(reference).slice(0, keyLength);

/** May one be the other, cut where payment messages cut? False for those that are the same. */
export function isCutOf(a: string, b: string): boolean {
  const [short, long] = [foldedReference(a), foldedReference(b)].toSorted(
    (one, other) => one.length - other.length,
  );
  if (short === undefined || long === undefined || short.length === long.length) return false;
  return cutLengths.some((length) => short.length === length) && long.startsWith(short);
}

/** Does a text name the reference, as a word of its own? */
export function namesReference(text: string, reference: string): boolean {
  const folded = foldedReference(reference);
  const words = text.toLowerCase();
  for (let at = words.indexOf(folded); at >= 0; at = words.indexOf(folded, at + 1))
    if (!isInWord(words[at - 1]) && !isInWord(words[at + folded.length])) return true;
  return false;
}

const isInWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character);
