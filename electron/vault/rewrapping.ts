import type { Credentials } from './credentials.ts';
import { readKeyInfo, replaceKeyInfo, type KeyInfo } from './key-info.ts';
import { openWrapping, wrapKey, wrappingLabel } from './wrapping.ts';

type Place = { readonly profileDir: string; readonly profileId: string };

/**
 * Lets the local copy open with new credentials as well as with those that hold now: to be done before they are changed
 * at the bank, so that no crash and no lost answer locks the data out. Nothing is done where the key lies in the
 * keychain. False when the credentials that hold now do not open it. Throws what the disk throws.
 */
export async function wrapAlsoFor(
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
  const also = await wrapKey(opened.key, next, label);
  await replaceKeyInfo(place.profileDir, { ...info, ...opened.by, also });
  return true;
}

/** Lets it open with these credentials only: they are the ones that the bank takes. */
export async function keepWrappingOf(place: Place, credentials: Credentials): Promise<void> {
  const info = await wrappedInfo(place);
  if (!info?.also) return;
  const label = wrappingLabel(place.profileId, info.keyId);
  const opened = await openWrapping(info, credentials, label);
  if (!opened) return;
  const { also, ...rest } = info;
  await replaceKeyInfo(place.profileDir, { ...rest, ...opened.by });
}

async function wrappedInfo({ profileDir }: Place): Promise<KeyInfo | null> {
  const info = await readKeyInfo(profileDir);
  return typeof info === 'object' && info.protectedBy === 'credentials' ? info : null;
}
