import type { Credentials } from './credentials.ts';
import { codeOf, readKeyInfo, replaceKeyInfo, type KeyInfo } from './key-info.ts';
import { openWrapping, wrapKey, wrappingLabel, type WrappedKey } from './wrapping.ts';

type Place = { readonly profileDir: string; readonly profileId: string };

/**
 * Wraps the local copy's key with new credentials in addition to the present ones. Must be done before they are changed at the
 * bank, so that neither a crash nor a lost answer locks the data. Does nothing where the key is in the keychain. Returns false
 * when the present credentials do not open it. Throws what the disk throws.
 */
export async function addWrapping(
  place: Place,
  now: Credentials | null,
  next: Credentials | null,
): Promise<boolean> {
  const info = await wrappedInfo(place);
  if (!info) return true;
  if (!now || !next) return false;
  const label = wrappingLabel(place.profileId, info.keyId);
  const opened = await openWrapping(info, now, label);
  if (!opened) return false;
  const pending = await wrapKey(opened.key, next, label);
  await replaceKeyInfo(place.profileDir, { ...lockedBy(info, opened.by), pending });
  return true;
}

/** Removes the other wrapping, so that only these credentials, which the bank accepts, open the local copy. */
export async function keepWrappingOf(place: Place, credentials: Credentials): Promise<void> {
  const info = await wrappedInfo(place);
  if (!info?.pending) return;
  const label = wrappingLabel(place.profileId, info.keyId);
  const opened = await openWrapping(info, credentials, label);
  if (!opened) return;
  const { pending, ...rest } = lockedBy(info, opened.by);
  await replaceKeyInfo(place.profileDir, rest);
}

type Opened = {
  readonly key: Uint8Array;
  readonly by: WrappedKey;
  readonly credentials: Credentials;
};

/**
 * Replaces the wrapping that was just opened by a new one for the same credentials. If the disk fails or another process
 * has written the file, the old one stays, and the next opening tries again.
 */
export async function lockAnew(place: Place, info: KeyInfo, opened: Opened): Promise<void> {
  const { key, by, credentials } = opened;
  const fresh = await wrapKey(key, credentials, wrappingLabel(place.profileId, info.keyId));
  const isSecond = info.pending?.wrapped === by.wrapped;
  const next = isSecond ? { ...info, pending: fresh } : lockedBy(info, fresh);
  try {
    if (JSON.stringify(await readKeyInfo(place.profileDir)) !== JSON.stringify(info)) return;
    await replaceKeyInfo(place.profileDir, next);
  } catch (cause) {
    if (!/^E[A-Z]+$/.test(codeOf(cause))) throw cause;
  }
}

/** Returns the key info with another first wrapping, without any field of the old one, its `kdf` included. */
function lockedBy(info: KeyInfo, lock: WrappedKey): KeyInfo {
  const { salt, wrapped, kdf, ...rest } = info;
  return { ...rest, ...lock };
}

async function wrappedInfo({ profileDir }: Place): Promise<KeyInfo | null> {
  const info = await readKeyInfo(profileDir);
  return typeof info === 'object' && info.protectedBy === 'credentials' ? info : null;
}
