import { plainJson } from './json-text.ts';

/** Where a value stands in a text of JSON; offsets in UTF-16 units, `end` behind the last one. */
export type JsonPlace = {
  readonly start: number;
  readonly end: number;
  /** Where the member begins that holds it; the value's own start in a list and at the root. */
  readonly from: number;
  /** What it holds, in the order of the text; a list's items by their index. Null for a plain value. */
  readonly members: ReadonlyMap<string, JsonPlace> | null;
  readonly kind: 'object' | 'array' | 'plain';
};

/** Reads where everything stands in JSON that {@link parseJsonText} takes, comments and all. */
export function placesIn(text: string): JsonPlace {
  const plain = plainJson(text);
  let at = 0;

  const skipBlanks = (): void => {
    while (/[\s\uFEFF]/.test(plain.charAt(at))) at += 1;
  };
  const skipMark = (mark: string): boolean => {
    skipBlanks();
    const isThere = plain.charAt(at) === mark;
    if (isThere) at += 1;
    return isThere;
  };

  function textEnd(): number {
    let end = at + 1;
    while (end < plain.length && plain.charAt(end) !== '"')
      end += plain.charAt(end) === '\\' ? 2 : 1;
    return end + 1;
  }

  function readKey(): string {
    const end = textEnd();
    const key = JSON.parse(plain.slice(at, end)) as string;
    at = end;
    skipMark(':');
    return key;
  }

  function readValue(from?: number): JsonPlace {
    skipBlanks();
    const start = at;
    const mark = plain.charAt(at);
    const kind = mark === '{' ? 'object' : mark === '[' ? 'array' : 'plain';
    const members = kind === 'plain' ? null : readMembers(kind);
    if (mark === '"') at = textEnd();
    else if (kind === 'plain') while (/[^\s,\]}]/.test(plain.charAt(at))) at += 1;
    return { start, end: at, from: from ?? start, members, kind };
  }

  function readMembers(kind: 'object' | 'array'): Map<string, JsonPlace> {
    const members = new Map<string, JsonPlace>();
    const close = kind === 'object' ? '}' : ']';
    at += 1;
    for (let index = 0; at < plain.length && !skipMark(close); index += 1) {
      skipBlanks();
      const from = at;
      const key = kind === 'object' ? readKey() : String(index);
      // A key that is written twice counts as it does for the parser: the last one.
      members.set(key, readValue(from));
      skipMark(',');
    }
    return members;
  }

  return readValue();
}

/** The deepest place on the way to a field such as `operations.getQuote.path`, and what of the way is left. */
export type Way = { readonly place: JsonPlace; readonly rest: readonly string[] };

/** Follows a field's name into a text; names may hold dots themselves. */
export function wayTo(root: JsonPlace, field: string): Way {
  return follow(root, field === '' ? [] : field.split('.'));
}

function follow(place: JsonPlace, parts: readonly string[]): Way {
  const ways = parts.map((_, index) => {
    const member = place.members?.get(parts.slice(0, index + 1).join('.'));
    return member ? follow(member, parts.slice(index + 1)) : null;
  });
  const best = ways
    .filter((way) => way !== null)
    .toSorted((a, b) => a.rest.length - b.rest.length)[0];
  return best ?? { place, rest: parts };
}

/** The line of an offset, from 1. */
const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** The line where a field, or what holds it, stands; null when nothing of it does. */
export function lineOf(text: string, root: JsonPlace, field: string): number | null {
  const { place } = wayTo(root, field);
  return place === root ? null : lineAt(text, place.from);
}
