import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { appError, DeskFault, fail, type AppError, type Outcome } from '../../shared/errors.ts';
import type { DeskState, KeychainState } from '../../shared/ipc/records.ts';
import { ok } from '../../shared/result.ts';
import { sandboxSignIn } from '../../shared/sandbox-sign-in.ts';
import { builtInBankFile, credentialFieldsOf } from '../bank/bank-file.ts';
import type { Clock, Context } from '../context.ts';
import { forgetCredentials, keepCredentials, readCredentials } from '../vault/credentials.ts';
import { forgetDatabaseKey } from '../vault/database-key.ts';
import type { Keychain } from '../vault/vault.ts';
import { BankDesk, type Announce } from './bank-desk.ts';
import { keepChoice, readChoice } from './choice.ts';
import { openLocalCopy, setCopyAside, type CopyPorts } from './local-copy.ts';
import { openPlayedBank, type PlayedBank } from './played-bank.ts';
import { keepProfile, knownProfile, profileOf, removeProfile, type Profile } from './profiles.ts';

export type SessionPorts = {
  readonly dataDir: string;
  readonly programs: { readonly storeWorker: URL; readonly sandbox: URL };
  readonly keychain: Keychain;
  readonly clock: Clock;
  readonly version: string;
  readonly program: 'window' | 'cli';
  readonly announce: Announce;
};

type Credentials = Readonly<Record<string, string>>;

/** At the start of the program what is cached must read at once: the bank is asked behind it. */
type SignInWhen = 'sign in now' | 'sign in later';

/** Which bank is chosen, whether its local copy is open, and who is signed in: the verbs of the desk's life. */
export class DeskSession {
  readonly #ports: SessionPorts;
  #phase: DeskState['phase'] = 'welcome';
  #profile: Profile | null = null;
  #open: BankDesk | null = null;
  #played: PlayedBank | null = null;
  #problem: AppError | null = null;
  #online: boolean | null = null;
  #keychain: KeychainState = 'ready';
  #remembered = false;
  #notices: readonly string[] = [];
  #announced = '';
  /** Verbs run one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(ports: SessionPorts) {
    this.#ports = ports;
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
      bank: this.#profile && bankOf(this.#profile),
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
    };
  }

  /** Opens the bank that was open last, if any; what is in its local copy reads at once, signing in follows. */
  start(context: Context): Promise<Outcome<DeskState>> {
    return this.#inTurn(async () => {
      this.#keychain = await this.#ports.keychain.probe();
      const choice = readChoice(this.#ports.dataDir);
      if (choice?.profileId === 'sandbox') return this.#enterSandbox(context, 'sign in later');
      const known = choice && knownProfile(this.#ports.dataDir, choice.profileId);
      if (!known) return this.#told();
      if (!known.ok) return this.#welcome(bankFileError(known.error, context));
      return this.#enter(known.value, context, 'sign in later');
    });
  }

  openSandbox(context: Context): Promise<Outcome<DeskState>> {
    return this.#inTurn(() => this.#enterSandbox(context));
  }

