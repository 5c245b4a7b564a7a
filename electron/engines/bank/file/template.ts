import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { isRecord } from '../json/pointer.ts';

/**
 * What a bank file writes for a request: any JSON, in whose texts `{x}` stands for the text of x,
 * and a whole text `{x:number}` for x as an exact JSON number.
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

/** What is left out of an object or list because its optional value was not given. */
const absent = Symbol('absent');

/** The names between the braces, in order, each once. */
export function templateNames(template: Template): string[] {
  if (typeof template === 'string')
    return [...new Set([...template.matchAll(placeholder)].map((match) => match[1] ?? ''))];
  if (typeof template !== 'object' || template === null) return [];
  return [...new Set(Object.values(template).flatMap((part: Template) => templateNames(part)))];
}

/** Why a template's text cannot be filled, with the fix; undefined when it can. */
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
 * Fills a template. What names a missing value is left out; at the very top it becomes undefined.
 * A value that cannot be written is noted in `problems` by its name.
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

/** A record or a list goes in as it is; everything else as text. */
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
