import { fail, type AppError, type Outcome } from '../../../shared/errors.ts';
import { ok } from '../../../shared/result.ts';
import type { BankClient } from '../../engines/bank/client.ts';
import { withNewPassword } from '../../engines/bank/session/session.ts';
import type { Context } from '../../engines/machine/context.ts';
import {
  forgetCredentials,
  keepCredentials,
  readCredentials,
  type Credentials,
} from '../../engines/vault/credentials.ts';
import { keepWrappingOf, addWrapping } from '../../engines/vault/rewrapping.ts';
import type { Keychain } from '../../engines/vault/vault.ts';
import { credentialsPlace } from '../profiles/credentials-place.ts';
import type { Profile } from '../profiles/profiles.ts';

export type PasswordChange = { readonly currentPassword: string; readonly newPassword: string };

type PasswordParts = {
  readonly bank: BankClient;
  readonly profile: Profile;
  readonly keychain: Keychain;
  /** The credentials with which the local copy was opened, where its key is wrapped under them; else null. */
  readonly typed: Credentials | null;
};

/** The state after a change that the bank confirmed. */
type Changed = {
  /** The bank's own words. */
  readonly message: string;
  /** The credentials that are valid now, where the old ones were known. */
  readonly typed: Credentials | null;
  /** Whether the stored credentials are the new ones. Null where none were stored. */
  readonly remembered: boolean | null;
};

/**
 * Changes the password at the bank, once. Where the local copy opens by the credentials, old and new ones open it before a byte is sent.
 * Once the bank has refused, only the old ones do. So a lost answer locks no one out. `session.password-unsure` when it is unknown which of
 * them the bank accepts.
 */
export async function changePassword(
  parts: PasswordParts,
  change: PasswordChange,
  context: Context,
): Promise<Outcome<Changed>> {
  const { bank, profile } = parts;
  // The sandbox's copy opens by the public sign-in, which is always valid there.
  const typed = profile.bankFile.builtIn ? null : parts.typed;
  const { currentPassword, newPassword } = change;
  const wrong = problemOf(change, typed);
  if (wrong) return fail('input.invalid', context.correlationId, { fields: wrong });
  const next = typed && withNewPassword(typed, currentPassword, newPassword);
  const place = copyPlace(profile);
  const needsKey = !profile.bankFile.builtIn && bank.isOpen('resetPassword');
  if (needsKey && !(await addWrapping(place, typed, next)))
    return fail('vault.key-lost', context.correlationId, { message: copyStaysClosed });
  const answer = await bank.call('resetPassword', { body: change }, context);
  if (!answer.ok) {
    if (typed && isSure(answer.error)) await keepWrappingOf(place, typed);
    return answer;
  }
  bank.session.passwordChanged(currentPassword, newPassword);
  if (next) await keepWrappingOf(place, next);
  const { message } = answer.value;
  return ok({ message, typed: next, remembered: await rememberNew(parts, change) });
}

/** Where the key of a profile's local copy is stored. */
export const copyPlace = ({ folder }: Profile): { profileDir: string; profileId: string } => ({
  profileDir: folder.folder,
  profileId: folder.profileId,
});

const copyStaysClosed =
  'The local copy does not open by these credentials, so the new password would not open it either. Nothing was sent.';

function problemOf(
  { currentPassword, newPassword }: PasswordChange,
  typed: Credentials | null,
): Record<string, string> | null {
  if (newPassword === currentPassword)
    return { newPassword: 'must differ from the current password' };
  return typed && !Object.values(typed).includes(currentPassword)
    ? { currentPassword: 'is not the password of this sign-in' }
    : null;
}

/** Whether the error means that the old password is still valid. */
const isSure = ({ code }: AppError): boolean => code !== 'session.password-unsure';

/** Stores the new password in the keychain. If that fails, the old one is removed, since the bank would refuse it. */
async function rememberNew(
  { keychain, profile }: PasswordParts,
  { currentPassword, newPassword }: PasswordChange,
): Promise<boolean | null> {
  const place = credentialsPlace(profile, keychain);
  const stored = await readCredentials(place);
  if (!stored.ok) return null;
  const next = withNewPassword(stored.credentials, currentPassword, newPassword);
  if ((await keepCredentials(place, next)).ok) return true;
  await forgetCredentials(place);
  return false;
}
