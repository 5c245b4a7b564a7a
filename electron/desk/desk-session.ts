import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { appError, DeskFault, fail, type AppError, type Outcome } from '../../shared/errors.ts';
import type { DeskState, KeychainState } from '../../shared/ipc/desk.ts';
import { ok } from '../../shared/result.ts';
import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';
import {
  builtInBankFile,
  closedOperationsOf,
  parseBankFile,
  profileIdOf,
  type BankFile,
} from '../bank/bank-file.ts';
import { signInDoorOf } from '../bank/sign-in-door.ts';
import type { Clock, Context } from '../machine/context.ts';
import { OneByOne } from '../machine/one-by-one.ts';
import { forgetCredentials, keepCredentials, readCredentials } from '../vault/credentials.ts';
import { forgetDatabaseKey } from '../vault/database-key.ts';
import { keepWrappingOf, wrapAlsoFor } from '../vault/rewrapping.ts';
import type { Keychain } from '../vault/vault.ts';
import { isOneTime } from '../vault/wrapping.ts';
import { machineClock } from '../session/auto-lock.ts';
import { BankDesk } from './bank-desk.ts';
import type { Announce } from '../submissions/open-bank.ts';
import { bankFileToSave } from '../profiles/bank-file-to-save.ts';
import { bankProfileOf } from '../profiles/bank-rows.ts';
import { readBackup, type ReadBackup } from '../local-copy/backup/restore-backup.ts';
import { keepChoice, readChoice } from '../profiles/choice.ts';
import { Witnesses } from '../local-copy/continuity/witnesses.ts';
import { credentialsPlace } from '../profiles/credentials-place.ts';
import { openDeskCopy } from './copy.ts';
import { setCopyAside, type CopyPorts } from '../local-copy/local-copy.ts';
import type { DeskNetwork } from '../session/network.ts';
import { changePassword, copyPlace, type PasswordChange } from '../session/password.ts';
import { openSandboxBank, type SandboxBank } from '../session/sandbox-bank.ts';
import {
  keepLastGood,
  keepProfile,
  knownProfile,
  sandboxProfileId,
  profileOf,
  removeProfile,
  restoreLastGood,
  type Profile,
} from '../profiles/profiles.ts';
import {
  connectQuestion,
  forgetQuestion,
  restoreQuestion,
  type Confirm,
} from '../session/questions.ts';
import { SessionKeeper, type EverySecond } from '../session/session-keeper.ts';

export type SessionPorts = {
  readonly dataDir: string;
  readonly stateDir: string;
  readonly programs: { readonly storeWorker: URL; readonly sandbox: URL };
  readonly keychain: Keychain;
  readonly network: DeskNetwork;
  readonly clock: Clock;
  readonly version: string;
  readonly program: 'window' | 'cli';
  readonly announce: Announce;
  /** Asks a person outside the window. */
  readonly confirm: Confirm;
  /** Milliseconds that never jump and that count sleep; the machine's own when left out. */
  readonly idleClock?: () => number;
  /** How the desk watches over its sign-in; every second by the machine's timer when left out. */
  readonly everySecond?: EverySecond;
};

type Credentials = Readonly<Record<string, string>>;

/** What opens the local copy, and whether it may sign in too. */
type Held = { readonly credentials: Credentials; readonly maySignIn: boolean };

/** At the start of the program what is cached must read at once: the bank is asked behind it. */
type SignInWhen = 'sign in now' | 'sign in soon' | 'sign in later';
/** Who changes the bank waits this long for its answer to the sign-in, no longer: the local copy reads meanwhile. */
const soonMs = 2_000;

