import { createHmac, randomBytes } from 'node:crypto';

import { secretKeyOf } from './secret-key.ts';

/** The keys that the members of a team share. The database does not have them. */
export type TeamKeys = {
  /** Makes the keyed digests that the server compares; 32 bytes that never change. */
  readonly names: Uint8Array;
  /** Encrypt the bodies of acts: 32 bytes each, the key of epoch n at n - 1. */
  readonly epochs: readonly Uint8Array[];
};

const keyBytes = 32;

export const newTeamKeys = (): TeamKeys => ({
  names: randomBytes(keyBytes),
  epochs: [randomBytes(keyBytes)],
});

export const withNextEpoch = ({ names, epochs }: TeamKeys): TeamKeys => ({
  names,
  epochs: [...epochs, randomBytes(keyBytes)],
});

/** All keys as bytes, to be wrapped for a member. */
export const packTeamKeys = ({ names, epochs }: TeamKeys): Uint8Array =>
  Buffer.concat([names, ...epochs]);

/** Null for bytes that are no keys. */
export function unpackTeamKeys(bytes: Uint8Array): TeamKeys | null {
  const count = bytes.byteLength / keyBytes;
  if (!Number.isInteger(count) || count < 2) return null;
  const [names, ...epochs] = Array.from({ length: count }, (_, at) =>
    Uint8Array.from(bytes.subarray(at * keyBytes, (at + 1) * keyBytes)),
  );
  return names ? { names, epochs } : null;
}

/** The keyed digest of a text, base64url. Equal for equal texts of one purpose. Without the key it cannot be read or guessed. */
export const nameOf = (
  { names }: Pick<TeamKeys, 'names'>,
  of: 'reference' | 'likeness' | 'payload' | 'subject' | 'tally',
  text: string,
): string => createHmac('sha256', secretKeyOf(names)).update(`${of}\n${text}`).digest('base64url');
