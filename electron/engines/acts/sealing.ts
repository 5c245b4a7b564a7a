import { randomBytes } from 'node:crypto';

import type { Json, JsonObject } from './act.ts';
import { canonicalJson, parseCanonical } from './canonical.ts';
import { sha256 } from './chain.ts';
import { decrypt, encrypt } from './encryption.ts';

/** A content in encrypted form, with the digests that the envelope names: of the opened text, and of the encrypted bytes. */
export type SealedBody = {
  readonly body: Uint8Array;
  readonly digest: string;
  readonly cipher: string;
};

/** 16 bytes in base64url. */
const saltText = /^[A-Za-z0-9_-]{21}[AQgw]$/;

/** Encrypts a content. A salt keeps its digest from being guessed. Throws a TypeError for a content with a salt of its own. */
export function sealBody(key: Uint8Array, content: JsonObject): SealedBody {
  if (Object.hasOwn(content, 'salt')) throw new TypeError('a content has no member salt');
  const salt = randomBytes(16).toString('base64url');
  const opened = Buffer.from(canonicalJson({ ...content, salt }));
  const body = encrypt(key, opened);
  return { body, digest: sha256(opened).toString('hex'), cipher: sha256(body).toString('hex') };
}

/** The text of an encrypted content, whose SHA-256 the envelope names; null where the key does not open it. */
export const openedText = (key: Uint8Array, body: Uint8Array): string | null =>
  decrypt(key, body)?.toString('utf8') ?? null;

/** The content and the digest of its text; null where the key does not open it, or where it has no salt of 16 bytes. */
export function openBody(
  key: Uint8Array,
  body: Uint8Array,
): { readonly content: JsonObject; readonly digest: string } | null {
  const opened = decrypt(key, body);
  const value: Json = opened && parseCanonical(opened);
  if (opened === null || value === null || typeof value !== 'object' || Array.isArray(value))
    return null;
  const { salt, ...content } = value as JsonObject;
  return typeof salt === 'string' && saltText.test(salt)
    ? { content, digest: sha256(opened).toString('hex') }
    : null;
}
