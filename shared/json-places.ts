/** Where one member or element of a JSON text stands; the text may be broken, and may hold comments. Offsets count UTF-16 units from 0. */
export type JsonPlace = {
  /** Names and indexes from the outside in; empty for the text as a whole. */
  readonly path: readonly string[];
  /** Where its name begins; the value's own begin in a list and at the root. */
  readonly from: number;
  readonly valueFrom: number;
  /** Behind the value; the end of the text where it is not closed. */
  readonly to: number;
  readonly kind: 'object' | 'array' | 'value';
  /** False for a record or list whose end is missing. */
  readonly isClosed: boolean;
};

type Open = {
  readonly kind: 'object' | 'array';
  readonly path: readonly string[];
  /** Its number among the places. */
  readonly place: number;
  index: number;
};

/** A text, closed on its line or not; a comment; a mark; a number or word. */
const tokenPattern =
  /"(?:[^"\\\n]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[{}[\],:]|[^\s{}[\],:"/]+|\//g;

/** Every place of a JSON text, outer before inner, in its order. A text that is still being written is read as far as it goes. */
export function jsonPlaces(text: string): readonly JsonPlace[] {
  return new PlaceReader(text).read();
}

class PlaceReader {
  readonly #text: string;
  readonly #places: JsonPlace[] = [];
  readonly #stack: Open[] = [];
  /** A name that waits for its value. */
  #name: { word: string; from: number } | null = null;
  #hasColon = false;

  constructor(text: string) {
    this.#text = text;
  }

  read(): readonly JsonPlace[] {
    for (const { 0: token, index } of this.#text.matchAll(tokenPattern))
      if (!token.startsWith('/')) this.#take(token, index);
    return this.#places;
  }

  #take(token: string, at: number): void {
    if (token === '{' || token === '[') this.#openAt(token === '{' ? 'object' : 'array', at);
    else if (token === '}' || token === ']') this.#close(at + 1);
    else if (token === ',') this.#next();
    else if (token === ':') this.#hasColon = this.#name !== null;
    else if (this.#isName()) this.#name = { word: nameOf(token), from: at };
    else this.#put('value', at, at + token.length);
  }

  #isName(): boolean {
    return this.#stack.at(-1)?.kind === 'object' && !this.#hasColon;
  }

  #next(): void {
    const top = this.#stack.at(-1);
    if (top) top.index += 1;
    this.#forgetName();
  }

  #forgetName(): void {
    this.#name = null;
    this.#hasColon = false;
  }

  #openAt(kind: 'object' | 'array', at: number): void {
    const place = this.#put(kind, at, this.#text.length);
    this.#stack.push({ kind, path: this.#places[place]?.path ?? [], place, index: 0 });
    this.#forgetName();
  }

  #close(to: number): void {
    const open = this.#stack.pop();
    const place = open && this.#places[open.place];
    if (open && place) this.#places[open.place] = { ...place, to, isClosed: true };
    this.#forgetName();
  }

  /** Notes a place and answers its number. */
  #put(kind: JsonPlace['kind'], at: number, to: number): number {
    const top = this.#stack.at(-1);
    const step = top === undefined ? [] : [this.#name?.word ?? String(top.index)];
    const path = [...(top?.path ?? []), ...step];
    const from = this.#name?.from ?? at;
    const isClosed = kind === 'value';
    return this.#places.push({ path, from, valueFrom: at, to, kind, isClosed }) - 1;
  }
}

/** A text that JSON takes as it stands. */
const wholeText = /^"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*"$/iu;

const nameOf = (token: string): string =>
  wholeText.test(token) ? (JSON.parse(token) as string) : token.replace(/^"/, '').replace(/"$/, '');

/** The path of what stands at an offset: the innermost place around it. */
export function pathAt(text: string, offset: number): readonly string[] {
  const around = jsonPlaces(text).filter(({ from, to }) => from <= offset && offset <= to);
  return around.at(-1)?.path ?? [];
}

/** The place of a path, the last one where a name is written twice; undefined where the text does not have it. */
export const placeOf = (text: string, path: readonly string[]): JsonPlace | undefined =>
  jsonPlaces(text).findLast((place) => place.path.join('\n') === path.join('\n'));

/** The offset at which a line begins; lines count from 1. */
export function lineStart(text: string, line: number): number {
  let at = 0;
  for (let left = line - 1; left > 0; left -= 1) {
    const next = text.indexOf('\n', at);
    if (next < 0) return at;
    at = next + 1;
  }
  return at;
}

/** The line of an offset, from 1. */
export const lineAt = (text: string, offset: number): number =>
  text.slice(0, offset).split('\n').length;
