import { createHash } from 'node:crypto';

import { DeskFault } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';

/**
 * Encodes a value for storage: `v1.<base64url>.<8 hex of sha256>`, one line of plain letters.
 * Keychains cut at a NUL, fail on newlines and limit the length. The checksum reveals a damaged entry.
 */
export function seal(value: string): string {
  const sealed = `v1.${Buffer.from(value, 'utf8').toString('base64url')}.${checksumOf(value)}`;
  if (sealed.length > limits.secretBytesMax || !value.isWellFormed())
    throw new DeskFault(
      'input.invalid',
      `This is too long for a keychain, which keeps ${String(limits.secretBytesMax)} bytes.`,
    );
  return sealed;
}

/** Returns the value inside a sealed text; null when the text is damaged or was not sealed. */
export function unseal(sealed: string): string | null {
  const [, encoded, checksum] = /^v1\.([A-Za-z0-9_-]*)\.([0-9a-f]{8})$/.exec(sealed) ?? [];
  if (encoded === undefined) return null;
  const value = Buffer.from(encoded, 'base64url').toString('utf8');
  return checksumOf(value) === checksum ? value : null;
}

const checksumOf = (value: string): string =>
  createHash('sha256').update(value, 'utf8').digest('hex').slice(0, 8);
