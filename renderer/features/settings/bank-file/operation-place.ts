import { catalogue, type OperationName } from '../../../../shared/bank/catalogue.ts';
import { jsonPlaces, placeOf, type JsonPlace } from '../../../../shared/json/json-places.ts';

/** One replacement in a text, and the selection after it; offsets of the new text. */
export type TextChange = {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly select: readonly [from: number, to: number];
};

const step = '  ';

/** The entry that a person completes: the catalogue's own method and path, to be confirmed with the bank. */
const skeletonOf = (name: OperationName, indent: string): string => {
  const { method, path } = catalogue[name];
  return `"${name}": {\n${indent}${step}"method": ${JSON.stringify(method)},\n${indent}${step}"path": ${JSON.stringify(path)}\n${indent}}`;
};

/**
 * Gives an operation its entry in a bank file's text, the path selected. One that has an entry is only selected.
 * Null where the text has no record around it all.
 */
export function addOperation(text: string, name: OperationName): TextChange | null {
  const known = placeOf(text, ['operations', name]);
  if (known)
    return { from: known.from, to: known.from, insert: '', select: pathWithin(text, name) };
  const operations = placeOf(text, ['operations']);
  const holder = operations?.kind === 'object' ? operations : placeOf(text, []);
  if (holder?.kind !== 'object' || !holder.isClosed) return null;
  const indent = indentAt(text, holder.from) + step;
  const entry =
    holder === operations
      ? skeletonOf(name, indent)
      : `"operations": {\n${indent}${step}${skeletonOf(name, indent + step)}\n${indent}}`;
  return withSelection(text, appended(text, holder, indent, entry), name);
}

/** Appends after the holder's last member and its comments, with the comma that it needs. */
function appended(
  text: string,
  holder: JsonPlace,
  indent: string,
  entry: string,
): Omit<TextChange, 'select'> {
  const members = jsonPlaces(text).filter(
    ({ path, from }) =>
      path.length === holder.path.length + 1 && holder.valueFrom < from && from < holder.to,
  );
  const last = members.at(-1);
  const from = last?.to ?? holder.valueFrom + 1;
  const to = holder.to - 1;
  const outer = indent.slice(step.length);
  const notes = text
    .slice(from, to)
    .trimEnd()
    .replace(/^(\s*),/, '$1');
  return { from, to, insert: `${last ? ',' : ''}${notes}\n${indent}${entry}\n${outer}` };
}

function withSelection(
  text: string,
  change: Omit<TextChange, 'select'>,
  name: OperationName,
): TextChange {
  const next = text.slice(0, change.from) + change.insert + text.slice(change.to);
  return { ...change, select: pathWithin(next, name) };
}

/** The letters of the operation's path, or its name where it has none. */
function pathWithin(text: string, name: OperationName): [number, number] {
  const path = placeOf(text, ['operations', name, 'path']);
  if (path?.kind === 'value') return [path.valueFrom + 1, path.to - 1];
  const entry = placeOf(text, ['operations', name]);
  return entry ? [entry.from, entry.from] : [0, 0];
}

function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}