/** Which bank is chosen, whether its local copy is open, and who is signed in: the verbs of the desk's life. */
export class DeskSession {
  readonly #ports: SessionPorts;
  #phase: DeskState['phase'] = 'welcome';
  #profile: Profile | null = null;
  #open: BankDesk | null = null;
  #played: SandboxBank | null = null;
  #problem: AppError | null = null;
  #online: boolean | null = null;
  #keychain: KeychainState = 'ready';
  #remembered = false;
  #notices: readonly string[] = [];
  #lockedBy: DeskState['lockedBy'] = null;
  #announced = '';
  /** What stands now may not last: nobody is told of it. */
  #isHushed = false;
  /** With which the local copy was opened, where its key is wrapped under them. */
  #typed: Credentials | null = null;
  /** Only the network kept us out at the start: what is remembered is tried again. */
  #isAwaited = false;
  readonly #keeper: SessionKeeper;
  /** Verbs run one after the other. */
  readonly #oneByOne = new OneByOne();

  constructor(ports: SessionPorts) {
    this.#ports = ports;
    this.#keeper = new SessionKeeper({
      due: () => this.#duty(),
      act: (duty) => (duty === 'renew' ? this.#renew() : this.#comeBack()),
      now: ports.idleClock ?? machineClock,
      everySecond: ports.everySecond,
    });
  }

  /** The open bank. Throws `session.required` when none is open. */
  readonly open = (): BankDesk => {
    if (!this.#open) throw new DeskFault('session.required', 'No bank is open.');
    return this.#open;
  };

  get profile(): Profile | null {
    return this.#profile;
  }

  get state(): DeskState {
    const signedInAt = this.#open?.signedInAt ?? null;
    return {
      phase: this.#phase,
      version: this.#ports.version,
      bank: this.#profile && bankProfileOf(this.#profile.bankFile, this.#profile.folder),
      signedIn: signedInAt !== null,
      signedInAt,
      user: this.#open?.user ?? null,
      online: this.#online,
      keychain: this.#keychain,
      protection: this.#open?.copy.protection ?? null,
      problem: this.#problem,
      notices: this.#notices,
      dataFolder: this.#ports.dataDir,
      remembered: this.#remembered,
      lockedBy: this.#phase === 'locked' ? this.#lockedBy : null,
      closedOperations: this.#profile ? closedOperationsOf(this.#profile.bankFile) : [],
      journal: this.#open?.copy.continuity.standing() ?? null,
    };
  }

  /**
   * Opens the bank that was open last, if any; what is in its local copy reads at once, signing in follows. A data folder
   * that cannot be used, as on a full disk, leaves the desk at its first screen, which says so.
   */
  start(context: Context): Promise<Outcome<DeskState>> {
    return this.#oneByOne.run(async () => {
      this.#keychain = await this.#ports.keychain.probe();
      return this.#openChosen(context).catch((cause: unknown) => {
        if (!(cause instanceof DeskFault)) throw cause;
        return this.#welcome(faultOf(cause, context));
      });
    });
  }

  async #openChosen(context: Context): Promise<Outcome<DeskState>> {
    const choice = readChoice(this.#ports.dataDir);
    if (choice?.profileId === sandboxProfileId) return this.#enterSandbox(context, 'sign in later');
    const known = choice && knownProfile(this.#ports.dataDir, choice.profileId);
    if (!known) return this.#told();
    if (!known.ok) return this.#welcome(bankFileError(known.error, context));
    return this.#enter(known.value, context, 'sign in later');
  }

  openSandbox(context: Context): Promise<Outcome<DeskState>> {
    return this.#oneByOne.run(() => this.#enterSandbox(context));
  }

  /** `declined` when the address is new to this machine and the person who was asked about it said no. */
  async connectBank(bankFile: string, context: Context): Promise<Outcome<DeskState>> {
    const parsed = parseBankFile(bankFile);
    if (!parsed.ok) return { ok: false, error: bankFileError(parsed.error, context) };
    if (!(await this.#mayMeet(parsed.value))) return fail('declined', context.correlationId);
    return this.#oneByOne.run(async () => {
      const kept = keepProfile(this.#ports.dataDir, bankFile);
      if (!kept.ok) return { ok: false, error: bankFileError(kept.error, context) };
      return this.#enter(kept.value, context);
    });
  }

  /** Closes the bank that is open and opens one that is known. One whose file cannot be read leaves everything as it is. */
  openBank(profileId: string, context: Context): Promise<Outcome<DeskState>> {
    // A sign-in without an answer must not keep the other bank waiting for its turn.
    if (this.#mayLeaveFor(profileId)) this.#open?.letGo();
    return this.#oneByOne.run(() => this.#openKnown(profileId, context));
  }

  /** The same for a bank whose file cannot be read, with the last text of it that could. */
  restoreBankFile(profileId: string, context: Context): Promise<Outcome<DeskState>> {
    return this.#oneByOne.run(() => {
      const { dataDir, clock } = this.#ports;
      restoreLastGood(dataDir, profileId, clock);
      return this.#openKnown(profileId, context);
    });
  }

  /**
   * Saves the text of the open bank's file and opens it anew; another address or environment becomes a bank of its own,
   * as with {@link connectBank}. Where the sign-in goes elsewhere than before, the credentials are asked for anew.
   */
  async saveBankFile(text: string, context: Context): Promise<Outcome<DeskState>> {
    const { dataDir } = this.#ports;
    const check = (): Outcome<BankFile> =>
      bankFileToSave({ dataDir, open: this.#profile, text }, context);
    const asked = check();
    if (!asked.ok) return asked;
    if (!(await this.#mayMeet(asked.value))) return fail('declined', context.correlationId);
    return this.#oneByOne.run(async () => {
      const allowed = check();
      if (!allowed.ok) return allowed;
      const kept = keepProfile(dataDir, text);
      if (!kept.ok) return { ok: false, error: bankFileError(kept.error, context) };
      return this.#enter(kept.value, context, 'sign in soon', this.#heldFor(kept.value));
    });
  }

  leaveBank(): Promise<Outcome<DeskState>> {
    return this.#oneByOne.run(async () => {
      await this.#shut();
      keepChoice(this.#ports.dataDir, null);
      return this.#welcome(null);
    });
  }

  lock(by: NonNullable<DeskState['lockedBy']> = 'person'): Promise<Outcome<DeskState>> {
    return this.#oneByOne.run(async () => {
      if (!this.#profile || this.#phase === 'locked') return this.#told();
      await this.#shut();
      this.#lockedBy = by;
      this.#phase = 'locked';
      return this.#told();
    });
  }

  /** Reads a backup, asks about it outside the window, puts it in place and opens its bank. */
  async restoreBackup(
    { path, passphrase }: { path: string; passphrase: string },
    context: Context,
  ): Promise<Outcome<DeskState>> {
    const asking = this.#open;
    const backup = await readBackup(this.#copyPorts, path, passphrase);
    try {
      const { profile, manifest } = backup;
      const question = restoreQuestion(profile.bankFile, manifest.createdAt);
      if (!(await this.#ports.confirm(question))) return fail('declined', context.correlationId);
      return await this.#oneByOne.run(async () => {
        if (this.#phase === 'locked' || this.#open !== asking)
          return fail('session.required', context.correlationId);
        return this.#putInPlace(backup, context);
      });
    } finally {
      backup.discard();
    }
  }

  /** What fails leaves the bank open that was. */
  async #putInPlace(backup: ReadBackup, context: Context): Promise<Outcome<DeskState>> {
    const before = this.#profile;
    const { profileId } = backup.profile.folder;
    const typed = before?.folder.profileId === profileId ? this.#typed : null;
    const credentials = (await this.#keptCredentials(backup.profile)) ?? typed;
    await this.#shut();
    try {
      await backup.putInPlace(credentials);
    } catch (cause) {
      const again = before ? await this.#enter(before, context, 'sign in later') : this.#told();
      if (!again.ok) return again;
      throw cause;
    }
    if (backup.profile.bankFile.builtIn) return this.#enterSandbox(context, 'sign in soon');
    return this.#enter(backup.profile, context, 'sign in soon', {
      credentials: credentials ?? {},
      maySignIn: false,
    });
  }

  /** Opens the chosen bank again, after a lock or a failure. */
  reopen(context: Context): Promise<Outcome<DeskState>> {
    return this.#oneByOne.run(async () => {
      this.#keychain = await this.#ports.keychain.probe();
      const profile = this.#profile;
      if (!profile) return this.#told();
      if (profile.bankFile.builtIn) return this.#enterSandbox(context);
      return this.#enter(profile, context);
    });
  }

  setAsideAndStartFresh(context: Context): Promise<Outcome<DeskState>> {
    return this.#oneByOne.run(async () => {
      const profile = this.#profile;
      if (!profile || this.#phase !== 'blocked') return this.#told();
      setCopyAside(profile.folder, this.#ports.clock);
      return this.#enter(profile, context);
    });
  }

  async forgetBank(confirmation: string, context: Context): Promise<Outcome<DeskState>> {
    const profile = this.#profile;
    if (!profile) return this.#told();
    const { bankFile, folder } = profile;
    if (confirmation.trim() !== bankFile.name.trim())
      return fail('input.invalid', context.correlationId, {
        fields: { confirmation: 'type the bank’s name exactly' },
      });
    if (!bankFile.builtIn && !(await this.#ports.confirm(forgetQuestion(bankFile))))
      return fail('declined', context.correlationId);
    return this.#oneByOne.run(async () => {
      // The person was asked about this bank and no other.
      if (this.#profile?.folder.profileId !== folder.profileId) return this.#told();
      await this.#shut();
      await this.#forget(profile);
      return this.#welcome(null);
    });
  }

  signIn(
    credentials: Credentials,
    remember: boolean,
    context: Context,
  ): Promise<Outcome<DeskState>> {
    return this.#oneByOne.run(async () => {
      const profile = this.#profile;
      if (!profile) return fail('session.required', context.correlationId);
      const isFresh = this.#open === null && !existsSync(profile.folder.journal);
      const before = { phase: this.#phase, problem: this.#problem };
      // A copy that is new may be gone again with the bank's no: until then nobody is shown a desk.
      this.#isHushed = isFresh;
      if (!this.#open) await this.#openCopy(profile, credentials, context);
      if (!this.#open) return this.#notOpened(before, context);
      const signedIn = await this.#open.signIn(credentials, context);
      if (!signedIn.ok) {
        if (isFresh && signedIn.error.code === 'session.refused') await this.#discardFresh(profile);
        this.#isHushed = false;
        this.#tell();
        return signedIn;
      }
      this.#isHushed = false;
      this.#problem = null;
      this.#isAwaited = false;
      await this.#wrapFor(profile, credentials);
      await this.#rememberIf(remember, profile, credentials);
      return this.#told();
    });
  }

  /** Changes the signed-in user's password at the bank, in the keychain and, where it opens by it, for the local copy. */
  resetPassword(change: PasswordChange, context: Context): Promise<Outcome<DeskState>> {
    return this.#oneByOne.run(async () => {
      const { bank, profile } = this.open();
      const { keychain } = this.#ports;
      const parts = { bank, profile, keychain, typed: this.#typed };
      const changed = await changePassword(parts, change, context);
      if (!changed.ok) return changed;
      this.#typed &&= changed.value.typed ?? this.#typed;
      this.#remembered = changed.value.remembered ?? this.#remembered;
      return this.#told();
    });
  }

  /** The way to the banks was changed: calls from now on go over it. */
  reconnect(): void {
    this.#open?.bank.reconnect();
    this.#keeper.wake();
  }

  /** Is something on its way to the bank that must come to its end before the desk is locked? */
  get isSending(): boolean {
    return this.#open?.isSending ?? false;
  }

  /** The machine slept: prices are over, and what is due by now is looked at. */
  woke(): void {
    this.#open?.woke();
    this.#keeper.look();
  }

  /** Signs in with what is kept, for the doctor. Not in turn: whoever closes the bank meanwhile must not wait for it. */
  async signInKept(context: Context): Promise<Outcome<null>> {
    const open = this.open();
    const credentials = await this.#keptCredentials(open.profile);
    if (!credentials)
      return fail('session.required', context.correlationId, {
        message: 'Nobody is signed in, and no credentials are kept to sign in with.',
      });
    const signedIn = await open.signIn(credentials, context);
    this.#tell();
    return signedIn;
  }

  signOut(context: Context): Promise<Outcome<DeskState>> {
    return this.#oneByOne.run(async () => {
      this.#isAwaited = false;
      await this.#open?.signOut(context);
      if (this.#profile && this.#remembered) {
        await forgetCredentials(this.#vaultPlace(this.#profile));
        this.#remembered = false;
      }
      return this.#told();
    });
  }

  close(): Promise<unknown> {
    this.#keeper.close();
    return this.#oneByOne.run(async () => {
      await this.#shut();
      await this.#played?.close();
      this.#played = null;
      return ok(null);
    });
  }

  async #enterSandbox(
    context: Context,
    when: SignInWhen = 'sign in now',
  ): Promise<Outcome<DeskState>> {
    const { programs, dataDir } = this.#ports;
    this.#played ??= await openSandboxBank(programs.sandbox, dataDir);
    const profile = profileOf(dataDir, builtInBankFile(this.#played.baseUrl), null);
    return this.#enter(profile, context, when);
  }

  /** A host that this machine does not know yet hears nothing until a person said so, outside the window. */
  async #mayMeet(bankFile: BankFile): Promise<boolean> {
    const isKnown = knownProfile(this.#ports.dataDir, profileIdOf(bankFile)) !== null;
    return isKnown || this.#ports.confirm(connectQuestion(bankFile));
  }

  /** What was typed for the bank that is open still opens its local copy, and signs in where it went before. */
  #heldFor(next: Profile): Held | undefined {
    const open = this.#open;
    if (!open || !this.#typed || open.profile.folder.profileId !== next.folder.profileId)
      return undefined;
    const isSameDoor = signInDoorOf(open.profile.bankFile) === signInDoorOf(next.bankFile);
    const comesTwice = !Object.keys(this.#typed).some(isOneTime);
    return {
      credentials: this.#typed,
      maySignIn: isSameDoor && comesTwice && open.signedInAt !== null,
    };
  }

  #mayLeaveFor(profileId: string): boolean {
    if (profileId === this.#profile?.folder.profileId) return false;
    return (
      profileId === sandboxProfileId || knownProfile(this.#ports.dataDir, profileId)?.ok === true
    );
  }

  async #openKnown(profileId: string, context: Context): Promise<Outcome<DeskState>> {
    const { correlationId } = context;
    const isOpen = this.#phase === 'open' && this.#profile?.folder.profileId === profileId;
    if (isOpen) return this.#told();
    if (profileId === sandboxProfileId) return this.#enterSandbox(context, 'sign in soon');
    const known = knownProfile(this.#ports.dataDir, profileId);
    if (!known) return fail('input.invalid', correlationId, { message: 'This bank is not known.' });
    if (!known.ok) return { ok: false, error: bankFileError(known.error, context) };
    return this.#enter(known.value, context, 'sign in soon');
  }

  async #enter(
    profile: Profile,
    context: Context,
    when: SignInWhen = 'sign in now',
    held?: Held,
  ): Promise<Outcome<DeskState>> {
    await this.#shut();
    this.#profile = profile;
    this.#online = null;
    keepChoice(this.#ports.dataDir, { profileId: profile.folder.profileId });
    const kept = await this.#keptCredentials(profile);
    await this.#openCopy(profile, kept ?? held?.credentials ?? null, context);
    const credentials = kept ?? (held?.maySignIn ? held.credentials : null);
    if (!this.#open || !credentials) return this.#told();
    const signingIn = this.#signInQuietly(this.#open, credentials, context);
    if (when === 'sign in now') await signingIn;
    if (when === 'sign in soon')
      await Promise.race([signingIn, setTimeout(soonMs, null, { ref: false })]);
    return this.#told();
  }

  /** A failure here is no failure of opening: the local copy reads, and the state tells that nobody is signed in. */
  async #signInQuietly(open: BankDesk, credentials: Credentials, context: Context): Promise<void> {
    const signedIn = await open.signIn(credentials, context);
    if (this.#open === open) {
      this.#problem = signedIn.ok ? null : signedIn.error;
      this.#isAwaited = !signedIn.ok && mayPass(signedIn.error);
    }
    this.#tell();
  }

  #duty(): 'renew' | 'sign-in' | null {
    const session = this.#open?.bank.session;
    if (!session) return null;
    if (session.isSignedIn()) return session.isRenewalDue() ? 'renew' : null;
    return this.#isAwaited ? 'sign-in' : null;
  }

  async #renew(): Promise<boolean> {
    const open = this.#open;
    if (!open) return false;
    const renewed = await open.bank.session.refresh({ correlationId: 'keep-signed-in' });
    if (!renewed.ok && !open.bank.session.isSignedIn() && this.#open === open)
      this.#problem = renewed.error;
    this.#tell();
    return renewed.ok;
  }

  /** Once the bank is there again: signs in with what is remembered, and fetches what happened meanwhile. */
  #comeBack(): Promise<boolean> {
    const context: Context = { correlationId: 'come-back' };
    return this.#oneByOne.run(async () => {
      const open = this.#open;
      if (!open || !this.#isAwaited) return false;
      const credentials = await this.#keptCredentials(open.profile);
      if (!credentials) return false;
      await this.#signInQuietly(open, credentials, context);
      if (open.signedInAt === null) return false;
      open.runner.start({}, context);
      return true;
    });
  }

  /**
   * The bank takes these credentials: where the local copy opens by credentials, it opens by these from now on, and by
   * no others.
   */
  async #wrapFor(profile: Profile, credentials: Credentials): Promise<void> {
    if (!this.#typed || profile.bankFile.builtIn) return;
    const place = copyPlace(profile);
    const isOther = JSON.stringify(this.#typed) !== JSON.stringify(credentials);
    if (isOther) await wrapAlsoFor(place, this.#typed, credentials);
    await keepWrappingOf(place, credentials);
    this.#typed = credentials;
  }

  async #openCopy(
    profile: Profile,
    credentials: Credentials | null,
    context: Context,
  ): Promise<void> {
    const opened = await openDeskCopy(this.#copyPorts, profile.folder, credentials).then(
      (copy) => ok(copy),
      (cause: unknown) => ({ ok: false as const, error: faultOf(cause, context) }),
    );
    if (!opened.ok) {
      this.#phase = 'blocked';
      this.#problem = opened.error;
      return;
    }
    const { clock, announce, network } = this.#ports;
    this.#typed = opened.value.protection === 'credentials' ? credentials : null;
    this.#open = new BankDesk(profile, opened.value, {
      clock,
      announce,
      network,
      onReach: (isOnline) => {
        this.#reached(isOnline);
      },
      onLocalFault: ({ message }) => {
        this.#notices = [...new Set([...this.#notices, message])];
        this.#tell();
      },
    });
    opened.value.continuity.onChange(() => {
      this.#tell();
    });
    this.#phase = 'open';
    this.#problem = null;
    this.#notices = opened.value.notices;
    keepLastGood(profile);
  }

  async #keptCredentials(profile: Profile): Promise<Credentials | null> {
    if (profile.bankFile.builtIn) return sandboxSignIn;
    const kept = await readCredentials(credentialsPlace(profile, this.#ports.keychain));
    this.#remembered = kept.ok;
    return kept.ok ? kept.credentials : null;
  }

  async #rememberIf(remember: boolean, profile: Profile, credentials: Credentials): Promise<void> {
    if (profile.bankFile.builtIn || !remember || this.#keychain !== 'ready') return;
    const place = credentialsPlace(profile, this.#ports.keychain);
    const kept = await keepCredentials(place, credentials);
    this.#remembered = kept.ok;
  }

  async #discardFresh(profile: Profile): Promise<void> {
    await this.#shut();
    setCopyAside(profile.folder, this.#ports.clock);
    this.#phase = 'blocked';
    this.#problem = appError('session.required', 'sign-in');
  }

  async #forget(profile: Profile): Promise<void> {
    const { keychain, dataDir, stateDir } = this.#ports;
    await forgetCredentials(this.#vaultPlace(profile));
    await forgetDatabaseKey({
      profileDir: profile.folder.folder,
      profileId: profile.folder.profileId,
      keychain,
    });
    await new Witnesses({ stateDir, keychain, profile: profile.folder }).forget();
    removeProfile(profile);
    if (profile.bankFile.builtIn) {
      await this.#played?.close();
      this.#played = null;
      rmSync(join(dataDir, 'sandbox'), { recursive: true, force: true });
    }
    keepChoice(dataDir, null);
  }

  #vaultPlace({ folder }: Profile): { keychain: Keychain; profileId: string } {
    return { keychain: this.#ports.keychain, profileId: folder.profileId };
  }

  async #shut(): Promise<void> {
    this.#typed = null;
    this.#isAwaited = false;
    // A copy that did not close well is closed all the same: nothing of it is shown any more.
    await this.#open?.close().finally(() => (this.#open = null));
  }

  #welcome(problem: AppError | null): Outcome<DeskState> {
    this.#phase = 'welcome';
    this.#profile = null;
    this.#problem = problem;
    this.#remembered = false;
    this.#notices = [];
    return this.#told();
  }

  /** A mistyped password changes nothing: the desk is as locked as it was. Anything else is told. */
  #notOpened(
    before: { phase: DeskState['phase']; problem: AppError | null },
    { correlationId }: Context,
  ): Outcome<never> {
    const problem = this.#problem;
    this.#isHushed = false;
    if (problem?.code === 'vault.wrong-credentials') {
      this.#phase = before.phase;
      this.#problem = before.problem;
    }
    this.#tell();
    return problem ? { ok: false, error: problem } : fail('internal', correlationId);
  }

  #reached(isOnline: boolean): void {
    this.#online = isOnline;
    this.#tell();
  }

  #told(): Outcome<DeskState> {
    this.#tell();
    return ok(this.state);
  }

  #tell(): void {
    if (this.#isHushed) return;
    const state = this.state;
    const text = JSON.stringify(state);
    if (text === this.#announced) return;
    this.#announced = text;
    this.#ports.announce('desk.changed', state);
  }

  get #copyPorts(): CopyPorts {
    const { programs, ...ports } = this.#ports;
    return { ...ports, storeWorker: programs.storeWorker };
  }
}

/** Trouble on the way to the bank, which passes by itself. */
const mayPass = ({ code }: AppError): boolean =>
  code.startsWith('network.') || code === 'bank.unavailable' || code === 'bank.busy';

const bankFileError = (
  problem: { message: string; fields: Record<string, string> },
  context: Context,
): AppError => appError('bank-file.invalid', context.correlationId, problem);

function faultOf(cause: unknown, { correlationId }: Context): AppError {
  if (!(cause instanceof DeskFault)) throw cause;
  return appError(cause.code, correlationId, { message: cause.message });
}
