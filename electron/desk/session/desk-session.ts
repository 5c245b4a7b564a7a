import { appError, fail, type AppError, type Outcome } from '../../../shared/errors.ts';
import type { Appearance } from '../../../shared/ipc/desk/appearance.ts';
import type { DeskState } from '../../../shared/ipc/desk/desk.ts';
import { ok } from '../../../shared/result.ts';
import { parseBankFile, profileIdOf, type BankFile } from '../../engines/bank/file/bank-file.ts';
import { Witnesses } from '../../connections/local-copy/continuity/witnesses.ts';
import { setCopyAside } from '../../connections/local-copy/local-copy.ts';
import type { Context } from '../../engines/machine/context.ts';
import { OneByOne } from '../../engines/machine/one-by-one.ts';
import { bankFileToSave } from '../../connections/profiles/bank-file-to-save.ts';
import { keepChoice, readChoice } from '../../connections/profiles/choice.ts';
import {
  keepProfile,
  knownProfile,
  removeProfile,
  restoreLastGood,
  sandboxProfileId,
  type Profile,
} from '../../connections/profiles/profiles.ts';
import { HeldCredentials } from '../../connections/session/credentials-in-memory.ts';
import type { KeySettings } from '../../connections/session/key-settings.ts';
import { connectQuestion, forgetQuestion } from '../../connections/session/questions.ts';
import { clearAbandoned } from '../../connections/local-copy/backup/restoring-folder.ts';
import { BankEntry } from './bank-entry.ts';
import { DeskStatus } from './desk-status.ts';
import { deskFaultOf } from './open-copy.ts';
import { restoreBackup } from './restoring.ts';
import type { SessionParts, SessionPorts } from './session-parts.ts';
import { SigningIn } from './signing-in.ts';

/** The chosen bank and its local copy: opens, locks, leaves, saves and forgets banks, one operation at a time. */
export class DeskSession {
  readonly #ports: SessionPorts;
  readonly #parts: SessionParts;
  readonly #status: DeskStatus;
  readonly #held: HeldCredentials;
  readonly #verbs = new OneByOne();
  readonly #entry: BankEntry;
  readonly signing: SigningIn;
  /** The open bank. Throws `session.required` when none is open. */
  readonly open: DeskStatus['openBank'];

