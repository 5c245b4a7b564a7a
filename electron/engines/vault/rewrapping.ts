import type { Credentials } from './credentials.ts';
import { codeOf, readKeyInfo, replaceKeyInfo, type KeyInfo } from './key-info.ts';
import { openWrapping, wrapKey, wrappingLabel, type WrappedKey } from './wrapping.ts';

type Place = { readonly profileDir: string; readonly profileId: string };

/**
 * Lets the local copy open with new credentials as well as with those that hold now: to be done before they are changed
 * at the bank, so that no crash and no lost answer locks the data out. Nothing is done where the key lies in the
 * keychain. False when the credentials that hold now do not open it. Throws what the disk throws.
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

/** Lets it open with these credentials only: they are the ones that the bank takes. */
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
 * Puts a new lock in the place of the one that was just opened, for the same credentials. Where the disk does not take it,
 * or somebody else wrote the file meanwhile, the old one stays, and the next opening tries again.
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

/** The file with another first lock, and nothing left of the one before: not even how that was made. */
function lockedBy(info: KeyInfo, lock: WrappedKey): KeyInfo {
  const { salt, wrapped, kdf, ...rest } = info;
  return { ...rest, ...lock };
}

async function wrappedInfo({ profileDir }: Place): Promise<KeyInfo | null> {
  const info = await readKeyInfo(profileDir);
  return typeof info === 'object' && info.protectedBy === 'credentials' ? info : null;
}
