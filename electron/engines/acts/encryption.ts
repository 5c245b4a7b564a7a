import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import { orNull } from './or-null.ts';
import { secretKeyOf } from './secret-key.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM: nonce, encrypted bytes, tag. */
export function encrypt(key: Uint8Array, plain: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', secretKeyOf(key), nonce);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** The plain bytes; null where they were not encrypted with this key, or were changed. */
export function decrypt(key: Uint8Array, bytes: Uint8Array): Buffer | null {
  if (bytes.byteLength < nonceBytes + tagBytes) return null;
  const end = bytes.byteLength - tagBytes;
  const decipher = createDecipheriv('aes-256-gcm', secretKeyOf(key), bytes.subarray(0, nonceBytes));
  decipher.setAuthTag(bytes.subarray(end));
  return orNull(() =>
    Buffer.concat([decipher.update(bytes.subarray(nonceBytes, end)), decipher.final()]),
  );
}
