import { argon2, createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

import type { Credentials } from './credentials.ts';

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
const saltBytes = 16;
/** Memory in KiB: 64 MiB; about half a second on a desk machine. */
const cost = { parallelism: 1, tagLength: keyBytes, memory: 64 * 1024, passes: 3 };

/** A key under lock of the credentials; both texts are base64url and not secret. */
export type WrappedKey = { readonly salt: string; readonly wrapped: string };

export const newKey = (): Uint8Array => randomBytes(keyBytes);

/** Eight bytes, hex, by which a key is known again without telling anything of it. */
export const checkOf = (key: Uint8Array): string =>
  createHmac('sha256', key).update('nostro key check v1').digest('hex').slice(0, 16);

/** Locks a key with the credentials; `label` binds the result to its place. */
export async function wrapKey(
  key: Uint8Array,
  credentials: Credentials,
  label: string,
): Promise<WrappedKey> {
  const salt = randomBytes(saltBytes);
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', await keyFrom(credentials, salt), iv);
  cipher.setAAD(Buffer.from(label));
  const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
  const wrapped = Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  return { salt: salt.toString('base64url'), wrapped: wrapped.toString('base64url') };
}

/** Null when the credentials are others, or the wrapping is damaged: the cipher cannot tell which. */
async function unwrapKey(
  { salt, wrapped }: WrappedKey,
  credentials: Credentials,
  label: string,
): Promise<Uint8Array | null> {
  const bytes = Buffer.from(wrapped, 'base64url');
  if (bytes.length !== ivBytes + tagBytes + keyBytes) return null;
  const locked = await keyFrom(credentials, Buffer.from(salt, 'base64url'));
  const decipher = createDecipheriv('aes-256-gcm', locked, bytes.subarray(0, ivBytes));
  decipher.setAAD(Buffer.from(label));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
  } catch {
    return null;
  }
}

/** What a wrapped key is bound to: its profile and its own id. */
export const wrappingLabel = (profileId: string, keyId: string): string =>
  `nostro ${profileId} ${keyId}`;

/** A key under one or two locks, as while a password is being changed. */
type Wrappings = Partial<WrappedKey> & { readonly also?: WrappedKey };

/** The lock that the credentials open, and the key behind it; null when they open none. */
export async function openWrapping(
  { salt = '', wrapped = '', also }: Wrappings,
  credentials: Credentials,
  label: string,
): Promise<{ key: Uint8Array; by: WrappedKey } | null> {
  for (const by of [{ salt, wrapped }, ...(also ? [also] : [])]) {
    const key = await unwrapKey(by, credentials, label);
    if (key) return { key, by };
  }
  return null;
}

function keyFrom(credentials: Credentials, salt: Uint8Array): Promise<Buffer> {
  const message = Buffer.from(canonicalText(credentials));
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce: salt, ...cost }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

/** Is it a credential that never comes twice, by its name? A passcode and the like are passwords by another name. */
export const isOneTime = (name: string): boolean =>
  /otp|one.?time|(?<!(?:pass|pin|access|secret|key|user|client|customer|member|company|org|bank|branch|country)[ _-]?)code$/i.test(
    name,
  );

/** The same text whatever the order of the fields. One-time codes are left out: they never come twice. */
function canonicalText(credentials: Credentials): string {
  const fields = Object.entries(credentials).map(
    ([name, value]) => [name, value.normalize('NFC')] as const,
  );
  const lasting = fields.filter(([name]) => !isOneTime(name));
  const chosen = lasting.length > 0 ? lasting : fields;
  return JSON.stringify(chosen.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
