import { createScanner, getLocation, visit, type JSONPath } from 'jsonc-parser';

/** The place of one member or element in a JSON text, which may be broken and hold comments. Offsets count UTF-16 units from 0. */
export type JsonPlace = {
  /** Names and indexes from the outside in; empty for the text as a whole. */
  readonly path: readonly string[];
  /** Where its name begins; in a list and at the root, where the value begins. */
  readonly from: number;
  readonly valueFrom: number;
  /** The offset after the value; the end of the text where it is not closed. */
  readonly to: number;
  readonly kind: 'object' | 'array' | 'value';
  /** False for a record or list whose end is missing. */
  readonly isClosed: boolean;
};

/** Far deeper than a bank file, and far from where a recursive reader overflows its stack. */
const depthMax = 64;

/** Counts open brackets as a reader of broken texts does: a bracket that closes another kind closes nothing. */
export function isTooDeep(text: string): boolean {
  const scanner = createScanner(text, true);
  const closing: string[] = [];
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const token = text.slice(scanner.getTokenOffset(), scanner.getPosition());
    if (token === '{') closing.push('}');
    else if (token === '[') closing.push(']');
    else if (token === closing.at(-1)) closing.pop();
    if (closing.length > depthMax) return true;
  }
  return false;
}

/**
 * Every place of a JSON text, outer before inner, in its order. A text that is still being written is read as far as it goes;
 * a text that nests too deeply has no places.
 */
export function jsonPlaces(text: string): readonly JsonPlace[] {
  const places: JsonPlace[] = [];
  if (isTooDeep(text)) return places;
  const open: number[] = [];
  let nameFrom: number | null = null;

  const put = (kind: JsonPlace['kind'], path: JSONPath, valueFrom: number, to: number): number => {
    const from = nameFrom ?? valueFrom;
    nameFrom = null;
    const isClosed = kind === 'value';
    return places.push({ path: path.map(String), from, valueFrom, to, kind, isClosed }) - 1;
  };
  const close = (offset: number, length: number): void => {
    const at = open.pop() ?? 0;
    const place = places[at];
    // The missing end of an unclosed text has no length.
    if (place && length > 0) places[at] = { ...place, to: offset + length, isClosed: true };
  };

  visit(text, {
    onObjectProperty: (_name, offset) => {
      nameFrom = offset;
    },
    onObjectBegin: (offset, _length, _line, _column, path) => {
      open.push(put('object', path(), offset, text.length));
    },
    onArrayBegin: (offset, _length, _line, _column, path) => {
      open.push(put('array', path(), offset, text.length));
    },
    onLiteralValue: (_value, offset, length, _line, _column, path) => {
      put('value', path(), offset, offset + length);
    },
    onObjectEnd: close,
    onArrayEnd: close,
  });
  return places;
}

/** The path at an offset: of the field there, or of the record or list around it. */
export function pathAt(text: string, offset: number): readonly string[] {
  if (isTooDeep(text)) return [];
  const path = getLocation(text, offset).path.map(String);
  // A name that is not written yet is empty.
  return path.at(-1) === '' ? path.slice(0, -1) : path;
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
