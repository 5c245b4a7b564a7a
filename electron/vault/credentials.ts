import type { Keychain, KeychainAnswer, KeychainFailure } from './vault.ts';

/** What a person typed to sign in, by the names of the bank file. */
export type Credentials = Readonly<Record<string, string>>;

type CredentialsAnswer =
  | { readonly ok: true; readonly credentials: Credentials }
  | { readonly ok: false; readonly state: KeychainFailure };

type Place = { readonly keychain: Keychain; readonly profileId: string };

const accountOf = ({ profileId }: Place): string => `${profileId}:credentials`;

/** Keeps the credentials of a profile in the keychain. */
export function keepCredentials(place: Place, credentials: Credentials): Promise<KeychainAnswer> {
  return place.keychain.write(accountOf(place), JSON.stringify(credentials));
}

/** The remembered credentials of a profile; `absent` when none were kept. */
export async function readCredentials(place: Place): Promise<CredentialsAnswer> {
  const answer = await place.keychain.read(accountOf(place));
  if (!answer.ok) return answer;
  const credentials = parseCredentials(answer.value);
  return credentials ? { ok: true, credentials } : { ok: false, state: 'corrupt' };
}

/** Forgets them. */
export function forgetCredentials(place: Place): Promise<KeychainAnswer> {
  return place.keychain.remove(accountOf(place));
}

function parseCredentials(text: string): Credentials | null {
  try {
    const value: unknown = JSON.parse(text);
    return isCredentials(value) ? value : null;
  } catch {
    return null;
  }
}

const isCredentials = (value: unknown): value is Credentials =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((part) => typeof part === 'string');
