import { signInDoorOf } from '../../engines/bank/session/sign-in-endpoint.ts';
import type { Keychain } from '../../engines/vault/vault.ts';
import type { Profile } from './profiles.ts';

/** Where the credentials of a profile are stored, for the sign-in that its bank file names now. */
export const credentialsPlace = (
  { bankFile, folder }: Profile,
  keychain: Keychain,
): { keychain: Keychain; profileId: string; door: string } => ({
  keychain,
  profileId: folder.profileId,
  door: signInDoorOf(bankFile),
});
