import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';

import { decrypt, encrypt } from './encryption.ts';
import { orNull } from './or-null.ts';

/** The keys with which a desk writes and reads. All of them are derived from one secret. */
export type MemberKeys = {
  /** The Ed25519 key by which others know the desk, base64url. */
  readonly key: string;
  /** The X25519 key for which others wrap the team's keys, base64url. */
  readonly sealingKey: string;
  /** The password of the desk's login at the database, in ASCII. */
  readonly password: string;
  /** An Ed25519 signature, 64 bytes. */
  sign(bytes: Uint8Array): Uint8Array;
  /** Opens what {@link wrapFor} wrapped for this desk; null for anything else. */
  unwrap(wrapped: string): Uint8Array | null;
};

type Curve = 'Ed25519' | 'X25519';

/** The keys of a secret of 32 random bytes. */
export function memberKeys(secret: Uint8Array): MemberKeys {
  if (secret.byteLength !== 32) throw new RangeError('a member’s secret has 32 bytes');
  const signing = privateKey('Ed25519', derived(secret, 'nostro signing key'));
  const opening = privateKey('X25519', derived(secret, 'nostro sealing key'));
  const sealingKey = publicText(createPublicKey(opening));
  return {
    key: publicText(createPublicKey(signing)),
    sealingKey,
    password: derived(secret, 'nostro database password').toString('base64url'),
    sign: (bytes) => sign(null, bytes, signing),
    unwrap: (wrapped) => unwrap(opening, sealingKey, wrapped),
  };
}

/** Does a signature belong to these bytes and this key? False also for a text that is no key. */
export function isSignedBy(key: string, bytes: Uint8Array, signature: Uint8Array): boolean {
  const author = authorKey(key);
  if (author === null) return false;
  if (signature.byteLength !== 64 || !isSafePoint(signature.subarray(0, 32))) return false;
  return verify(null, bytes, author, signature);
}

/** Keys that were read before; a team has few. Strangers' keys do not fill the memory. */
const authorKeys = new Map<string, KeyObject | null>();
const authorKeysMax = 1_000;

/** The key to verify with; null for a text that is no safe key. */
function authorKey(text: string): KeyObject | null {
  const known = authorKeys.get(text);
  if (known !== undefined) return known;
  const point = bytesIn(text);
  const key = point !== null && isSafePoint(point) ? publicKey('Ed25519', point) : null;
  if (authorKeys.size >= authorKeysMax) authorKeys.clear();
  authorKeys.set(text, key);
  return key;
}

/**
 * Encrypts a secret for the holder of an X25519 key: an ephemeral key, and AES-256-GCM under the key that both derive; base64url. Throws a
 * TypeError for a text that is no such key, and for a key of small order, with which anyone could open it.
 */
export function wrapFor(sealingKey: string, secret: Uint8Array): string {
  const receiver = bytesIn(sealingKey);
  const ephemeral = generateKeyPairSync('x25519');
  const sender = publicText(ephemeral.publicKey);
  const key = receiver && sharedKey(ephemeral.privateKey, receiver, { sender, sealingKey });
  if (key === null) throw new TypeError('the key to wrap for is not an X25519 key');
  return Buffer.concat([Buffer.from(sender, 'base64url'), encrypt(key, secret)]).toString(
    'base64url',
  );
}

function unwrap(opening: KeyObject, sealingKey: string, wrapped: string): Uint8Array | null {
  const bytes = bytesIn(wrapped);
  if (bytes === null) return null;
  const ephemeral = bytes.subarray(0, 32);
  const names = { sender: ephemeral.toString('base64url'), sealingKey };
  const key = sharedKey(opening, ephemeral, names);
  return key && decrypt(key, bytes.subarray(32));
}

/** Derives the shared key; both public keys go into it. Null for bytes that are no key, and for one of small order (OpenSSL refuses it). */
function sharedKey(
  own: KeyObject,
  other: Buffer,
  { sender, sealingKey }: { readonly sender: string; readonly sealingKey: string },
): Buffer | null {
  const secret = orNull(() =>
    diffieHellman({ privateKey: own, publicKey: publicKey('X25519', other) }),
  );
  if (secret === null) return null;
  return Buffer.from(hkdfSync('sha256', secret, '', `nostro wrap ${sender} ${sealingKey}`, 32));
}

const derived = (secret: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/** The beginning of PKCS #8 (RFC 8410); the 32 bytes of the key follow. */
const privateKeyHead: Readonly<Record<Curve, string>> = {
  Ed25519: '302e020100300506032b657004220420',
  X25519: '302e020100300506032b656e04220420',
};

const privateKey = (curve: Curve, seed: Uint8Array): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([Buffer.from(privateKeyHead[curve], 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  });

const publicText = (key: KeyObject): string => key.export({ format: 'jwk' }).x ?? '';

/** A key of 32 bytes. */
const publicKey = (curve: Curve, bytes: Buffer): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: curve, x: bytes.toString('base64url') },
    format: 'jwk',
  });

/** Decodes a text that is the one base64url text of its bytes; null for all others. */
function bytesIn(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : null;
}

const fieldPrime = 2n ** 255n - 19n;
const yOfOrder8 = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n;

/** The y of every point whose order divides 8. By such a key, signatures can be made without a private key. */
const smallOrder: ReadonlySet<bigint> = new Set([
  ...[0n, 1n, fieldPrime - 1n],
  ...[yOfOrder8, fieldPrime - yOfOrder8],
]);

/**
 * Is an Ed25519 point written in its one canonical form, and of large order? The highest bit is the sign of x. Some versions of OpenSSL
 * accept other points and some do not; all desks must agree on an act.
 */
function isSafePoint(point: Uint8Array): boolean {
  if (point.byteLength !== 32) return false;
  const y = BigInt.asUintN(255, BigInt(`0x${Buffer.from(point).reverse().toString('hex')}`));
  return y < fieldPrime && !smallOrder.has(y);
}
