import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** A password as it is stored: hashed, because it may be in use elsewhere. Hexadecimal. */
export const HashedPassword = z.strictObject({ salt: z.string(), hash: z.string() });
export type HashedPassword = z.output<typeof HashedPassword>;

const hashBytes = 32;

export function hashPassword(password: string): HashedPassword {
  const salt = randomBytes(16).toString('hex');
  return { salt, hash: hashOf(password, salt).toString('hex') };
}

export const isPassword = ({ salt, hash }: HashedPassword, typed: string): boolean =>
  timingSafeEqual(hashOf(typed, salt), Buffer.from(hash, 'hex'));

const hashOf = (password: string, salt: string): Buffer => scryptSync(password, salt, hashBytes);
