import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { syncPath } from '../machine/durable.ts';
import type { WrappedKey } from './wrapping.ts';

/** `keyinfo.json`: the facts about the local copy's key that are not secret. */
export type KeyInfo = {
  readonly version: 1;
  /** Names the key in the keychain; 16 hex characters. */
  readonly keyId: string;
  readonly protectedBy: 'keychain' | 'credentials';
  /** Present with `credentials`; base64url. */
  readonly salt?: string;
  readonly wrapped?: string;
  /** The key derivation from the credentials; absent in files from before it was recorded. */
  readonly kdf?: string;
  /** The same key wrapped with other credentials. While a password is being changed, either may be valid. */
  readonly pending?: WrappedKey;
  /** Key check value: distinguishes a wrong key from a damaged file. */
  readonly check: string;
  readonly createdAt: Timestamp;
  readonly appVersion: string;
  /** The system and desktop that stored the key. */
  readonly backend: string;
};

export const keyInfoFileName = 'keyinfo.json';

/** `missing`: no such file. `damaged`: the file has nothing usable. Throws what the disk throws. */
export async function readKeyInfo(profileDir: string): Promise<KeyInfo | 'missing' | 'damaged'> {
  const text = await textIn(join(profileDir, keyInfoFileName));
  if (text === null) return 'missing';
  try {
    const value: unknown = JSON.parse(text);
    return isKeyInfo(value) ? value : 'damaged';
  } catch {
    return 'damaged';
  }
}

/**
 * Writes the file atomically, 0600, and syncs it before it takes effect.
 * Returns false when another process was first: its key counts.
 */
export async function publishKeyInfo(profileDir: string, info: KeyInfo): Promise<boolean> {
  await mkdir(profileDir, { recursive: true, mode: 0o700 });
  const target = join(profileDir, keyInfoFileName);
  const draft = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeDurably(draft, `${JSON.stringify(info, null, 2)}\n`);
    const isFirst = await claim(draft, target);
    syncPath(profileDir);
    return isFirst;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Replaces the file atomically and syncs it before it takes effect. A crash leaves the old text or the new one. */
export async function replaceKeyInfo(profileDir: string, info: KeyInfo): Promise<void> {
  const target = join(profileDir, keyInfoFileName);
  const draft = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await writeDurably(draft, `${JSON.stringify(info, null, 2)}\n`);
    await rename(draft, target);
    syncPath(profileDir);
  } finally {
    await rm(draft, { force: true });
  }
}

export async function removeKeyInfo(profileDir: string): Promise<void> {
  await rm(join(profileDir, keyInfoFileName), { force: true });
}

async function textIn(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Puts the file in place with a link, which never replaces an existing one; uses a rename where links are not supported. */
async function claim(draft: string, target: string): Promise<boolean> {
  try {
    await link(draft, target);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if ((await textIn(target)) !== null) return false;
    await rename(draft, target);
    return true;
  }
}

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

function isWrapping(value: unknown): boolean {
  const { salt, wrapped, kdf } = (value ?? {}) as Record<keyof WrappedKey, unknown>;
  const isStated = kdf === undefined || typeof kdf === 'string';
  return isStated && typeof salt === 'string' && typeof wrapped === 'string';
}

function isKeyInfo(value: unknown): value is KeyInfo {
  if (typeof value !== 'object' || value === null) return false;
  const { version, keyId, protectedBy, check, pending, createdAt, backend } = value as Record<
    keyof KeyInfo,
    unknown
  >;
  const isWrapped = isWrapping(value) && (pending === undefined || isWrapping(pending));
  return (
    version === 1 &&
    typeof keyId === 'string' &&
    /^[0-9a-f]{16}$/.test(keyId) &&
    (protectedBy === 'keychain' || (protectedBy === 'credentials' && isWrapped)) &&
    typeof check === 'string' &&
    /^[0-9a-f]{16}$/.test(check) &&
    typeof createdAt === 'string' &&
    typeof backend === 'string'
  );
}
