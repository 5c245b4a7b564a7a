import { createHash } from 'node:crypto';

import { DeskFault } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import type { Keychain, KeychainAnswer } from './vault.ts';

/** A keychain stores about 2,000 bytes per entry. A client certificate with its key has three times that. */
const wholeBytesMax = 1_400;
const partLetters = 1_400;
const partsMax = 48;

const headPattern = /^parts\.(\d{1,2})\.([0-9a-f]{64})$/;
const partOf = (account: string, part: number): string => `${account}:${String(part)}`;
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Stores a long text: in one entry where it fits, else in parts with their digest. Throws `input.invalid` for one that is far too long. */
export async function writeSecret(
  keychain: Keychain,
  account: string,
  value: string,
): Promise<KeychainAnswer> {
  await removeParts(keychain, account);
  if (Buffer.byteLength(value) <= wholeBytesMax) return keychain.write(account, value);
  const text = Buffer.from(value, 'utf8').toString('base64');
  const parts = text.match(new RegExp(`.{1,${String(partLetters)}}`, 'g')) ?? [];
  if (parts.length > partsMax)
    throw new DeskFault(
      'input.invalid',
      `This is too long for a keychain: at most ${String(limits.certificateFileBytesMax)} bytes are kept.`,
    );
  for (const [part, piece] of parts.entries()) {
    const saved = await keychain.write(partOf(account, part), piece);
    if (!saved.ok) return saved;
  }
  return keychain.write(account, `parts.${String(parts.length)}.${digestOf(text)}`);
}

/** Reads the stored text; `corrupt` where a part is missing or changed. */
export async function readSecret(keychain: Keychain, account: string): Promise<KeychainAnswer> {
  const head = await keychain.read(account);
  const [, count, digest] = (head.ok ? headPattern.exec(head.value) : null) ?? [];
  if (!head.ok || count === undefined) return head;
  const pieces: string[] = [];
  for (let part = 0; part < Number(count); part += 1) {
    const piece = await keychain.read(partOf(account, part));
    if (!piece.ok) return piece.state === 'absent' ? { ok: false, state: 'corrupt' } : piece;
    pieces.push(piece.value);
  }
  const text = pieces.join('');
  return digestOf(text) === digest
    ? { ok: true, value: Buffer.from(text, 'base64').toString('utf8') }
    : { ok: false, state: 'corrupt' };
}

export async function removeSecret(keychain: Keychain, account: string): Promise<KeychainAnswer> {
  await removeParts(keychain, account);
  return keychain.remove(account);
}

/** Removes the parts that the head lists. Without a readable head no parts are known. */
async function removeParts(keychain: Keychain, account: string): Promise<void> {
  const head = await keychain.read(account);
  const count = head.ok ? Number(headPattern.exec(head.value)?.[1] ?? 0) : 0;
  for (let part = 0; part < count; part += 1) await keychain.remove(partOf(account, part));
}
