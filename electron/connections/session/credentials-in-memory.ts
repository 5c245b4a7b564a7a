import type { Timestamp } from '../../../shared/calendar/calendar.ts';
import { certificatePassphrase } from '../../../shared/certificate-passphrase.ts';
import type { Outcome } from '../../../shared/errors.ts';
import type { ChosenCertificate, KeychainState } from '../../../shared/ipc/desk/desk.ts';
import { ok } from '../../../shared/result.ts';
import { sandboxSignIn } from '../../../shared/sandbox-sign-in.ts';
import type { BankClient } from '../../engines/bank/client.ts';
import { signInDoorOf } from '../../engines/bank/session/sign-in-endpoint.ts';
import type { Context } from '../../engines/machine/context.ts';
import { credentialsPlace } from '../profiles/credentials-place.ts';
import type { Profile } from '../profiles/profiles.ts';
import {
  forgetCredentials,
  keepCredentials,
  readCredentials,
  type Credentials,
} from '../../engines/vault/credentials.ts';
import { forgetDatabaseKey } from '../../engines/vault/database-key.ts';
import { keepWrappingOf, addWrapping } from '../../engines/vault/rewrapping.ts';
import type { Keychain } from '../../engines/vault/vault.ts';
import { isOneTime } from '../../engines/vault/wrapping.ts';
import { readCertificateFile, type CertificateParts } from './certificate-file.ts';
import { changePassword, copyPlace, type PasswordChange } from './password.ts';

/** The credentials that open the local copy, and whether they may also sign in. */
export type Held = { readonly credentials: Credentials; readonly maySignIn: boolean };

/** The credentials of the chosen bank: as typed, and as stored in the keychain. */
export class HeldCredentials {
  readonly #keychain: Keychain;
  #keychainState: KeychainState = 'ready';
  #isRemembered = false;
  /** The credentials with which the local copy was opened, where its key is wrapped under them. */
  #typed: Credentials | null = null;

  /** The client certificate from the chosen files, for the next sign-in. */
  #chosen: CertificateParts = {};

  constructor(keychain: Keychain) {
    this.#keychain = keychain;
  }

  /** Takes a file of a client certificate, in addition to an earlier one that had only half of it. */
  choose(path: string, context: Context): Outcome<ChosenCertificate> {
    const read = readCertificateFile(path, this.#chosen, context);
    if (!read.ok) return read;
    this.#chosen = read.value.parts;
    return ok(read.value.chosen);
  }

  /** The typed credentials with the client certificate: the one just chosen, else the stored one. */
  async withCertificate(profile: Profile, typed: Credentials): Promise<Credentials> {
    if (!profile.bankFile.auth.clientCertificate) return typed;
    const hasChosen = Object.keys(this.#chosen).length > 0;
    const parts = hasChosen ? this.#chosen : await this.#rememberedCertificate(profile);
    // From the page, only the passphrase of the certificate is accepted.
    const fromPage = Object.entries(typed).filter(
      ([name]) => !name.startsWith('tls:') || name === certificatePassphrase,
    );
    return { ...parts, ...Object.fromEntries(fromPage.filter(([, value]) => value !== '')) };
  }

  async #rememberedCertificate(profile: Profile): Promise<Credentials> {
    const stored = (await this.storedFor(profile)) ?? this.#typed ?? {};
    return Object.fromEntries(Object.entries(stored).filter(([name]) => name.startsWith('tls:')));
  }

  /** The state of the keychain at the last try. */
  get keychainState(): KeychainState {
    return this.#keychainState;
  }

  /** Whether the credentials of the last sign-in are in the keychain. */
  get isRemembered(): boolean {
    return this.#isRemembered;
  }

  get typed(): Credentials | null {
    return this.#typed;
  }

  async tryKeychain(): Promise<void> {
    this.#keychainState = await this.#keychain.probe();
  }

  /** Records that the local copy was opened; null where its key is in the keychain. */
  opened(typed: Credentials | null): void {
    this.#typed = typed;
  }

  drop(): void {
    this.#typed = null;
    this.#chosen = {};
  }

  noBank(): void {
    this.#isRemembered = false;
  }

  async storedFor(profile: Profile): Promise<Credentials | null> {
    if (profile.bankFile.builtIn) return sandboxSignIn;
    const stored = await readCredentials(credentialsPlace(profile, this.#keychain));
    this.#isRemembered = stored.ok;
    return stored.ok ? stored.credentials : null;
  }

  /** The typed credentials open the same bank's local copy again, and sign in at the same address unless one is one-time. */
  stillHeldFor(
    next: Profile,
    open: { readonly profile: Profile; readonly signedInAt: Timestamp | null } | null,
  ): Held | undefined {
    if (!open || !this.#typed || open.profile.folder.profileId !== next.folder.profileId)
      return undefined;
    const isSameDoor = signInDoorOf(open.profile.bankFile) === signInDoorOf(next.bankFile);
    const comesTwice = !Object.keys(this.#typed).some(isOneTime);
    return {
      credentials: this.#typed,
      maySignIn: isSameDoor && comesTwice && open.signedInAt !== null,
    };
  }

  async remember(profile: Profile, credentials: Credentials): Promise<void> {
    if (profile.bankFile.builtIn || this.#keychainState !== 'ready') return;
    const place = credentialsPlace(profile, this.#keychain);
    const stored = await keepCredentials(place, credentials);
    this.#isRemembered = stored.ok;
  }

  async forgetRemembered(profile: Profile): Promise<void> {
    if (!this.#isRemembered) return;
    await forgetCredentials(credentialsPlace(profile, this.#keychain));
    this.#isRemembered = false;
  }

  /** Wraps the key under credentials that the bank accepted. Where the local copy opens by credentials, only these open it from now on. */
  async wrapFor(profile: Profile, credentials: Credentials): Promise<void> {
    if (!this.#typed || profile.bankFile.builtIn) return;
    const place = copyPlace(profile);
    const isOther = JSON.stringify(this.#typed) !== JSON.stringify(credentials);
    if (isOther) await addWrapping(place, this.#typed, credentials);
    await keepWrappingOf(place, credentials);
    this.#typed = credentials;
  }

  /** Changes the signed-in user's password at the bank, in the keychain and, where the local copy opens by it, there too. */
  async changePassword(
    { bank, profile }: { readonly bank: BankClient; readonly profile: Profile },
    change: PasswordChange,
    context: Context,
  ): Promise<Outcome<unknown>> {
    const parts = { bank, profile, keychain: this.#keychain, typed: this.#typed };
    const changed = await changePassword(parts, change, context);
    if (!changed.ok) return changed;
    this.#typed &&= changed.value.typed ?? this.#typed;
    this.#isRemembered = changed.value.remembered ?? this.#isRemembered;
    return changed;
  }

  /** Removes from the keychain all that opens this bank or its local copy. */
  async forget(profile: Profile): Promise<void> {
    await forgetCredentials(credentialsPlace(profile, this.#keychain));
    await forgetDatabaseKey({ ...copyPlace(profile), keychain: this.#keychain });
  }
}
