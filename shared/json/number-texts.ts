const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;
const minus = 0x2d;

/** Iterates over the numbers of a JSON text as written. The text must be whole JSON: it is not checked. */
export class NumberTexts {
  readonly #text: string;
  #at = 0;
  /** How many members of records come before the number returned last; all of them once there is none left. */
  members = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next number; null after the last one. */
  next(): string | null {
    const text = this.#text;
    for (let at = this.#at; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === quote) at = endOfText(text, at);
      else if (unit === colon) this.members += 1;
      else if (isBeginning(unit)) {
        this.#at = endOfNumber(text, at);
        return text.slice(at, this.#at);
      }
    }
    this.#at = text.length;
    return null;
  }
}

/** Index of the quotation mark that closes the text. */
function endOfText(text: string, begin: number): number {
  let at = begin + 1;
  for (let unit = text.charCodeAt(at); unit !== quote; unit = text.charCodeAt(at))
    at += unit === backslash ? 2 : 1;
  return at;
}

/** Index after the number, which ends at a comma, a bracket, a blank or the end. */
function endOfNumber(text: string, begin: number): number {
  let at = begin + 1;
  while (at < text.length && isInNumber(text.charCodeAt(at))) at += 1;
  return at;
}

const isBeginning = (unit: number): boolean => (unit >= 0x30 && unit <= 0x39) || unit === minus;

/** Digits, a point, an exponent with its sign. */
const isInNumber = (unit: number): boolean =>
  (unit >= 0x30 && unit <= 0x39) ||
  unit === 0x2e ||
  unit === 0x65 ||
  unit === 0x45 ||
  unit === 0x2b ||
  unit === minus;
