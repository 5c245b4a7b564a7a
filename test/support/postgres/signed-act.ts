import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** The bytes of an act as the functions of the record take them. */
export type Act = {
  readonly envelope: Buffer;
  readonly signature: Buffer;
  readonly body: Buffer;
};

/** An Ed25519 key: its public part as base64url, and the secret that signs. */
export type ActKeys = { readonly key: string; readonly secret: KeyObject };

export type ActDraft = {
  readonly kind: string;
  readonly seq: number;
  readonly seen: { readonly n: number; readonly digest: string };
  readonly of?: object | undefined;
};

export function actKeys(): ActKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { key: publicKey.export({ format: 'jwk' }).x ?? '', secret: privateKey };
}

export const zeros = '0'.repeat(64);

export const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Canonical JSON (RFC 8785) of values with whole numbers only. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`);
  return `{${members.join(',')}}`;
}

/** Makes an act whose body is random bytes, as a sealed one looks to the server. `changes` replace members of the envelope. */
export function signedAct({ key, secret }: ActKeys, draft: ActDraft, changes: object = {}): Act {
  const body = randomBytes(100);
  const cipher = sha256(body).toString('hex');
  const fixed = { v: 1, team: zeros, prev: zeros, epoch: 1, body: zeros };
  const envelope = Buffer.from(canonical({ ...fixed, ...draft, key, cipher, ...changes }));
  return { envelope, signature: sign(null, envelope, secret), body };
}
