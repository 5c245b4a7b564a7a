import { createHash } from 'node:crypto';

import type { SealedAct } from './act.ts';

export const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** SHA-256 of an envelope, hexadecimal. */
export const envelopeDigest = (envelope: Uint8Array): string => sha256(envelope).toString('hex');

/** The digest of the record after this act, hexadecimal. `before` is the digest before the act. */
export const digestAfter = (before: string, { envelope, signature }: SealedAct): string =>
  sha256(Buffer.from(before, 'hex'), sha256(envelope), signature).toString('hex');
