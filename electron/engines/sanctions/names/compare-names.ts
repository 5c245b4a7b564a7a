import { editDistance } from '../../../../shared/beneficiaries/edit-distance.ts';
import { isOtherScript, isParticle, soundOf, type NameForm } from './name-forms.ts';
import type { IndexedName, NameIndex } from './name-index.ts';

/** The agreement of a name with a listed one: from 0 to 100, with the reason in words. */
export type NameScore = { readonly score: number; readonly reason: string };

/** The highest score of names whose words are not all the same. */
const differingMax = 95;
/** The cost of missing words, multiplied by their share of the name's weight. */
const missingCost = 30;
/** The cost of a match by one word alone, by the role of that word. */
const loneCost = { surname: 6, wholeName: 8, common: 20 } as const;
const otherOrderCost = 2;
const commonWordsCost = 8;
/** Shared words of less total weight than this are common words. */
const commonWeight = 0.9;
/** The fewest letters of a lone word that counts as a whole name, and for a company its smallest share of the name's weight. */
const loneLettersMin = 5;
const companyShare = 0.6;
const initialLikeness = 0.75;
const joinedLikeness = 0.95;

/** Words of one side that correspond to words of the other. */
type Pair = {
  readonly own: readonly number[];
  readonly listed: readonly number[];
  readonly likeness: number;
};

/** Compares a name with a name of the lists that are indexed. */
export function compareNames(
  index: NameIndex,
  own: NameForm,
  { form: listed, entry }: IndexedName,
): NameScore {
  const isPerson = entry.entry.kind === 'person';
  return sameWords(own, listed) ?? differingWords(index, own, listed, isPerson);
}

function sameWords(own: NameForm, listed: NameForm): NameScore | null {
  if (own.joined === listed.joined) {
    if (own.words.length !== listed.words.length)
      return { score: 98, reason: 'the same letters, divided into words differently' };
    return isOtherScript(own.text, listed.text)
      ? { score: 99, reason: 'the same name in other letters' }
      : { score: 100, reason: 'the same name' };
  }
  const isSame = sorted(own.words) === sorted(listed.words);
  return isSame ? { score: 96, reason: 'the same words in another order' } : null;
}

const sorted = (words: readonly string[]): string => words.toSorted().join(' ');

function differingWords(
  index: NameIndex,
  own: NameForm,
  listed: NameForm,
  isPerson: boolean,
): NameScore {
  const pairs = pairsOf(index, own.words, listed.words);
  const ownShare = shareOf(index, own.words, pairs, 'own');
  const listedShare = shareOf(index, listed.words, pairs, 'listed');
  const missing = 1 - Math.min(ownShare, listedShare);
  const cost =
    missingCost * missing +
    loneMatchCost(own, listed, pairs, isPerson || listedShare < companyShare) +
    (isInOrder(pairs) ? 0 : otherOrderCost) +
    (missing > 0.1 && pairedWeight(index, own.words, pairs) < commonWeight ? commonWordsCost : 0);
  const score = Math.round(100 * Math.max(ownShare, listedShare) - cost);
  return {
    score: Math.max(0, Math.min(differingMax, score)),
    reason: reasonOf(own.words, listed.words, pairs),
  };
}

/** Pairs similar words and joined neighbours, the most similar first; then initials. */
function pairsOf(index: NameIndex, own: readonly string[], listed: readonly string[]): Pair[] {
  const found: Pair[] = [];
  for (const [at, word] of own.entries()) {
    const alike = index.alike(word);
    for (const [place, other] of listed.entries()) {
      const likeness = word === other ? 1 : alike.get(other);
      if (likeness !== undefined) found.push({ own: [at], listed: [place], likeness });
    }
  }
  found.push(...joinedPairs(own, listed, 'listed'), ...joinedPairs(listed, own, 'own'));
  found.sort((a, b) => b.likeness - a.likeness);
  const pairs: Pair[] = [];
  const isFree = ({ own: some, listed: others }: Pair): boolean =>
    !pairs.some(
      (pair) =>
        pair.own.some((at) => some.includes(at)) || pair.listed.some((at) => others.includes(at)),
    );
  for (const pair of found) if (isFree(pair)) pairs.push(pair);
  for (const pair of initialPairs(own, listed)) if (isFree(pair)) pairs.push(pair);
  return pairs;
}

