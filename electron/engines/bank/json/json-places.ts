import { parseTree, type Node } from 'jsonc-parser';

import { lineAt } from '../../../../shared/json/json-places.ts';

/** Where everything stands in JSON that `parseJsonText` takes, comments and all. */
export const placesIn = (text: string): Node =>
  parseTree(text) ?? { type: 'null', offset: 0, length: 0 };

/** Where the member begins that holds a value; the value's own start in a list and at the root. */
export const startOf = ({ offset, parent }: Node): number =>
  parent?.type === 'property' ? parent.offset : offset;

/** The deepest existing place on the path to a field such as `operations.getQuote.path`, and the rest of the path. */
type Location = { readonly place: Node; readonly rest: readonly string[] };

/** Follows a field's name into a text; names may hold dots themselves. */
export function locateField(root: Node, field: string): Location {
  return follow(root, field === '' ? [] : field.split('.'));
}

function follow(place: Node, parts: readonly string[]): Location {
  const matches = parts.map((_, index) => {
    const member = memberOf(place, parts.slice(0, index + 1).join('.'));
    return member ? follow(member, parts.slice(index + 1)) : null;
  });
  const best = matches
    .filter((match) => match !== null)
    .toSorted((a, b) => a.rest.length - b.rest.length)[0];
  return best ?? { place, rest: parts };
}

/** A list's items go by their index. A name that is written twice counts as it does for the parser: the last one. */
function memberOf({ type, children }: Node, name: string): Node | undefined {
  if (type === 'array') return /^\d+$/.test(name) ? children?.[Number(name)] : undefined;
  return children?.findLast(({ children: [key] = [] }) => key?.value === name)?.children?.[1];
}

/** The line where a field, or what holds it, stands; null when nothing of it does. */
export function lineOf(text: string, root: Node, field: string): number | null {
  const { place } = locateField(root, field);
  return place === root ? null : lineAt(text, startOf(place));
}