  constructor(ports: SessionPorts) {
    this.#ports = ports;
    this.#held = new HeldCredentials(ports.keychain);
    this.#status = new DeskStatus(ports, this.#held);
    this.open = this.#status.openBank;
    this.#parts = { ports, status: this.#status, held: this.#held, verbs: this.#verbs };
    this.signing = new SigningIn(this.#parts);
    this.#entry = new BankEntry(this.#parts, this.signing);
  }

  get profile(): Profile | null {
    return this.#status.profile;
  }

  get state(): DeskState {
    return this.#status.state;
  }

  /** Announces the keys that the window listens to. */
  setKeys(keys: KeySettings): void {
    this.#status.setKeys(keys);
  }

  toured(): void {
    this.#status.toured();
  }

  look(appearance: Appearance): void {
    this.#status.look(appearance);
  }

  /** Whether something on its way to the bank must end before the desk is locked. */
  get isSending(): boolean {
    return this.#status.open?.isSending ?? false;
  }

  /**
   * Opens the bank that was open last, if any. Its local copy is readable at once, and the sign-in follows. An unusable data folder, as on
   * a full disk, leaves the desk at its first screen, which shows the problem.
   */
  start(context: Context): Promise<Outcome<DeskState>> {
    return this.#verbs.run(async () => {
      const opened = await this.#openChosen(context).catch((cause: unknown) =>
        this.#welcome(deskFaultOf(cause, context)),
      );
      // Without a bank, nothing else clears abandoned restores.
      clearAbandoned(this.#ports.dataDir, this.#ports.clock.now());
      // Tried after the opening, so that the local copy does not wait for this call to the keychain.
      const tried = this.#held.tryKeychain().then(() => this.#status.announceState());
      return this.#status.phase === 'open' ? opened : tried;
    });
  }

  openSandbox(context: Context): Promise<Outcome<DeskState>> {
    return this.#verbs.run(() => this.#entry.enterSandbox(context));
  }

  /** Connects a bank by its file. Fails with `declined` when its address is new to this machine and the person answered no. */
  async connectBank(bankFile: string, context: Context): Promise<Outcome<DeskState>> {
    const { correlationId } = context;
    const parsed = parseBankFile(bankFile);
    if (!parsed.ok) return fail('bank-file.invalid', correlationId, parsed.error);
    if (!(await this.#mayMeet(parsed.value))) return fail('declined', correlationId);
    return this.#verbs.run(async () => {
      const saved = keepProfile(this.#ports.dataDir, bankFile);
      if (!saved.ok) return fail('bank-file.invalid', correlationId, saved.error);
      return this.#entry.enter(saved.value, context);
    });
  }

  /** Closes the open bank and opens a known one. If its file cannot be read, nothing changes. */
  openBank(profileId: string, context: Context): Promise<Outcome<DeskState>> {
    // A sign-in without an answer must not delay the other bank.
    if (this.#mayLeaveFor(profileId)) this.#status.open?.letGo();
    return this.#verbs.run(() => this.#entry.enterKnown(profileId, context));
  }

  /** The same for a bank with an unreadable file, with its last readable text. */
  restoreBankFile(profileId: string, context: Context): Promise<Outcome<DeskState>> {
    return this.#verbs.run(() => {
      const { dataDir, clock } = this.#ports;
      restoreLastGood(dataDir, profileId, clock);
      return this.#entry.enterKnown(profileId, context);
    });
  }

  /**
   * Saves the text of the open bank's file and opens it again. As with {@link connectBank}, another address or environment becomes a
   * separate bank. Where the sign-in address changed, the credentials are asked for again.
   */
  async saveBankFile(text: string, context: Context): Promise<Outcome<DeskState>> {
    const { dataDir } = this.#ports;
    const { correlationId } = context;
    const check = (): Outcome<BankFile> =>
      bankFileToSave({ dataDir, open: this.#status.profile, text }, context);
    const checked = check();
    if (!checked.ok) return checked;
    if (!(await this.#mayMeet(checked.value))) return fail('declined', correlationId);
    return this.#verbs.run(async () => {
      const allowed = check();
      if (!allowed.ok) return allowed;
      const saved = keepProfile(dataDir, text);
      if (!saved.ok) return fail('bank-file.invalid', correlationId, saved.error);
      const held = this.#held.stillHeldFor(saved.value, this.#status.open);
      return this.#entry.enter(saved.value, context, 'sign in soon', { held });
    });
  }

  leaveBank(): Promise<Outcome<DeskState>> {
    return this.#verbs.run(async () => {
      await this.signing.leave();
      keepChoice(this.#ports.dataDir, null);
      return this.#welcome(null);
    });
  }

  lock(by: NonNullable<DeskState['lockedBy']> = 'person'): Promise<Outcome<DeskState>> {
    return this.#verbs.run(async () => {
      if (!this.#status.profile || this.#status.phase === 'locked')
        return this.#status.announceState();
      await this.signing.leave();
      this.#status.lock(by);
      return this.#status.announceState();
    });
  }

  restoreBackup(
    backup: { path: string; passphrase: string },
    context: Context,
  ): Promise<Outcome<DeskState>> {
    const parts = { ...this.#parts, entry: this.#entry, signing: this.signing };
    return restoreBackup(parts, backup, context);
  }

  /** Opens the chosen bank again, after a lock or a failure. */
  reopen(context: Context): Promise<Outcome<DeskState>> {
    return this.#verbs.run(async () => {
      await this.#held.tryKeychain();
      const { profile } = this.#status;
      if (!profile) return this.#status.announceState();
      if (profile.bankFile.builtIn) return this.#entry.enterSandbox(context);
      return this.#entry.enter(profile, context);
    });
  }

  /** Closes the open bank and opens it again with the same credentials, after it founded, joined or left a team. */
  openAgain(context: Context): Promise<Outcome<DeskState>> {
    return this.#verbs.run(async () => {
      const { profile, open } = this.#status;
      if (!profile || !open) return this.#status.announceState();
      const held = this.#held.stillHeldFor(profile, open);
      return this.#entry.enter(profile, context, 'sign in soon', { held });
    });
  }

  setAsideAndStartFresh(context: Context): Promise<Outcome<DeskState>> {
    return this.#verbs.run(async () => {
      const { profile } = this.#status;
      if (!profile || this.#status.phase !== 'blocked') return this.#status.announceState();
      setCopyAside(profile.folder, this.#ports.clock);
      return this.#entry.enter(profile, context);
    });
  }

  async forgetBank(confirmation: string, context: Context): Promise<Outcome<DeskState>> {
    const { profile } = this.#status;
    if (!profile) return this.#status.announceState();
    const { bankFile, folder } = profile;
    if (confirmation.trim() !== bankFile.name.trim())
      return fail('input.invalid', context.correlationId, {
        fields: { confirmation: 'type the bank’s name exactly' },
      });
    if (!bankFile.builtIn && !(await this.#ports.confirm(forgetQuestion(bankFile))))
      return fail('declined', context.correlationId);
    return this.#verbs.run(async () => {
      // The person was asked about this bank and no other.
      if (this.#status.profile?.folder.profileId !== folder.profileId)
        return this.#status.announceState();
      await this.signing.leave();
      await this.#forget(profile);
      return this.#welcome(null);
    });
  }

  close(): Promise<unknown> {
    this.signing.close();
    return this.#verbs.run(async () => {
      await this.signing.leave();
      await this.#entry.closeSandbox();
      return ok(null);
    });
  }

  async #openChosen(context: Context): Promise<Outcome<DeskState>> {
    const choice = readChoice(this.#ports.dataDir);
    if (choice?.profileId === sandboxProfileId)
      return this.#entry.enterSandbox(context, 'sign in later');
    const known = choice && knownProfile(this.#ports.dataDir, choice.profileId);
    if (!known) return this.#status.announceState();
    if (!known.ok)
      return this.#welcome(appError('bank-file.invalid', context.correlationId, known.error));
    return this.#entry.enter(known.value, context, 'sign in later');
  }

  /** Asks a person outside the window before anything is sent to a host that this machine does not know. */
  async #mayMeet(bankFile: BankFile): Promise<boolean> {
    const isKnown = knownProfile(this.#ports.dataDir, profileIdOf(bankFile)) !== null;
    return isKnown || this.#ports.confirm(connectQuestion(bankFile));
  }

  #mayLeaveFor(profileId: string): boolean {
    if (profileId === this.#status.profile?.folder.profileId) return false;
    return (
      profileId === sandboxProfileId || knownProfile(this.#ports.dataDir, profileId)?.ok === true
    );
  }

  async #forget(profile: Profile): Promise<void> {
    const { keychain, dataDir, stateDir } = this.#ports;
    await this.#held.forget(profile);
    await new Witnesses({ stateDir, keychain, profile: profile.folder }).forget();
    removeProfile(profile);
    if (profile.bankFile.builtIn) await this.#entry.forgetSandbox();
    keepChoice(dataDir, null);
  }

  #welcome(problem: AppError | null): Outcome<DeskState> {
    this.#held.noBank();
    this.#status.welcome(problem);
    return this.#status.announceState();
  }
}
