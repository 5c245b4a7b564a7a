import { jsonPlaces, lineAt } from '../../shared/json-places.ts';

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

type Growing = JsonPlace & { readonly members: Map<string, Growing> | null };

/** Where everything stands in JSON that {@link parseJsonText} takes, comments and all. */
export function placesIn(text: string): JsonPlace {
  const places = new Map<string, Growing>();
  for (const { path, from, valueFrom, to, kind } of jsonPlaces(text)) {
    const place: Growing = {
      start: valueFrom,
      end: to,
      from,
      members: kind === 'value' ? null : new Map<string, Growing>(),
      kind: kind === 'value' ? 'plain' : kind,
    };
    // A key that is written twice counts as it does for the parser: the last one.
    places.set(keyOf(path), place);
    const name = path.at(-1);
    if (name !== undefined) places.get(keyOf(path.slice(0, -1)))?.members?.set(name, place);
  }
  return places.get(keyOf([])) ?? nothing;
}

const keyOf = (path: readonly string[]): string => JSON.stringify(path);

const nothing: JsonPlace = { start: 0, end: 0, from: 0, members: null, kind: 'plain' };

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

/** The line where a field, or what holds it, stands; null when nothing of it does. */
export function lineOf(text: string, root: JsonPlace, field: string): number | null {
  const { place } = wayTo(root, field);
  return place === root ? null : lineAt(text, place.from);
}
