import { JsonNumber } from '../../../../shared/json/exact-json.ts';

/** A JSON Pointer of RFC 6901, such as `/data/0/id`; the empty text is the whole answer. */
export type JsonPointer = string;

/** Why a text is not a JSON Pointer, with the fix; undefined when it is one. */
export function pointerProblem(text: string): string | undefined {
  if (text !== '' && !text.startsWith('/'))
    return plainName.test(text) ? `must start with a slash: “/${text}”` : 'must start with a slash';
  if (/~(?![01])/.test(text)) return 'writes a tilde as ~0 and a slash inside a name as ~1';
  return undefined;
}

/** Input that a message may repeat: short, and clearly a place. */
const plainName = /^[\w/~.-]{1,60}$/;

/** Returns the value at the pointer in a parsed answer; undefined when there is none. Only own properties count. */
export function readPointer(value: unknown, pointer: JsonPointer): unknown {
  return pointerTokens(pointer).reduce(child, value);
}

/** The names along the path; none for the whole answer. */
export const pointerTokens = (pointer: JsonPointer): string[] =>
  pointer === '' ? [] : pointer.slice(1).split('/').map(unescaped);

const unescaped = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

function child(value: unknown, token: string): unknown {
  if (Array.isArray(value))
    return /^(0|[1-9]\d*)$/.test(token) ? (value[Number(token)] as unknown) : undefined;
  return isRecord(value) && Object.hasOwn(value, token) ? value[token] : undefined;
}

/** A JSON object: not an array, not null, not a {@link JsonNumber}. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof JsonNumber)
  );
}
