import type { LookAlike } from '../ipc/changes/beneficiaries.ts';
import { bareCode } from './bare.ts';
import { editDistance, tolerance } from './edit-distance.ts';
import { distinctiveWords } from './name-words.ts';
import { skeletonOf } from './skeleton.ts';

/** The fields of a payee that distinguish it from others. */
export type Recognisable = {
  readonly name: string;
  readonly accountName?: string | undefined;
  readonly accountNumber: string;
};

type Resemblance = Pick<LookAlike, 'reason' | 'words'>;

/** Why one payee may be taken for another, the gravest reason first; null when they are clearly two. */
export function resemblanceOf(payee: Recognisable, other: Recognisable): Resemblance | null {
  const called = namesOf(other)[0]?.text ?? 'another payee';
  const names = pairsOf(namesOf(payee), namesOf(other));
  const isSameName = names.some(([a, b]) => isSame(a, b));
  if (isSameNumber(payee.accountNumber, other.accountNumber))
    return {
      reason: 'same-number',
      words: isSameName
        ? `${called} is saved already, with this account number.`
        : `The account number is the one of ${called}.`,
    };
  if (isSameName)
    return { reason: 'similar-name', words: `${called} is saved with another account number.` };
  if (names.some(([a, b]) => a.skeleton !== '' && a.skeleton === b.skeleton))
    return {
      reason: 'same-looking',
      words: `It looks like ${called} but is written with other characters.`,
    };
  if (names.some(([a, b]) => isNearly(a, b)))
    return { reason: 'similar-name', words: `The name is a letter or two away from ${called}.` };
  return null;
}

/** A name as it is compared. */
type Folded = {
  readonly text: string;
  readonly words: readonly string[];
  readonly joined: string;
  readonly skeleton: string;
};

/** Folding costs more than comparing, and the same saved names are compared with every payee. */
const known = new Map<string, Folded>();
const knownMax = 20_000;

function folded(text: string): Folded {
  const before = known.get(text);
  if (before) return before;
  if (known.size >= knownMax) known.clear();
  const words = distinctiveWords(text);
  const name = { text, words, joined: words.join(''), skeleton: skeletonOf(text) };
  known.set(text, name);
  return name;
}

const namesOf = ({ name, accountName = '' }: Recognisable): Folded[] =>
  [...new Set([name, accountName])].filter((text) => text.trim() !== '').map(folded);

const pairsOf = (some: readonly Folded[], others: readonly Folded[]): [Folded, Folded][] =>
  some.flatMap((a) => others.map((b): [Folded, Folded] => [a, b]));

const isSame = (a: Folded, b: Folded): boolean =>
  a.joined === '' ? a.text === b.text : a.joined === b.joined;

/** True if the words agree in order within a letter or two, or if the joined words do. */
function isNearly(a: Folded, b: Folded): boolean {
  const [some, others] = [a.words, b.words];
  if (isWithin(a.joined, b.joined)) return true;
  return (
    some.length === others.length &&
    some.every((word, index) => isWithin(word, others[index] ?? '')) &&
    total(some, others) <= 2
  );
}

const isWithin = (a: string, b: string): boolean => {
  const most = Math.min(tolerance(a), tolerance(b));
  return editDistance(a, b, most) <= most;
};

const total = (some: readonly string[], others: readonly string[]): number =>
  some.reduce((sum, word, index) => sum + editDistance(word, others[index] ?? '', 2), 0);

/** True for the same number, or for a national one of at least eight digits that the other, an IBAN, ends with. */
function isSameNumber(a: string, b: string): boolean {
  const [one, other] = [bareCode(a), bareCode(b)];
  if (one === '' || other === '') return false;
  return one === other || isTail(one, other) || isTail(other, one);
}

const isTail = (iban: string, national: string): boolean =>
  /^[A-Z]{2}\d{2}/.test(iban) && /^\d{8,}$/.test(national) && iban.endsWith(national);
