import { JsonNumber } from '../../../../shared/json/exact-json.ts';
import { isRecord, type JsonPointer } from '../json/pointer.ts';

/** The places in a sign-in answer whose values look like parts of a grant, the most likely first. Never the values. */
export type GrantPlaces = {
  readonly token: readonly JsonPointer[];
  readonly refreshToken: readonly JsonPointer[];
  readonly expiresIn: readonly JsonPointer[];
};

export const noGrantPlaces: GrantPlaces = { token: [], refreshToken: [], expiresIn: [] };

const depthMax = 6;
const placesMax = 8;

const refreshName = /refresh|renew/i;
/** Name patterns of a token, the most certain first. */
const tokenNames = [/access.?token|jwt|bearer|^token$/i, /token|session|ticket/i, /key|^auth|id$/i];
const lifeName = /expires?.?in|^(ttl|lifetime|life|validity|max.?age)(.?(seconds|sec|s))?$/i;
/** Texts that a header accepts and that are longer than ordinary words or identifiers. */
const opaque = /^[\x21-\x7e]{16,16384}$/;
const seconds = /^[1-9]\d{0,8}$/;

/** Searches an answer to a sign-in. */
export function grantPlacesIn(answer: unknown): GrantPlaces {
  const leaves = [...leavesOf(answer, '', 0)];
  const texts = leaves.filter(({ value }) => typeof value === 'string' && opaque.test(value));
  const tokens = texts.filter(({ name }) => !refreshName.test(name));
  return {
    token: placesOf(tokens.toSorted((a, b) => rankOf(a) - rankOf(b))),
    refreshToken: placesOf(texts.filter(({ name }) => refreshName.test(name))),
    expiresIn: placesOf(leaves.filter((leaf) => isLife(leaf))),
  };
}

type Leaf = { readonly pointer: JsonPointer; readonly name: string; readonly value: unknown };

function* leavesOf(value: unknown, pointer: JsonPointer, depth: number): Generator<Leaf> {
  if (isRecord(value) && depth < depthMax) {
    for (const [name, inner] of Object.entries(value))
      if (isRecord(inner)) yield* leavesOf(inner, childOf(pointer, name), depth + 1);
      else yield { pointer: childOf(pointer, name), name, value: inner };
    return;
  }
  // The answer may be the bare token.
  if (depth === 0) yield { pointer: '', name: 'token', value };
}

const childOf = (pointer: JsonPointer, name: string): JsonPointer =>
  `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

function rankOf({ name, value }: Leaf): number {
  const byName = tokenNames.findIndex((pattern) => pattern.test(name));
  const isJwt = typeof value === 'string' && value.startsWith('eyJ');
  return (byName === -1 ? tokenNames.length : byName) * 2 + (isJwt ? 0 : 1);
}

function isLife({ name, value }: Leaf): boolean {
  const text = value instanceof JsonNumber ? value.source : value;
  return lifeName.test(name) && typeof text === 'string' && seconds.test(text);
}

const placesOf = (leaves: readonly Leaf[]): JsonPointer[] =>
  leaves.slice(0, placesMax).map(({ pointer }) => pointer);
