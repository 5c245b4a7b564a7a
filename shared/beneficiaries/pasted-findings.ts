import { bareCode } from './bare.ts';
import type { CodeBook } from './code-book.ts';
import type { Told } from './pasted-labels.ts';
import { piecesOf, type Piece } from './pasted-pieces.ts';
import { currencyOf, isTalk, namesABank, placeOf, labelByShape } from './pasted-shapes.ts';

/** Something understood in a pasted block. */
export type Finding = {
  readonly told: Told;
  readonly value: string;
  /** The country that its label implies. */
  readonly country?: string | undefined;
  /** As it was pasted, for the case that there is no place for it. */
  readonly source: string;
};

export type Findings = {
  readonly findings: readonly Finding[];
  readonly unread: readonly string[];
};

/** Within an intermediary bank's lines these are its own. */
const ofIntermediary: Partial<Record<Told, Told>> = {
  bankName: 'byBank',
  code: 'byBic',
  bankCountry: 'byCountry',
  country: 'byCountry',
};

/** Goes through a pasted block line by line; a line may go on what the one before began. */
export class PastedReader {
  readonly #findings: Finding[] = [];
  readonly #unread: string[] = [];
  readonly #book: CodeBook;
  readonly #hasLabelledName: boolean;
  #waiting: Piece | null = null;
  /** What plain words directly below would go on with. */
  #goesOn: 'address' | 'bankAddress' | null = null;
  #isIntermediary = false;

  constructor(book: CodeBook, hasLabelledName: boolean) {
    this.#book = book;
    this.#hasLabelledName = hasLabelledName;
  }

  read(text: string): Findings {
    for (const line of text.split(/\r\n|[\r\n\u2028\u2029]/)) {
      const pieces = piecesOf(line);
      if (pieces.length === 0) this.#pause();
      for (const piece of pieces) this.#take(piece);
    }
    this.#giveUpWaiting();
    return { findings: this.#findings, unread: this.#unread };
  }

  #pause(): void {
    this.#goesOn = null;
    this.#isIntermediary = false;
  }