  connectBank(bankFile: string, context: Context): Promise<Outcome<DeskState>> {
    return this.#inTurn(async () => {
      const kept = keepProfile(this.#ports.dataDir, bankFile);
      if (!kept.ok) return { ok: false, error: bankFileError(kept.error, context) };
      return this.#enter(kept.value, context);
    });
  }

  leaveBank(): Promise<Outcome<DeskState>> {
    return this.#inTurn(async () => {
      await this.#shut();
      keepChoice(this.#ports.dataDir, null);
      return this.#welcome(null);
    });
  }

  lock(): Promise<Outcome<DeskState>> {
    return this.#inTurn(async () => {
      await this.#shut();
      this.#phase = 'locked';
      return this.#told();
    });
  }

  /** Opens the chosen bank again, after a lock or a failure. */
  reopen(context: Context): Promise<Outcome<DeskState>> {
    return this.#inTurn(async () => {
      this.#keychain = await this.#ports.keychain.probe();
      const profile = this.#profile;
      if (!profile) return this.#told();
      if (profile.bankFile.builtIn) return this.#enterSandbox(context);
      return this.#enter(profile, context);
    });
  }

  setAsideAndStartFresh(context: Context): Promise<Outcome<DeskState>> {
    return this.#inTurn(async () => {
      const profile = this.#profile;
      if (!profile || this.#phase !== 'blocked') return this.#told();
      setCopyAside(profile.folder, this.#ports.clock);
      return this.#enter(profile, context);
    });
  }

  forgetBank(confirmation: string, context: Context): Promise<Outcome<DeskState>> {
    return this.#inTurn(async () => {
      const profile = this.#profile;
      if (!profile) return this.#told();
      if (confirmation.trim() !== profile.bankFile.name)
        return fail('input.invalid', context.correlationId, {
          fields: { confirmation: 'type the bank’s name exactly' },
        });
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
    return this.#inTurn(async () => {
      const profile = this.#profile;
      if (!profile) return fail('session.required', context.correlationId);
      const isFresh = this.#open === null;
      if (!this.#open) await this.#openCopy(profile, credentials, context);
      if (!this.#open) return this.#problemOr(context);
      const signedIn = await this.#open.signIn(credentials, context);
      if (!signedIn.ok) {
        if (isFresh && signedIn.error.code === 'session.refused') await this.#discardFresh(profile);
        this.#tell();
        return signedIn;
      }
      this.#problem = null;
      await this.#rememberIf(remember, profile, credentials);
      return this.#told();
    });
  }

  signOut(context: Context): Promise<Outcome<DeskState>> {
    return this.#inTurn(async () => {
      await this.#open?.signOut(context);
      if (this.#profile && this.#remembered) {
        await forgetCredentials(this.#vaultPlace(this.#profile));
        this.#remembered = false;
      }
      return this.#told();
    });
  }

  close(): Promise<unknown> {
    return this.#inTurn(async () => {
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
    this.#played ??= await openPlayedBank(programs.sandbox, dataDir);
    const profile = profileOf(dataDir, builtInBankFile(this.#played.baseUrl), null);
    return this.#enter(profile, context, when);
  }

  async #enter(
    profile: Profile,
    context: Context,
    when: SignInWhen = 'sign in now',
  ): Promise<Outcome<DeskState>> {
    await this.#shut();
    this.#profile = profile;
    this.#online = null;
    keepChoice(this.#ports.dataDir, { profileId: profile.folder.profileId });
    const credentials = await this.#keptCredentials(profile);
    await this.#openCopy(profile, credentials, context);
    if (!this.#open || !credentials) return this.#told();
    const signingIn = this.#signInQuietly(this.#open, credentials, context);
    if (when === 'sign in now') await signingIn;
    return this.#told();
  }

  /** A failure here is no failure of opening: the local copy reads, and the state tells that nobody is signed in. */
  async #signInQuietly(open: BankDesk, credentials: Credentials, context: Context): Promise<void> {
    const signedIn = await open.signIn(credentials, context);
    if (!signedIn.ok && this.#open === open) this.#problem = signedIn.error;
    this.#tell();
  }

  async #openCopy(
    profile: Profile,
    credentials: Credentials | null,
    context: Context,
  ): Promise<void> {
    const opened = await openLocalCopy(this.#copyPorts, profile.folder, credentials).then(
      (copy) => ok(copy),
      (cause: unknown) => ({ ok: false as const, error: faultOf(cause, context) }),
    );
    if (!opened.ok) {
      this.#phase = 'blocked';
      this.#problem = opened.error;
      return;
    }
    const { clock, announce } = this.#ports;
    this.#open = new BankDesk(profile, opened.value, {
      clock,
      announce,
      onReach: (isOnline) => {
        this.#reached(isOnline);
      },
    });
    this.#phase = 'open';
    this.#problem = null;
    this.#notices = opened.value.notices;
  }

  async #keptCredentials(profile: Profile): Promise<Credentials | null> {
    if (profile.bankFile.builtIn) return sandboxSignIn;
    const kept = await readCredentials(this.#vaultPlace(profile));
    this.#remembered = kept.ok;
    return kept.ok ? kept.credentials : null;
  }

  async #rememberIf(remember: boolean, profile: Profile, credentials: Credentials): Promise<void> {
    if (profile.bankFile.builtIn || !remember || this.#keychain !== 'ready') return;
    const kept = await keepCredentials(this.#vaultPlace(profile), credentials);
    this.#remembered = kept.ok;
  }

  async #discardFresh(profile: Profile): Promise<void> {
    await this.#shut();
    setCopyAside(profile.folder, this.#ports.clock);
    this.#phase = 'blocked';
    this.#problem = appError('session.required', 'sign-in');
  }

  async #forget(profile: Profile): Promise<void> {
    const { keychain, dataDir } = this.#ports;
    await forgetCredentials(this.#vaultPlace(profile));
    await forgetDatabaseKey({
      profileDir: profile.folder.folder,
      profileId: profile.folder.profileId,
      keychain,
    });
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
    await this.#open?.close();
    this.#open = null;
  }

  #welcome(problem: AppError | null): Outcome<DeskState> {
    this.#phase = 'welcome';
    this.#profile = null;
    this.#problem = problem;
    this.#remembered = false;
    this.#notices = [];
    return this.#told();
  }

  #problemOr(context: Context): Outcome<never> {
    return this.#problem
      ? { ok: false, error: this.#problem }
      : fail('internal', context.correlationId);
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

  #inTurn<T>(verb: () => Promise<T>): Promise<T> {
    const next = this.#turn.then(verb, verb);
    this.#turn = next.catch(() => undefined);
    return next;
  }
}

const bankOf = ({ bankFile, folder }: Profile): DeskState['bank'] => ({
  profileId: folder.profileId,
  name: bankFile.name,
  environment: bankFile.environment,
  host: new URL(bankFile.baseUrl).host,
  credentialFields: credentialFieldsOf(bankFile),
});

const bankFileError = (
  problem: { message: string; fields: Record<string, string> },
  context: Context,
): AppError => appError('bank-file.invalid', context.correlationId, problem);

function faultOf(cause: unknown, { correlationId }: Context): AppError {
  if (!(cause instanceof DeskFault)) throw cause;
  return appError(cause.code, correlationId, { message: cause.message });
}
