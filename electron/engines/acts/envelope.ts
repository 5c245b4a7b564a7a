import type { Envelope, Json, JsonObject } from './act.ts';
import { parseCanonical } from './canonical.ts';

type Check = (value: Json | undefined) => boolean;

const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

const isCount: Check = (value) => typeof value === 'number' && value >= 0;

const isDigest = matches(/^[0-9a-f]{64}$/);

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isHead: Check = (value) =>
  isObject(value) &&
  Object.keys(value).length === 2 &&
  isCount(value['n']) &&
  isDigest(value['digest']);

/** A check for every member of an envelope; no other member is allowed. */
const members: Readonly<Record<keyof Envelope, Check>> = {
  v: (value) => value === 1,
  team: isDigest,
  key: matches(/^[A-Za-z0-9_-]{43}$/),
  seq: (value) => isCount(value) && value !== 0,
  prev: isDigest,
  kind: matches(/^[a-z][a-z-]{0,39}$/),
  epoch: (value) => isCount(value) && value !== 0,
  seen: isHead,
  of: (value) => value === undefined || isObject(value),
  body: isDigest,
  cipher: isDigest,
  must: (value) => value === undefined || value === true,
};

/** Reads an envelope from bytes that are its canonical JSON to the last byte; null for all others. */
export function envelopeIn(bytes: Uint8Array): Envelope | null {
  const value = parseCanonical(bytes);
  if (!isObject(value)) return null;
  const isEnvelope =
    Object.keys(value).every((name) => Object.hasOwn(members, name)) &&
    Object.entries(members).every(([name, check]) => check(value[name]));
  return isEnvelope ? (value as unknown as Envelope) : null;
}
