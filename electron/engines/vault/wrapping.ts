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

/** How the credentials are stretched into a lock, by the parameters stored with it. */
const newestKdf = 'scrypt N=32768 r=8 p=3';
/** 32 MiB; about a third of a second on a desk machine. Every Node and Electron has it. */
const scryptCost = { N: 32_768, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
/** Of a sign-in that everybody can read in the sources: stretching would protect nothing and delay every start. */
const publicKdf = 'hkdf-sha256 of a public sign-in';
/** Of locks that state nothing: made before scrypt was. Memory in KiB. */
const argon2Cost = { parallelism: 1, tagLength: keyBytes, memory: 64 * 1024, passes: 3 };

/** A key under lock of the credentials; the texts are base64url and not secret. */
export type WrappedKey = {
  readonly salt: string;
  readonly wrapped: string;
  /** How the credentials became the lock. Absent: argon2id. */
  readonly kdf?: string;
};

export const newKey = (): Uint8Array => randomBytes(keyBytes);

/** Eight bytes, hex, by which a key is recognized without revealing it. */
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

/** The credentials alone decide, never a file: what is not public is always stretched. */
const kdfFor = (credentials: Credentials): string =>
  isPublic(credentials) ? publicKdf : newestKdf;

const isPublic = (credentials: Credentials): boolean =>
  canonicalText(credentials) === canonicalText(sandboxSignIn);

/** Was the lock made as new ones are for these credentials? */
export const isNewest = ({ kdf }: WrappedKey, credentials: Credentials): boolean =>
  kdf === kdfFor(credentials);

/** Null when the credentials are others, or the wrapping is damaged: the cipher cannot distinguish the two. */
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

/** What a wrapped key is bound to: its profile and its own id. */
export const wrappingLabel = (profileId: string, keyId: string): string =>
  `nostro ${profileId} ${keyId}`;

/** A key under one or two locks, as while a password is being changed. */
type Wrappings = Partial<WrappedKey> & { readonly pending?: WrappedKey };

/**
 * The lock that the credentials open, and the key behind it; null when they open none. Throws `store.newer-than-app` or
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

/** Not in every Node, and in no Electron: a named import would end the whole program there. */
const { argon2 } = crypto as Partial<Pick<typeof crypto, 'argon2'>>;

/** Why this program cannot try a lock, whatever the credentials; null when it can. */
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

/** Is it a credential that never comes twice, by its name? A passcode and the like are passwords by another name. */
export const isOneTime = (name: string): boolean =>
  /otp|one.?time|(?<!(?:pass|pin|access|secret|key|user|client|customer|member|company|org|bank|branch|country)[ _-]?)code$/i.test(
    name,
  );

/** Is it a part of a client certificate? With a colon in its name it is nothing that was typed. */
const isReplaced = (name: string): boolean => name.startsWith('tls:');

/**
 * The same text whatever the order of the fields. One-time codes are left out, as they never come twice, and so is a client
 * certificate, which is replaced every other year; where nothing else is asked for it is all there is.
 */
function canonicalText(credentials: Credentials): string {
  const fields = Object.entries(credentials).map(
    ([name, value]) => [name, value.normalize('NFC')] as const,
  );
  const lasting = fields.filter(([name]) => !isOneTime(name) && !isReplaced(name));
  const chosen = lasting.length > 0 ? lasting : fields;
  return JSON.stringify(chosen.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