  #take(piece: Piece): void {
    if (piece.label === null) {
      this.#takeWords(piece);
      return;
    }
    this.#giveUpWaiting();
    this.#goesOn = null;
    if (piece.value === '') this.#await(piece);
    else this.#takeLabelled(piece, piece.value);
  }

  /** A label alone on its line: its value is on the next. */
  #await(piece: Piece): void {
    if (piece.label?.told === 'heading') return;
    if (piece.label?.told === 'byBank') this.#isIntermediary = true;
    this.#waiting = piece;
  }

  #giveUpWaiting(): void {
    if (this.#waiting && this.#waiting.label?.told !== 'byBank')
      this.#unread.push(this.#waiting.source);
    this.#waiting = null;
  }

  #takeLabelled(piece: Piece, value: string): void {
    const { label, aside } = piece;
    if (!label) return;
    const told = this.#labelledHere(label.told);
    if (told === 'heading') {
      this.#unread.push(piece.source);
      return;
    }
    const [main, rest] = withoutRest(told, value);
    const source = piece.value === '' ? `${piece.source} ${value}` : piece.source;
    this.#add({ told, value: main, country: label.country, source });
    for (const words of [aside, rest]) this.#addAside(words);
    if (told === 'address' || told === 'name') this.#goesOn = 'address';
    if (told === 'bankAddress') this.#goesOn = 'bankAddress';
  }

  #labelledHere(told: Told): Told {
    if (told === 'byBank' || told === 'byBic') this.#isIntermediary = true;
    else if (told === 'name' || told === 'accountName' || told === 'account')
      this.#isIntermediary = false;
    return this.#isIntermediary ? (ofIntermediary[told] ?? told) : told;
  }

  /** In brackets stands a currency, or something to be read by a person. */
  #addAside(words: string): void {
    const currency = currencyOf(words);
    if (currency !== null) this.#add({ told: 'currency', value: currency, source: words });
    // A currency among other words, as in “Marina EUR”, tells of them nothing.
    if (words !== '' && (currency === null || /\s/.test(words.trim()))) this.#unread.push(words);
  }

  #takeWords(piece: Piece): void {
    const { value } = piece;
    const waiting = this.#waiting;
    const told = labelByShape(value, this.#book);
    if (waiting) {
      this.#waiting = null;
      this.#takeLabelled(waiting, value);
    } else if (told !== null) this.#add({ told: this.#labelledHere(told), value, source: value });
    else if (this.#isNumberBelowSortCode(value))
      this.#add({ told: 'account', value, source: value });
    else this.#takePlainWords(value);
  }

  #isNumberBelowSortCode(value: string): boolean {
    const last = this.#findings.at(-1);
    return /^\d{8}$/.test(value) && last?.told === 'code' && /^\d{6}$/.test(bareCode(last.value));
  }

  #takePlainWords(value: string): void {
    if (this.#goOn(value)) return;
    const has = (told: Told): boolean => this.#findings.some((finding) => finding.told === told);
    if (namesABank(value) && !has('bankName') && !isTalk(value))
      this.#add({ told: 'bankName', value, source: value });
    else if (!this.#hasLabelledName && !has('name') && isName(value)) {
      this.#add({ told: 'name', value, source: value });
      this.#goesOn = 'address';
    } else this.#unread.push(value);
  }

  /** Plain words directly below a name or an address belong to it, as long as they look like it. */
  #goOn(value: string): boolean {
    if (this.#goesOn === null || namesABank(value) || isTalk(value)) return false;
    if (this.#goesOn === 'bankAddress') {
      const place = this.#findings.findIndex(({ told }) => told === 'bankAddress');
      const begun = this.#findings[place];
      if (begun) this.#findings[place] = { ...begun, value: `${begun.value}, ${value}` };
      return begun !== undefined;
    }
    return this.#goOnWithAddress(value);
  }

  #goOnWithAddress(value: string): boolean {
    const has = (told: Told): boolean => this.#findings.some((finding) => finding.told === told);
    const place = placeOf(value);
    if (place && !has('city') && !has('postCode')) {
      this.#add({ told: 'postCode', value: place.postCode, source: place.postCode });
      this.#add({ told: 'city', value: place.city, source: place.city });
      return true;
    }
    const next = nextOfAddress(value, has);
    if (next) this.#add({ told: next, value, source: value });
    return next !== null;
  }

  #add(finding: Finding): void {
    this.#findings.push(finding);
  }
}

/** A line below: a street has a number in it; a city is a word or two without one. */
function nextOfAddress(value: string, has: (told: Told) => boolean): Told | null {
  const hasNumber = /\d/.test(value);
  if (!has('address')) return hasNumber ? 'address' : null;
  if (!hasNumber && !has('city') && value.split(' ').length <= 3) return 'city';
  return has('address2') ? null : 'address2';
}

const isName = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && !/[:@]/.test(text) && !/\d{5}/.test(text) && !isTalk(text);

const numbers: ReadonlySet<Told> = new Set(['account', 'code', 'branchCode', 'byBic']);

/** Longer than any number with what stands behind it. */
const longestNumber = 160;

/** A word that is no part of a number: a long one, or one in small letters behind capitals or digits. */
const wordBehind = /^(\d.*?|.*?\p{Lu}.*?)\s+(\p{L}?\p{Ll}{2}.*)$/u;
const longWordBehind = /^(.*?)\s+(\p{L}{5}.*)$/u;
const bracketed = /^(.*?)\s*\(([^()]*)\)$/;

/** Behind a number or a code, what stands in brackets and what is plainly a word are not part of it. */
function withoutRest(told: Told, value: string): [main: string, rest: string] {
  const isNumber = numbers.has(told);
  if ((!isNumber && told !== 'currency') || value.length > longestNumber) return [value, ''];
  const patterns = isNumber ? [bracketed, wordBehind, longWordBehind] : [bracketed];
  const match = patterns.map((pattern) => pattern.exec(value)).find((found) => found?.[1]);
  return [match?.[1] ?? value, match?.[2] ?? ''];
}
