import type { Json } from './act.ts';
import { orNull } from './or-null.ts';

/** The deepest nesting of lists and objects. It is fixed: the stack has another limit on each desk, and all desks must agree. */
const depthMax = 64;

/**
 * The canonical JSON text of a value (RFC 8785): members in the order of their names' UTF-16 units, no spaces. Throws a TypeError for a
 * number that is not a safe whole number, for text with half a surrogate pair, for a member `__proto__`, and for more than 64 levels.
 */
export const canonicalJson = (value: Json): string => textOf(value, 0);

function textOf(value: Json, depth: number): string {
  if (typeof value === 'number') return wholeNumber(value);
  if (typeof value === 'string') return quoted(value);
  if (value === null || typeof value === 'boolean') return JSON.stringify(value);
  if (depth === depthMax) throw new TypeError('the value has too many levels');
  if (isList(value)) return `[${value.map((item) => textOf(item, depth + 1)).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .map((name) => `${nameText(name)}:${textOf(value[name] ?? null, depth + 1)}`);
  return `{${members.join(',')}}`;
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

function wholeNumber(value: number): string {
  if (!Number.isSafeInteger(value) || Object.is(value, -0))
    throw new TypeError('the number is not a safe whole number');
  return String(value);
}

function quoted(value: string): string {
  if (!value.isWellFormed()) throw new TypeError('the text has half a surrogate pair');
  return JSON.stringify(value);
}

/** Refuses `__proto__`: an object copied member by member would get another prototype by this name. */
function nameText(name: string): string {
  if (name === '__proto__') throw new TypeError('the value has a member __proto__');
  return quoted(name);
}

/** Returns the value of bytes that are canonical JSON to the last byte; null for all others. */
export const parseCanonical = (bytes: Uint8Array): Json | null =>
  orNull(() => {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value = JSON.parse(text) as Json;
    return canonicalJson(value) === text ? value : null;
  });
