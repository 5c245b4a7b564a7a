import { createSecretKey, type KeyObject } from 'node:crypto';

const keys = new WeakMap<Uint8Array, KeyObject>();

/**
 * Returns the cached `KeyObject` of 32 bytes that never change. With the bytes themselves, each call of node:crypto costs about 10 µs
 * more, and an act that is read needs several.
 */
export function secretKeyOf(bytes: Uint8Array): KeyObject {
  const known = keys.get(bytes);
  if (known !== undefined) return known;
  const key = createSecretKey(bytes);
  keys.set(bytes, key);
  return key;
}
