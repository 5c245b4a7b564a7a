import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** A password as it is kept: somebody may have tried the sandbox with one that counts elsewhere. Hexadecimal. */
export const KeptPassword = z.strictObject({ salt: z.string(), hash: z.string() });
export type KeptPassword = z.output<typeof KeptPassword>;

const hashBytes = 32;

export function keptPassword(password: string): KeptPassword {
  const salt = randomBytes(16).toString('hex');
  return { salt, hash: hashOf(password, salt).toString('hex') };
}

export const isPassword = ({ salt, hash }: KeptPassword, typed: string): boolean =>
  timingSafeEqual(hashOf(typed, salt), Buffer.from(hash, 'hex'));

const hashOf = (password: string, salt: string): Buffer => scryptSync(password, salt, hashBytes);
