import type { SubClientRow } from '../../../shared/ipc/records.ts';

type Candidate = Pick<SubClientRow, 'entityId' | 'name' | 'businessName' | 'code'>;

/** Whose file it is, and what of its name says so: `code KT003`, `“Harmattan Foods”`. */
export type SubClientGuess = { readonly entityId: string; readonly words: string };

/** Words of a name that tell nobody apart. */
const legalForms =
  /^(ltd|limited|plc|llc|llp|lp|inc|corp|corporation|company|co|gmbh|ag|kg|ug|sa|sas|sarl|srl|spa|bv|nv|ab|as|asa|oy|pty|pvt|lda|the|and|of)$/;

const shortestLoneWord = 4;

/**
 * The sub-client whose code or name stands in a file's name; the longest name counts, and a name's first word alone
 * only where nobody else begins with it. Null when nobody, or more than one, is meant.
 */
export function guessSubClient(
  fileName: string,
  candidates: readonly Candidate[],
): SubClientGuess | null {
  const words = wordsOf(fileName.replace(/\.[^.]*$/, ''));
  return byCode(words, candidates) ?? byName(words, candidates) ?? byFirstWord(words, candidates);
}

function byCode(words: readonly string[], candidates: readonly Candidate[]): SubClientGuess | null {
  const found = candidates.filter(({ code }) => code !== '' && words.includes(flat(code)));
  const [only] = found;
  return only && found.length === 1
    ? { entityId: only.entityId, words: `code ${only.code}` }
    : null;
}

function byName(words: readonly string[], candidates: readonly Candidate[]): SubClientGuess | null {
  const telling = words.filter((word) => !legalForms.test(word));
  const spoken = ` ${telling.join(' ')} `;
  const run = telling.join('');
  const found = candidates.flatMap((candidate) =>
    [candidate.name, candidate.businessName].flatMap((name) => {
      const own = significant(name);
      const isThere =
        own.length > 0 &&
        (spoken.includes(` ${own.join(' ')} `) || (own.length > 1 && run.includes(own.join(''))));
      return isThere ? [{ candidate, name, length: own.join('').length }] : [];
    }),
  );
  const longest = Math.max(...found.map(({ length }) => length));
  const best = found.filter(({ length }) => length === longest);
  const [first] = best;
  const isOne = new Set(best.map(({ candidate }) => candidate.entityId)).size === 1;
  return first && isOne
    ? { entityId: first.candidate.entityId, words: `“${significantWords(first.name)}”` }
    : null;
}

function byFirstWord(
  words: readonly string[],
  candidates: readonly Candidate[],
): SubClientGuess | null {
  const found = candidates.filter(({ name }) => {
    const [first = ''] = significant(name);
    return first.length >= shortestLoneWord && words.includes(first);
  });
  const [only] = found;
  return only && found.length === 1
    ? { entityId: only.entityId, words: `“${only.name.split(/\s+/)[0] ?? ''}”` }
    : null;
}

const significant = (name: string): string[] =>
  wordsOf(name).filter((word) => !legalForms.test(word));

/** The name as it is written, without its legal form. */
const significantWords = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => !legalForms.test(flat(word)))
    .join(' ');

const wordsOf = (text: string): string[] =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map(flat)
    .filter(Boolean);

const flat = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