/** Pairs in which two adjacent words of one side are one word of the other. `longer` is the side that has the one word. */
function joinedPairs(
  words: readonly string[],
  others: readonly string[],
  longer: 'own' | 'listed',
): Pair[] {
  const pairs: Pair[] = [];
  for (const [at, word] of words.entries()) {
    const joined = word + (words[at + 1] ?? '');
    if (joined === word || joined.length < 5) continue;
    const place = others.findIndex((other) => other === joined || isSoundAlike(other, joined));
    if (place < 0) continue;
    const [few, many] = [[place], [at, at + 1]];
    pairs.push({
      own: longer === 'listed' ? many : few,
      listed: longer === 'listed' ? few : many,
      likeness: joinedLikeness,
    });
  }
  return pairs;
}

const isSoundAlike = (one: string, other: string): boolean =>
  editDistance(one, other, 2) <= 2 && soundOf(one) === soundOf(other);

function* initialPairs(own: readonly string[], listed: readonly string[]): Generator<Pair> {
  for (const [at, word] of own.entries())
    for (const [place, other] of listed.entries()) {
      const [short, long] = word.length < other.length ? [word, other] : [other, word];
      if (short.length === 1 && long.length > 1 && long.startsWith(short))
        yield { own: [at], listed: [place], likeness: initialLikeness };
    }
}

/** The share of a name's weight that is paired; each word counts by its similarity. */
function shareOf(
  index: NameIndex,
  words: readonly string[],
  pairs: readonly Pair[],
  side: 'own' | 'listed',
): number {
  const total = words.reduce((sum, word) => sum + index.weightOf(word), 0);
  const paired = pairs.reduce(
    (sum, pair) =>
      sum +
      pair.likeness * pair[side].reduce((part, at) => part + index.weightOf(words[at] ?? ''), 0),
    0,
  );
  return total === 0 ? 0 : paired / total;
}

const pairedWeight = (index: NameIndex, own: readonly string[], pairs: readonly Pair[]): number =>
  pairs.reduce(
    (sum, pair) => sum + pair.own.reduce((part, at) => part + index.weightOf(own[at] ?? ''), 0),
    0,
  );

/** The cost of a match by one word alone. It is lower where the other words are matching initials, or the word is a whole name. */
function loneMatchCost(
  own: NameForm,
  listed: NameForm,
  pairs: readonly Pair[],
  isPartOfName: boolean,
): number {
  const isWhole = ({ own: [at = 0], likeness }: Pair): boolean =>
    likeness > initialLikeness && !isParticle(own.words[at] ?? '');
  const whole = pairs.filter(isWhole);
  if (whole.length > 1 || whole.some((pair) => pair.own.length > 1 || pair.listed.length > 1))
    return 0;
  if (own.words.length === 1 && listed.words.length === 1) return 0;
  if (pairs.length > whole.length && whole.length === 1) return loneCost.surname;
  const isOneWord = own.words.length === 1 || listed.words.length === 1;
  const letters = Math.min(own.joined.length, listed.joined.length);
  const isWholeName = listed.words.length === 1 || !isPartOfName;
  return isOneWord && isWholeName && letters >= loneLettersMin
    ? loneCost.wholeName
    : loneCost.common;
}

function isInOrder(pairs: readonly Pair[]): boolean {
  const places = pairs
    .toSorted((a, b) => (a.own[0] ?? 0) - (b.own[0] ?? 0))
    .map(({ listed: [place = 0] }) => place);
  return places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
}

/** Names what differs: other spellings, initials, and words that only one of the names has. */
function reasonOf(
  own: readonly string[],
  listed: readonly string[],
  pairs: readonly Pair[],
): string {
  const [ownText, listedText] = [own, listed].map(
    (words) => (places: readonly number[]) => places.map((at) => words[at]).join(' '),
  );
  if (!ownText || !listedText) return '';
  const spelled = pairs
    .filter(({ own: some, listed: others }) => ownText(some) !== listedText(others))
    .map(({ own: some, listed: others }) => `“${ownText(some)}” for “${listedText(others)}”`);
  const alone = (words: readonly string[], side: 'own' | 'listed'): string =>
    words.filter((_, at) => !pairs.some((pair) => pair[side].includes(at))).join(' ');
  const [extra, absent] = [alone(own, 'own'), alone(listed, 'listed')];
  return [
    ...(isInOrder(pairs) ? [] : ['in another order']),
    ...spelled,
    ...(absent === '' ? [] : [`without “${absent}”`]),
    ...(extra === '' ? [] : [`with “${extra}” in addition`]),
  ].join(', ');
}
