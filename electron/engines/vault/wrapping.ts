import crypto, {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
} from 'node:crypto';

import { DeskFault } from '../../../shared/errors.ts';
import { sandboxSignIn } from '../../../shared/sandbox-sign-in.ts';
import type { Credentials } from './credentials.ts';

const keyBytes = 32;
const ivBytes = 12;
const tagBytes = 16;
const saltBytes = 16;

/** The key derivation for new wrappings, as stored with them. */
const newestKdf = 'scrypt N=32768 r=8 p=3';
/** 32 MiB, about a third of a second on a desktop machine. Every Node and Electron supports it. */
const scryptCost = { N: 32_768, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
/** The derivation for a sign-in that is public in the sources: stretching would protect nothing and delay every start. */
const publicKdf = 'hkdf-sha256 of a public sign-in';
/** The parameters of wrappings without a `kdf`, which were made before scrypt was used. Memory in KiB. */
const argon2Cost = { parallelism: 1, tagLength: keyBytes, memory: 64 * 1024, passes: 3 };

/** A key wrapped with the credentials. The texts are base64url and not secret. */
export type WrappedKey = {
  readonly salt: string;
  readonly wrapped: string;
  /** The key derivation from the credentials. Absent: argon2id. */
  readonly kdf?: string;
};

export const newKey = (): Uint8Array => randomBytes(keyBytes);

/** Returns the check value of a key: eight bytes, hex, that identify it without revealing it. */
export const checkOf = (key: Uint8Array): string =>
  createHmac('sha256', key).update('nostro key check v1').digest('hex').slice(0, 16);

/** Wraps a key with the credentials. `label` binds the result to its place. */
export async function wrapKey(
  key: Uint8Array,
  credentials: Credentials,
  label: string,
): Promise<WrappedKey> {
  const salt = randomBytes(saltBytes);
  const iv = randomBytes(ivBytes);
  const kdf = kdfFor(credentials);
  const locked = await lockBy(kdf, credentials, salt);
  const cipher = createCipheriv('aes-256-gcm', locked, iv);
  cipher.setAAD(Buffer.from(label));
  const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
  const wrapped = Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  return {
    salt: salt.toString('base64url'),
    wrapped: wrapped.toString('base64url'),
    kdf,
  };
}

/** Chooses the derivation by the credentials alone, never by a file: credentials that are not public are always stretched. */
const kdfFor = (credentials: Credentials): string =>
  isPublic(credentials) ? publicKdf : newestKdf;

const isPublic = (credentials: Credentials): boolean =>
  canonicalText(credentials) === canonicalText(sandboxSignIn);

/** Does the wrapping use the derivation that a new one would use for these credentials? */
export const isNewest = ({ kdf }: WrappedKey, credentials: Credentials): boolean =>
  kdf === kdfFor(credentials);

/** Unwraps a key. Null for other credentials or a damaged wrapping: the cipher cannot distinguish the two. */
async function unwrapKey(
  { salt, wrapped, kdf }: WrappedKey,
  credentials: Credentials,
  label: string,
): Promise<Uint8Array | null> {
  const bytes = Buffer.from(wrapped, 'base64url');
  if (bytes.length !== ivBytes + tagBytes + keyBytes) return null;
  // A wrapping marked as public must not be a shortcut to try other credentials quickly.
  if (kdf === publicKdf && !isPublic(credentials)) return null;
  const locked = await lockBy(kdf, credentials, Buffer.from(salt, 'base64url'));
  const decipher = createDecipheriv('aes-256-gcm', locked, bytes.subarray(0, ivBytes));
  decipher.setAAD(Buffer.from(label));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
  } catch {
    return null;
  }
}

/** Returns the label that binds a wrapped key to its profile and its own id. */
export const wrappingLabel = (profileId: string, keyId: string): string =>
  `nostro ${profileId} ${keyId}`;

/** One or two wrappings of a key. There are two while a password is being changed. */
type Wrappings = Partial<WrappedKey> & { readonly pending?: WrappedKey };

/**
 * Returns the wrapping that the credentials open, and its key; null when they open none. Throws `store.newer-than-app` or
 * `vault.old-lock` when none opened and one could not be tried here.
 */
export async function openWrapping(
  { salt = '', wrapped = '', kdf, pending }: Wrappings,
  credentials: Credentials,
  label: string,
): Promise<{ key: Uint8Array; by: WrappedKey } | null> {
  const locks = [
    { salt, wrapped, ...(kdf === undefined ? {} : { kdf }) },
    ...(pending ? [pending] : []),
  ];
  for (const by of locks.filter((lock) => untriable(lock) === null)) {
    const key = await unwrapKey(by, credentials, label);
    if (key) return { key, by };
  }
  const problem = locks.map(untriable).find((found) => found !== null);
  if (problem) throw new DeskFault(problem);
  return null;
}

/** Missing in some versions of Node and in Electron, where a named import would end the whole program. */
const { argon2 } = crypto as Partial<Pick<typeof crypto, 'argon2'>>;

/** Returns why this program cannot try a wrapping with any credentials; null when it can. */
function untriable(lock: WrappedKey): 'store.newer-than-app' | 'vault.old-lock' | null {
  if (lock.kdf === undefined) return argon2 ? null : 'vault.old-lock';
  return lock.kdf === newestKdf || lock.kdf === publicKdf ? null : 'store.newer-than-app';
}

function lockBy(
  kdf: string | undefined,
  credentials: Credentials,
  salt: Uint8Array,
): Promise<Buffer> {
  if (kdf === undefined) return stretchedAsBefore(credentials, salt);
  if (kdf === newestKdf) return stretched(credentials, salt);
  const lock = hkdfSync('sha256', canonicalText(credentials), salt, publicKdf, keyBytes);
  return Promise.resolve(Buffer.from(lock));
}

function stretched(credentials: Credentials, salt: Uint8Array): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  scrypt(canonicalText(credentials), salt, keyBytes, scryptCost, (error, key) => {
    if (error) reject(error);
    else resolve(key);
  });
  return promise;
}

function stretchedAsBefore(credentials: Credentials, salt: Uint8Array): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const message = Buffer.from(canonicalText(credentials));
  argon2?.('argon2id', { message, nonce: salt, ...argon2Cost }, (error, key) => {
    if (error) reject(error);
    else resolve(key);
  });
  return promise;
}

/** Is the credential, by its name, a one-time code? A passcode and the like are passwords by another name. */
export const isOneTime = (name: string): boolean =>
  /otp|one.?time|(?<!(?:pass|pin|access|secret|key|user|client|customer|member|company|org|bank|branch|country)[ _-]?)code$/i.test(
    name,
  );

/** Is it a part of a client certificate? Typed credentials have no colon in their names. */
const isReplaced = (name: string): boolean => name.startsWith('tls:');

/**
 * Returns the same text for any order of the fields. Leaves out one-time codes, which never repeat, and a client certificate, which
 * is replaced every other year. Where there are no other fields, these are used.
 */
function canonicalText(credentials: Credentials): string {
  const fields = Object.entries(credentials).map(
    ([name, value]) => [name, value.normalize('NFC')] as const,
  );
  const lasting = fields.filter(([name]) => !isOneTime(name) && !isReplaced(name));
  const chosen = lasting.length > 0 ? lasting : fields;
  return JSON.stringify(chosen.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
