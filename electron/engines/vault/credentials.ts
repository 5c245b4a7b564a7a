import { readSecret, removeSecret, writeSecret } from './long-secret.ts';
import type { Keychain, KeychainAnswer, KeychainFailure } from './vault.ts';

/** The credentials that a person typed, by the names of the bank file. */
export type Credentials = Readonly<Record<string, string>>;

type CredentialsAnswer =
  | { readonly ok: true; readonly credentials: Credentials }
  | { readonly ok: false; readonly state: KeychainFailure };

type Place = { readonly keychain: Keychain; readonly profileId: string };

/** `door` identifies the endpoint of the credentials. They count as absent for another one. */
type DoorPlace = Place & { readonly door: string };

const accountOf = ({ profileId }: Place): string => `${profileId}:credentials`;

/** Saves the credentials of a profile in the keychain, for the endpoint that they were typed for. */
export function keepCredentials(
  place: DoorPlace,
  credentials: Credentials,
): Promise<KeychainAnswer> {
  return writeSecret(
    place.keychain,
    accountOf(place),
    JSON.stringify({ door: place.door, fields: credentials }),
  );
}

/** The remembered credentials of a profile; `absent` when none are stored, or only for another endpoint. */
export async function readCredentials(place: DoorPlace): Promise<CredentialsAnswer> {
  const answer = await readSecret(place.keychain, accountOf(place));
  if (!answer.ok) return answer;
  const stored = parseStored(answer.value);
  if (!stored) return { ok: false, state: 'corrupt' };
  return stored.door === place.door
    ? { ok: true, credentials: stored.fields }
    : { ok: false, state: 'absent' };
}

/** Removes the stored credentials of a profile. */
export function forgetCredentials(place: Place): Promise<KeychainAnswer> {
  return removeSecret(place.keychain, accountOf(place));
}

type Stored = { readonly door: string; readonly fields: Credentials };

function parseStored(text: string): Stored | null {
  try {
    const value: unknown = JSON.parse(text);
    return isStored(value) ? value : null;
  } catch {
    return null;
  }
}

function isStored(value: unknown): value is Stored {
  const { door, fields } = (value ?? {}) as Partial<Record<keyof Stored, unknown>>;
  return typeof door === 'string' && isCredentials(fields);
}

const isCredentials = (value: unknown): value is Credentials =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((part) => typeof part === 'string');
