import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { isRecord } from '../json/pointer.ts';

/**
 * A bank file's template for a request: any JSON. In its texts, `{x}` is replaced with the text of x.
 * A whole text `{x:number}` becomes x as an exact JSON number.
 */
export type Template =
  | string
  | number
  | boolean
  | null
  | readonly Template[]
  | { readonly [field: string]: Template };

/** Finds a value by the name between the braces; undefined when there is none. */
export type Lookup = (name: string) => unknown;

const placeholder = /\{([A-Za-z_][\w.-]*)(?::(\w+))?\}/g;
const whole = /^\{([A-Za-z_][\w.-]*)(?::(\w+))?\}$/;
const numberPattern = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Marks a part to leave out of an object or list because its optional value was not given. */
const absent = Symbol('absent');

/** Returns the names between braces, in order, without duplicates. */
export function templateNames(template: Template): string[] {
  if (typeof template === 'string')
    return [...new Set([...template.matchAll(placeholder)].map((match) => match[1] ?? ''))];
  if (typeof template !== 'object' || template === null) return [];
  return [...new Set(Object.values(template).flatMap((part: Template) => templateNames(part)))];
}

/** Returns why a template's text cannot be filled, with the fix; undefined when it can. */
export function templateProblem(text: string): string | undefined {
  for (const [match, , kind] of text.matchAll(placeholder)) {
    if (kind !== undefined && kind !== 'number')
      return `${match}: only {name} and {name:number} are known`;
    if (kind === 'number' && match !== text) return `${match} must stand alone in its text`;
  }
  return /[{}]/.test(text.replace(placeholder, ''))
    ? 'has a brace that does not belong to a {name}'
    : undefined;
}

/**
 * Fills a template. A part whose value is missing is left out; at the top level the result is undefined.
 * A value that cannot be written is recorded in `problems` under its name.
 */
export function fillTemplate(
  template: Template,
  lookup: Lookup,
  problems: Record<string, string>,
): unknown {
  const filled = fill(template, lookup, problems);
  return filled === absent ? undefined : filled;
}

function fill(template: Template, lookup: Lookup, problems: Record<string, string>): unknown {
  if (typeof template === 'string') return fillText(template, lookup, problems);
  if (typeof template !== 'object' || template === null) return template;
  if (Array.isArray(template))
    return template
      .map((part: Template) => fill(part, lookup, problems))
      .filter((part) => part !== absent);
  return Object.fromEntries(
    Object.entries(template)
      .map(([field, part]) => [field, fill(part, lookup, problems)] as const)
      .filter(([, part]) => part !== absent),
  );
}

function fillText(text: string, lookup: Lookup, problems: Record<string, string>): unknown {
  const alone = whole.exec(text);
  if (alone?.[1] !== undefined)
    return alone[2] === 'number'
      ? numberOf(alone[1], lookup, problems)
      : valueOf(alone[1], lookup, problems);
  if (templateNames(text).some((name) => isMissing(lookup(name)))) return absent;
  return text.replace(placeholder, (_match, name: string) => {
    const value = lookup(name);
    if (isRecord(value) || Array.isArray(value)) problems[name] = 'must be a text here';
    return textOf(value);
  });
}

const isMissing = (value: unknown): boolean => value === undefined || value === null;

/** Returns a record or list unchanged, and any other value as text. */
function valueOf(name: string, lookup: Lookup, problems: Record<string, string>): unknown {
  const value = lookup(name);
  if (isMissing(value)) return absent;
  if (isRecord(value) || Array.isArray(value)) return value;
  if (typeof value === 'symbol' || typeof value === 'function') problems[name] = 'must be a text';
  return textOf(value);
}

function numberOf(name: string, lookup: Lookup, problems: Record<string, string>): unknown {
  const value = lookup(name);
  if (isMissing(value)) return absent;
  const text = textOf(value);
  if (numberPattern.test(text)) return new JsonNumber(text);
  problems[name] = 'must be a number';
  return absent;
}

const textOf = (value: unknown): string =>
  value instanceof JsonNumber
    ? value.source
    : typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';
