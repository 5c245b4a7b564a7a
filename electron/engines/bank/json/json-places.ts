import { parseTree, type Node } from 'jsonc-parser';

import { lineAt } from '../../../../shared/json/json-places.ts';

/** Parses JSON that `parseJsonText` accepts, with comments, into a tree of positions. */
export const placesIn = (text: string): Node =>
  parseTree(text) ?? { type: 'null', offset: 0, length: 0 };

/** Returns the start of the member that holds a value; the value's own start in a list and at the root. */
export const startOf = ({ offset, parent }: Node): number =>
  parent?.type === 'property' ? parent.offset : offset;

/** The deepest existing place on the path to a field such as `operations.getQuote.path`, and the rest of the path. */
type Location = { readonly place: Node; readonly rest: readonly string[] };

/** Locates a field in a text by its dotted name. Member names may contain dots. */
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

/** Finds a list item by its index, or a member by its name. Of duplicate names the last counts, as for the parser. */
function memberOf({ type, children }: Node, name: string): Node | undefined {
  if (type === 'array') return /^\d+$/.test(name) ? children?.[Number(name)] : undefined;
  return children?.findLast(({ children: [key] = [] }) => key?.value === name)?.children?.[1];
}

/** Returns the line of a field, or of its nearest existing parent; null when there is neither. */
export function lineOf(text: string, root: Node, field: string): number | null {
  const { place } = locateField(root, field);
  return place === root ? null : lineAt(text, startOf(place));
}
