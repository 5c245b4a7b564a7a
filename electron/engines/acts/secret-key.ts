import { createSecretKey, type KeyObject } from 'node:crypto';

const keys = new WeakMap<Uint8Array, KeyObject>();

/**
 * The key of 32 bytes that never change, as node:crypto takes it without a copy. With the bytes themselves, each call costs about
 * 10 µs more, and an act that is read needs several.
 */
export function secretKeyOf(bytes: Uint8Array): KeyObject {
  const known = keys.get(bytes);
  if (known !== undefined) return known;
  const key = createSecretKey(bytes);
  keys.set(bytes, key);
  return key;
}
