import type { SubClientRow } from '../../../../shared/ipc/changes/sub-clients.ts';

type Candidate = Pick<SubClientRow, 'entityId' | 'name' | 'businessName' | 'code'>;

/** The owner of a file, and the words of its name that point to it: `code KT003`, `“Harmattan Foods”`. */
export type SubClientGuess = { readonly entityId: string; readonly words: string };

/** Words of a name that distinguish no one. */
const legalForms =
  /^(ltd|limited|plc|llc|llp|lp|inc|corp|corporation|company|co|gmbh|ag|kg|ug|sa|sas|sarl|srl|spa|bv|nv|ab|as|asa|oy|pty|pvt|lda|the|and|of)$/;

const shortestLoneWord = 4;

/** A name in the form in which it is searched in file names. */
type Sought = {
  readonly candidate: Candidate;
  readonly name: string;
  /** Its telling words, each with a blank on either side. */
  readonly spoken: string;
  /** The same without blanks. */
  readonly run: string;
  readonly isOneWord: boolean;
};

/**
 * Guesses from a file's name who owns it: the sub-client whose code or name is in it. The longest name counts, and a name's first word
 * alone only if no other name begins with it. Null for none or more than one. The names are prepared once, since hundreds of files are
 * compared with hundreds of sub-clients.
 */
export function subClientGuesser(
  candidates: readonly Candidate[],
): (fileName: string) => SubClientGuess | null {
  const codes = Map.groupBy(
    candidates.filter(({ code }) => code !== ''),
    ({ code }) => flat(code),
  );
  const names = candidates.flatMap(soughtOf);
  const firstWords = Map.groupBy(candidates, ({ name }) => significant(name)[0] ?? '');
  return (fileName) => {
    const words = wordsOf(fileName.replace(/\.[^.]*$/, ''));
    return byCode(words, codes) ?? byName(words, names) ?? byFirstWord(words, firstWords);
  };
}

type ByWord = ReadonlyMap<string, readonly Candidate[]>;

function byCode(words: readonly string[], codes: ByWord): SubClientGuess | null {
  const only = onlyOne(words, codes);
  return only && { entityId: only.entityId, words: `code ${only.code}` };
}

const soughtOf = (candidate: Candidate): Sought[] =>
  [...new Set([candidate.name, candidate.businessName])].flatMap((name) => {
    const own = significant(name);
    if (own.length === 0) return [];
    const spoken = ` ${own.join(' ')} `;
    return [{ candidate, name, spoken, run: own.join(''), isOneWord: own.length === 1 }];
  });

function byName(words: readonly string[], names: readonly Sought[]): SubClientGuess | null {
  const telling = words.filter((word) => !legalForms.test(word));
  const spoken = ` ${telling.join(' ')} `;
  const run = telling.join('');
  const found = names.filter(
    (sought) => spoken.includes(sought.spoken) || (!sought.isOneWord && run.includes(sought.run)),
  );
  const longest = Math.max(...found.map((sought) => sought.run.length));
  const best = found.filter((sought) => sought.run.length === longest);
  const [first] = best;
  const isOne = new Set(best.map(({ candidate }) => candidate.entityId)).size === 1;
  return first && isOne
    ? { entityId: first.candidate.entityId, words: `“${significantWords(first.name)}”` }
    : null;
}

function byFirstWord(words: readonly string[], firstWords: ByWord): SubClientGuess | null {
  const long = words.filter((word) => word.length >= shortestLoneWord);
  const only = onlyOne(long, firstWords);
  return only && { entityId: only.entityId, words: `“${only.name.split(/\s+/)[0] ?? ''}”` };
}

function onlyOne(words: readonly string[], known: ByWord): Candidate | null {
  const found = [...new Set(words)].flatMap((word) => known.get(word) ?? []);
  return found.length === 1 ? (found[0] ?? null) : null;
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
