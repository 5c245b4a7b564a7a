import { NumberTexts } from './number-texts.ts';

/**
 * JSON without floats: a number keeps the text the sender wrote.
 * `JSON.rawJSON` and the reviver's `context.source` are in Node 24 and in Chromium, not yet in TypeScript's library.
 */
type ExactJson = {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): unknown;
};
const json = JSON as unknown as ExactJson;

/** A JSON number by its source text. It is written back digit by digit. */
export class JsonNumber {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  toJSON(): unknown {
    return json.rawJSON(this.source);
  }
}

/** Parses JSON text; every number becomes a {@link JsonNumber}. Throws SyntaxError as JSON.parse does. */
export function parseExact(text: string): unknown {
  const filling = new Filling(text);
  const filled = filling.fill(JSON.parse(text), 0);
  return filling.hasHeld ? filled : parseByReviver(text);
}

/**
 * Parses with a reviver. This is right for every text, but slower, since it calls back for every value. Where the engine has lost what was
 * written (after a name that is a single backslash it takes an escaped name for that one), the text is refused rather than guessed.
 */
function parseByReviver(text: string): unknown {
  return json.parse(text, (_key, value, { source }) => {
    if (typeof value !== 'number') return value;
    if (source === undefined) throw new SyntaxError('A number has come without its digits');
    return new JsonNumber(source);
  });
}

/** Deeper texts are left to the reviver, and so is its error when the stack overflows. */
const depthMax = 200;

/**
 * Replaces the numbers that JSON.parse returned by their texts. The n-th number of the value is the n-th of the text, if the members of the
 * value are in the order of the text. They are not where a name occurs twice in a record (then it has fewer members than the text), nor
 * where a name is a whole number (those come first, in order of size).
 */
class Filling {
  readonly #texts: NumberTexts;
  #isInOrder = true;
  #members = 0;

  constructor(text: string) {
    this.#texts = new NumberTexts(text);
  }

  /** True if every number got its text; to be called after the last value. */
  get hasHeld(): boolean {
    return this.#isInOrder && this.#texts.next() === null && this.#texts.members === this.#members;
  }

  fill(value: unknown, depth: number): unknown {
    if (typeof value === 'number') return this.#number();
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= depthMax) this.#isInOrder = false;
    else if (Array.isArray(value)) this.#fillList(value, depth + 1);
    else this.#fillRecord(value as Record<string, unknown>, depth + 1);
    return value;
  }

  #fillList(list: unknown[], depth: number): void {
    for (let at = 0; at < list.length; at += 1) {
      const value = list[at];
      if (typeof value === 'number') list[at] = this.#number();
      else if (typeof value === 'object') this.fill(value, depth);
    }
  }

  #fillRecord(record: Record<string, unknown>, depth: number): void {
    let isFirst = true;
    for (const name in record) {
      if (isFirst && isDigit(name.charCodeAt(0))) this.#isInOrder = false;
      isFirst = false;
      this.#members += 1;
      const value = record[name];
      if (typeof value === 'number') record[name] = this.#number();
      else if (typeof value === 'object') this.fill(value, depth);
    }
  }

  #number(): JsonNumber {
    const source = this.#texts.next();
    if (source === null) this.#isInOrder = false;
    return new JsonNumber(source ?? '');
  }
}

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;
