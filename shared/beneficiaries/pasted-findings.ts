import { bareCode } from './bare.ts';
import type { CodeBook } from './code-book.ts';
import type { PastedKind } from './pasted-labels.ts';
import { piecesOf, type Piece } from './pasted-pieces.ts';
import { currencyOf, isTalk, namesABank, placeOf, labelByShape } from './pasted-shapes.ts';

/** Something understood in a pasted block. */
export type Finding = {
  readonly kind: PastedKind;
  readonly value: string;
  /** The country that its label implies. */
  readonly country?: string | undefined;
  /** As it was pasted; returned as unread where no field takes the value. */
  readonly source: string;
};

export type Findings = {
  readonly findings: readonly Finding[];
  readonly unread: readonly string[];
};

/** Kinds that belong to the intermediary bank when they are within its lines. */
const ofIntermediary: Partial<Record<PastedKind, PastedKind>> = {
  bankName: 'byBank',
  code: 'byBic',
  bankCountry: 'byCountry',
  country: 'byCountry',
};

/** Reads a pasted block line by line; a line may continue the one before it. */
export class PastedReader {
  readonly #findings: Finding[] = [];
  readonly #unread: string[] = [];
  readonly #book: CodeBook;
  readonly #hasLabelledName: boolean;
  #waiting: Piece | null = null;
  /** The field that plain words on the next line continue. */
  #continues: 'address' | 'bankAddress' | null = null;
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
    this.#continues = null;
    this.#isIntermediary = false;
  }

  #take(piece: Piece): void {
    if (piece.label === null) {
      this.#takeWords(piece);
      return;
    }
    this.#giveUpWaiting();
    this.#continues = null;
    if (piece.value === '') this.#await(piece);
    else this.#takeLabelled(piece, piece.value);
  }

  /** A label alone on its line: its value is on the next. */
  #await(piece: Piece): void {
    if (piece.label?.kind === 'heading') return;
    if (piece.label?.kind === 'byBank') this.#isIntermediary = true;
    this.#waiting = piece;
  }

  #giveUpWaiting(): void {
    if (this.#waiting && this.#waiting.label?.kind !== 'byBank')
      this.#unread.push(this.#waiting.source);
    this.#waiting = null;
  }

  #takeLabelled(piece: Piece, value: string): void {
    const { label, remark } = piece;
    if (!label) return;
    const kind = this.#labelledHere(label.kind);
    if (kind === 'heading') {
      this.#unread.push(piece.source);
      return;
    }
    const [main, rest] = withoutRest(kind, value);
    const source = piece.value === '' ? `${piece.source} ${value}` : piece.source;
    this.#add({ kind, value: main, country: label.country, source });
    for (const words of [remark, rest]) this.#addRemark(words);
    if (kind === 'address' || kind === 'name') this.#continues = 'address';
    if (kind === 'bankAddress') this.#continues = 'bankAddress';
  }

  #labelledHere(kind: PastedKind): PastedKind {
    if (kind === 'byBank' || kind === 'byBic') this.#isIntermediary = true;
    else if (kind === 'name' || kind === 'accountName' || kind === 'account')
      this.#isIntermediary = false;
    return this.#isIntermediary ? (ofIntermediary[kind] ?? kind) : kind;
  }

  /** Adds the words in brackets: a currency, or something for a person to read. */
  #addRemark(words: string): void {
    const currency = currencyOf(words);
    if (currency !== null) this.#add({ kind: 'currency', value: currency, source: words });
    // A currency among other words, as in “Marina EUR”, does not explain those words.
    if (words !== '' && (currency === null || /\s/.test(words.trim()))) this.#unread.push(words);
  }

  #takeWords(piece: Piece): void {
    const { value } = piece;
    const waiting = this.#waiting;
    const kind = labelByShape(value, this.#book);
    if (waiting) {
      this.#waiting = null;
      this.#takeLabelled(waiting, value);
    } else if (kind !== null) this.#add({ kind: this.#labelledHere(kind), value, source: value });
    else if (this.#isNumberBelowSortCode(value))
      this.#add({ kind: 'account', value, source: value });
    else this.#takePlainWords(value);
  }

  #isNumberBelowSortCode(value: string): boolean {
    const last = this.#findings.at(-1);
    return /^\d{8}$/.test(value) && last?.kind === 'code' && /^\d{6}$/.test(bareCode(last.value));
  }

  #takePlainWords(value: string): void {
    if (this.#goOn(value)) return;
    const has = (kind: PastedKind): boolean =>
      this.#findings.some((finding) => finding.kind === kind);
    if (namesABank(value) && !has('bankName') && !isTalk(value))
      this.#add({ kind: 'bankName', value, source: value });
    else if (!this.#hasLabelledName && !has('name') && isName(value)) {
      this.#add({ kind: 'name', value, source: value });
      this.#continues = 'address';
    } else this.#unread.push(value);
  }

  /** Plain words directly below a name or an address belong to it, as long as they look like it. */
  #goOn(value: string): boolean {
    if (this.#continues === null || namesABank(value) || isTalk(value)) return false;
    if (this.#continues === 'bankAddress') {
      const place = this.#findings.findIndex(({ kind }) => kind === 'bankAddress');
      const begun = this.#findings[place];
      if (begun) this.#findings[place] = { ...begun, value: `${begun.value}, ${value}` };
      return begun !== undefined;
    }
    return this.#goOnWithAddress(value);
  }

  #goOnWithAddress(value: string): boolean {
    const has = (kind: PastedKind): boolean =>
      this.#findings.some((finding) => finding.kind === kind);
    const place = placeOf(value);
    if (place && !has('city') && !has('postCode')) {
      this.#add({ kind: 'postCode', value: place.postCode, source: place.postCode });
      this.#add({ kind: 'city', value: place.city, source: place.city });
      return true;
    }
    const next = nextOfAddress(value, has);
    if (next) this.#add({ kind: next, value, source: value });
    return next !== null;
  }

  #add(finding: Finding): void {
    this.#findings.push(finding);
  }
}

/** A line below: a street has a number in it; a city is a word or two without one. */
function nextOfAddress(value: string, has: (kind: PastedKind) => boolean): PastedKind | null {
  const hasNumber = /\d/.test(value);
  if (!has('address')) return hasNumber ? 'address' : null;
  if (!hasNumber && !has('city') && value.split(' ').length <= 3) return 'city';
  return has('address2') ? null : 'address2';
}

const isName = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && !/[:@]/.test(text) && !/\d{5}/.test(text) && !isTalk(text);

const numbers: ReadonlySet<PastedKind> = new Set(['account', 'code', 'branchCode', 'byBic']);

/** Longer than any number with the words after it. */
const longestNumber = 160;

/** A word that is no part of a number: a long one, or one in small letters after capitals or digits. */
const wordBehind = /^(\d.*?|.*?\p{Lu}.*?)\s+(\p{L}?\p{Ll}{2}.*)$/u;
const longWordBehind = /^(.*?)\s+(\p{L}{5}.*)$/u;
const bracketed = /^(.*?)\s*\(([^()]*)\)$/;

/** Splits brackets and plain words off the end of a number or a code. */
function withoutRest(kind: PastedKind, value: string): [main: string, rest: string] {
  const isNumber = numbers.has(kind);
  if ((!isNumber && kind !== 'currency') || value.length > longestNumber) return [value, ''];
  const patterns = isNumber ? [bracketed, wordBehind, longWordBehind] : [bracketed];
  const match = patterns.map((pattern) => pattern.exec(value)).find((found) => found?.[1]);
  return [match?.[1] ?? value, match?.[2] ?? ''];
}
