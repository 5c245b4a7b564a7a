import { applyEdits, type Edit, type Node } from 'jsonc-parser';

import { placesIn, startOf, locateField } from './json-places.ts';
import { plainJson } from './json-text.ts';

/** The formatting of a JSON text. `newline` is null for a text on one line. */
type Style = {
  readonly newline: string | null;
  readonly step: string;
  readonly colon: string;
  readonly comma: string;
};

/** The longest value that is written on one line, including its indentation. */
const widthMax = 80;

/**
 * Returns the text with one field set. Order, indentation, line ends and comments of the rest are preserved. `field` has the form
 * `statement.pageSizeMax`; missing records along its path are created. The text must be JSON with a record at its root.
 */
export function withField(text: string, field: string, value: unknown): string {
  const style = styleOf(text);
  const { place, rest } = locateField(placesIn(text), field);
  if (rest.length === 0) return replaced(text, place, written(value, indentAt(text, place), style));
  const [key = '', ...deeper] = rest;
  const whole = deeper.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  if (place.type === 'object') return inserted(text, place, { key, value: whole }, style);
  // A record replaces a text or list at a place that needs one.
  const record = { [key]: whole };
  return replaced(text, place, written(record, indentAt(text, place), style));
}

const replaced = (text: string, { offset, length }: Node, content: string): string =>
  applyEdits(text, [{ offset, length, content }]);

type Member = { readonly key: string; readonly value: unknown };

function inserted(text: string, record: Node, member: Member, style: Style): string {
  const last = record.children?.at(-1);
  if (!last)
    return replaced(text, record, written(recordOf(member), indentAt(text, record), style));
  const indent = indentAt(text, last);
  const end = last.offset + last.length;
  const line = `${JSON.stringify(member.key)}${style.colon}${written(member.value, indent, style)}`;
  const isOnItsOwn = style.newline !== null && startsItsLine(text, last.offset);
  if (!isOnItsOwn) return applyEdits(text, [insertion(end, `${style.comma}${line}`)]);
  // A comment after the last member stays on its line.
  const rest = endOfNotes(text, end, record.offset + record.length);
  const below = `${style.newline}${indent}${line}`;
  return applyEdits(text, [insertion(end, ','), insertion(rest, below)]);
}

const insertion = (offset: number, content: string): Edit => ({ offset, length: 0, content });

const recordOf = ({ key, value }: Member): object => ({ [key]: value });

/** Returns the end of the member's line where only comments follow on it; else the end of the member. */
function endOfNotes(text: string, end: number, until: number): number {
  const lineEnd = /\r?\n/.exec(text.slice(end))?.index;
  if (lineEnd === undefined || end + lineEnd >= until) return end;
  return plainJson(text)
    .slice(end, end + lineEnd)
    .trim() === ''
    ? end + lineEnd
    : end;
}

/** Writes a value on one line where it fits, else one member per line. `indent` is that of its first line. */
function written(value: unknown, indent: string, style: Style): string {
  const line = onOneLine(value, style);
  const { newline, step } = style;
  const isShort = indent.length + line.length <= widthMax;
  if (newline === null || isShort || typeof value !== 'object' || value === null) return line;
  const isList = Array.isArray(value);
  const members = Object.entries(value).map(([key, inner]: [string, unknown]) => {
    const text = written(inner, indent + step, style);
    return `${indent}${step}${isList ? '' : JSON.stringify(key) + style.colon}${text}`;
  });
  const [open, close] = isList ? '[]' : '{}';
  return [open, members.join(`,${newline}`), `${indent}${close}`].join(newline);
}

function onOneLine(value: unknown, style: Style): string {
  if (Array.isArray(value))
    return `[${value.map((item) => onOneLine(item, style)).join(style.comma)}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([key, inner]) => `${JSON.stringify(key)}${style.colon}${onOneLine(inner, style)}`,
  );
  const blank = style.comma === ', ' && members.length > 0 ? ' ' : '';
  return `{${blank}${members.join(style.comma)}${blank}}`;
}

function styleOf(text: string): Style {
  const newline = /\r?\n/.exec(text.trim())?.[0] ?? null;
  const isTight = newline === null && !/[:,]\s/.test(text);
  return {
    newline,
    step: /\n([ \t]+)"/.exec(text)?.[1] ?? '  ',
    colon: isTight ? ':' : ': ',
    comma: isTight ? ',' : ', ',
  };
}

/** Returns the indentation of the line on which a place, or the member that holds it, begins. */
function indentAt(text: string, place: Node): string {
  const from = startOf(place);
  const line = text.slice(text.lastIndexOf('\n', from - 1) + 1, from);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

const startsItsLine = (text: string, from: number): boolean =>
  text.slice(text.lastIndexOf('\n', from - 1) + 1, from).trim() === '';
