import { editDistance, tolerance } from '../../../../shared/beneficiaries/edit-distance.ts';
import type { Turns } from '../../files/turns.ts';
import type { ListedEntry, NameQuality } from '../lists/list.ts';
import { isParticle, nameForm, soundOf, type NameForm } from './name-forms.ts';

/** An entry of a stored list. */
export type IndexedEntry = { readonly listKey: string; readonly entry: ListedEntry };

/** A name of an entry, normalized for comparison. */
export type IndexedName = {
  readonly entry: IndexedEntry;
  readonly form: NameForm;
  readonly quality: NameQuality;
};

/** Maps a word of the lists to its similarity, from 0 to 1. */
export type AlikeWords = ReadonlyMap<string, number>;

/** The similarity of words that sound alike, and the cost of each changed letter in a long and a short word. */
const soundAlike = 0.92;
const letterCost = { long: 0.08, short: 0.14 } as const;
const shortLength = 6;
/** The largest edit distance at which words that sound alike count as similar. */
const soundDistanceMax = (word: string): number => (word.length < 7 ? 2 : 3);

/** The names of all lists by their words. It is built in turns and then only read. */
export class NameIndex {
  readonly #names: IndexedName[] = [];
  /** Maps a word to the places of the names that have it. */
  readonly #places = new Map<string, number[]>();
  readonly #byLength = new Map<number, WordsOfLength>();
  readonly #bySound = new Map<string, string[]>();
  readonly #joined = new Map<string, number[]>();
  readonly #alike = new Map<string, AlikeWords>();
  readonly #weights = new Map<string, number>();
  /** The weight of each name, by its place. */
  #totals: readonly number[] = [];

  static async of(entries: Iterable<IndexedEntry>, turns: Turns): Promise<NameIndex> {
    const index = new NameIndex();
    for (const entry of entries) {
      index.#add(entry);
      if (turns.isOver()) await turns.next();
    }
    index.#totals = index.#names.map(({ form }) => index.#totalOf(form.words));
    return index;
  }

  get size(): number {
    return this.#names.length;
  }

  #add(entry: IndexedEntry): void {
    for (const { text, quality } of entry.entry.names) {
      const form = nameForm(text);
      const place = this.#names.push({ entry, form, quality }) - 1;
      push(this.#joined, form.joined, place);
      for (const word of new Set(form.words)) {
        if (!this.#places.has(word)) this.#addTerm(word);
        push(this.#places, word, place);
      }
    }
  }

  #addTerm(word: string): void {
    const alike = this.#byLength.get(word.length) ?? { words: [], letters: [] };
    alike.words.push(word);
    alike.letters.push(lettersOf(word));
    this.#byLength.set(word.length, alike);
    push(this.#bySound, soundOf(word), word);
  }

  /** How well a word distinguishes names: 1 for a word that no list has, and less the more names have it. */
  weightOf(word: string): number {
    const known = this.#weights.get(word);
    if (known !== undefined) return known;
    const weight = this.#newWeightOf(word);
    if (this.#weights.size >= weightsMax) this.#weights.clear();
    this.#weights.set(word, weight);
    return weight;
  }

  #newWeightOf(word: string): number {
    if (isParticle(word)) return particleWeight;
    const found = this.#places.get(word)?.length ?? 0;
    const rarity = Math.log((this.size + 1) / (found + 1)) / Math.log(this.size + 1);
    return Math.max(leastWeight, rarity) * (word.length === 1 ? 0.5 : 1);
  }

  /** The words of the lists that are similar to this one: equal, different by a letter or two, or alike in sound. */
  alike(word: string): AlikeWords {
    const known = this.#alike.get(word);
    if (known) return known;
    const found = new Map<string, number>();
    const note = (other: string, likeness: number): void => {
      found.set(other, Math.max(likeness, found.get(other) ?? 0));
    };
    if (this.#places.has(word)) note(word, 1);
    const most = soundDistanceMax(word);
    if (word.length >= 4)
      for (const other of this.#bySound.get(soundOf(word)) ?? [])
        if (other !== word && editDistance(word, other, most) <= most) note(other, soundAlike);
    for (const [other, distance] of this.#near(word)) note(other, spelledAlike(word, distance));
    if (this.#alike.size >= alikeMax) this.#alike.clear();
    this.#alike.set(word, found);
    return found;
  }

  *#near(word: string): Generator<readonly [word: string, distance: number]> {
    const most = tolerance(word);
    if (most === 0) return;
    const own = lettersOf(word);
    for (let length = word.length - most; length <= word.length + most; length += 1) {
      const { words, letters } = this.#byLength.get(length) ?? noWords;
      for (let at = 0; at < words.length; at += 1) {
        if (bitsIn(own ^ (letters[at] ?? 0)) > 2 * most) continue;
        const other = words[at] ?? '';
        const allowed = Math.min(most, tolerance(other));
        if (other === word || allowed === 0) continue;
        const distance = editDistance(word, other, allowed);
        if (distance <= allowed) yield [other, distance];
      }
    }
  }

  /** The names that share enough words with this one, and those with the same letters without spaces. */
  candidates({ words, joined }: NameForm): IndexedName[] {
    const shared = new Map<number, number>();
    for (const part of partsOf(words)) {
      const weight = this.weightOf(part.word) * part.share;
      for (const [other, likeness] of this.alike(part.word))
        for (const place of this.#places.get(other) ?? [])
          shared.set(place, (shared.get(place) ?? 0) + weight * likeness);
    }
    const total = this.#totalOf(words);
    const chosen = new Set(this.#joined.get(joined));
    // A long text may contain the words of a short name.
    for (const [place, weight] of shared)
      if (weight >= leastShared * Math.min(total, this.#totals[place] ?? 0)) chosen.add(place);
    return [...chosen].flatMap((place) => this.#names[place] ?? []);
  }

  #totalOf(words: readonly string[]): number {
    return words.reduce((sum, word) => sum + this.weightOf(word), 0);
  }
}

/** The smallest share of the lighter name's weight that a candidate must share. */
const leastShared = 0.45;
/** The sizes of the caches of similar words and of weights. */
const alikeMax = 20_000;
const weightsMax = 200_000;
/** The weight of a particle, and of the most common word. */
const particleWeight = 0.15;
const leastWeight = 0.3;

/** Words of one length, and the letters that occur in each. */
type WordsOfLength = { readonly words: string[]; readonly letters: number[] };

const noWords: WordsOfLength = { words: [], letters: [] };

const spelledAlike = (word: string, distance: number): number =>
  1 - distance * (word.length < shortLength ? letterCost.short : letterCost.long);

/** Yields each word, and each two adjacent words joined: `Abd Rahman` may be one word on a list. */
function* partsOf(
  words: readonly string[],
): Generator<{ readonly word: string; readonly share: number }> {
  for (const [index, word] of words.entries()) {
    yield { word, share: 1 };
    const next = words[index + 1];
    if (next !== undefined) yield { word: word + next, share: 1 };
  }
}

/** A bit for each letter that occurs. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) letters |= 1 << (word.charCodeAt(at) % 31);
  return letters;
}

/** How many of 32 bits are set. */
function bitsIn(letters: number): number {
  let pairs = letters - ((letters >>> 1) & 0x55555555);
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((pairs + (pairs >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
