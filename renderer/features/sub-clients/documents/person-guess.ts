import type { DocumentPerson } from '../../../../shared/ipc/changes/documents.ts';

/** The guessed person of a document, and the words of the file's name. */
export type PersonGuess = { readonly personId: string; readonly words: string };

/** Words of a person's name that distinguish no one. */
const titles = /^(mr|mrs|ms|miss|dr|prof|sir|madam|herr|frau|jr|sr|de|van|von|der|den|bin|al|el)$/;

/** A name with fewer distinguishing words could be anyone's. */
const fewestWords = 2;

/**
 * Guesses from a file's name whose document it is: the one person of the sub-client all of whose distinguishing names are in it, in any
 * order. The words of `without`, the sub-client's own name, do not count: `Jane Doe Ltd certificate` is the company's. Null for none or
 * more than one. Only a proposal, shown as such: a person confirms it before anything is sent.
 */
export function guessPerson(
  fileName: string,
  people: readonly DocumentPerson[],
  without: string,
): PersonGuess | null {
  const words = new Set(wordsWithout(wordsOf(fileName.replace(/\.[^.]*$/, '')), wordsOf(without)));
  const found = people.filter(({ name }) => {
    const own = telling(name);
    return own.length >= fewestWords && own.every((word) => words.has(word));
  });
  const [first] = found;
  if (!first) return null;
  // “Jane Doe Smith” holds all of “Jane Doe” too: the longest name is meant, where one alone is longest.
  const longest = Math.max(...found.map(({ name }) => telling(name).length));
  const best = found.filter(({ name }) => telling(name).length === longest);
  const ids = new Set(best.map(({ personId }) => personId));
  const [only] = best;
  return only && ids.size === 1 ? { personId: only.personId, words: only.name } : null;
}

const telling = (name: string): string[] => [
  ...new Set(wordsOf(name).filter((word) => word.length > 1 && !titles.test(word))),
];

/** The words that remain after the consecutive words of `out` are removed from `words`. */
function wordsWithout(words: readonly string[], out: readonly string[]): readonly string[] {
  if (out.length === 0) return words;
  const at = words.findIndex((_, index) => out.every((word, on) => words[index + on] === word));
  return at < 0 ? words : [...words.slice(0, at), ...words.slice(at + out.length)];
}

const wordsOf = (text: string): string[] =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
